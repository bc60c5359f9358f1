/** Schedules of reports for tests: one of an account, and what has come of it. */
import { expect } from 'vitest'
import { DAY_MS, plant, plantDays } from './planted-accounts.ts'
import type { World } from './world.ts'

export const LASTING = { session: { idleMs: 90 * DAY_MS, maxMs: 190 * DAY_MS } }

export const contentOf = (id: number) => ({
  title: 'Every month',
  subject: { kind: 'account', id },
  sections: [{ kind: 'figures' }, { kind: 'growth' }],
})

/** Of an account with figures, each month at eight. */
export async function makeSchedule(here: World, fields: object = {}, content: object = {}) {
  const id = await plant(here, 'grove', { days: plantDays({ count: 90, seed: 3 }) })
  const body = { every: 'monthly', hour: 8, content: { ...contentOf(id), ...content }, ...fields }
  const res = await here.ask('pro', 'POST', '/api/report-schedules', body)
  expect(res.statusCode, res.body).toBe(201)
  return { id, schedule: res.json() }
}

export const reportsOf = async ({ ask }: World) => (await ask('pro', 'GET', '/api/reports')).json()

export const liveJobs = ({ database }: World) =>
  database.queries
    .selectFrom('jobs')
    .select('id')
    .where('kind', 'in', ['find-due-reports', 'make-report'])
    .where('state', 'in', ['waiting', 'running'])
    .execute()
