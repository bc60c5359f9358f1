/** For tests of figures over time: rows of a file, figures that are typed in, and what the routes answer of them. */
import type { MetricHistoryEntry } from '@tangelo/contract'
import { expect } from 'vitest'
import { formWith, type Person, type World } from './world.ts'

/** Rows `username,date,followers,engagement_rate`; a date may be a moment. */
export async function bring(here: World, ...rows: string[]) {
  const table = ['username,date,followers,engagement_rate', ...rows].join('\n')
  const res = await here.ask('admin', 'POST', '/api/accounts/import', formWith(table))
  expect(res.json()).toMatchObject({ snapshots: rows.length, refused: [] })
}

export const latest = async (here: World, id = 1) =>
  (await here.ask('admin', 'GET', `/api/accounts/${id}/metrics`)).json()

export const typeIn = (here: World, body: object, id = 1) =>
  here.ask('admin', 'POST', `/api/accounts/${id}/metrics`, body)

export async function history(
  here: World,
  query = '?from=2020-01-01',
  who: Person = 'basic',
): Promise<MetricHistoryEntry[]> {
  const res = await here.ask(who, 'GET', `/api/accounts/1/metrics/history${query}`)
  expect(res.statusCode).toBe(200)
  return res.json()
}

export const byDay = (entries: MetricHistoryEntry[]) => entries.map(({ date, followers }) => [date, followers])
