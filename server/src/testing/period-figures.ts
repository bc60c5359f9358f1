/** Accounts with figures of two months for tests of periods: growing, standing still, shrinking, stale and unread. */
import { expect } from 'vitest'
import { formWith, type Person, type World, world } from './world.ts'

/** Rows of `name,day of November or October,followers,posts,rate`. */
export async function bring(here: World, ...rows: string[]) {
  const table = `username,date,followers,posts,engagement_rate\n${rows.join('\n')}\n`
  const answer = await here.ask('admin', 'POST', '/api/accounts/import', formWith(table))
  expect(answer.statusCode, answer.body).toBe(200)
}

/** Grows by a tenth, by none, shrinks; the fourth is stale, the fifth was never read. */
export async function makeWorldWithPeriods() {
  const here = await world({ accounts: ['up', 'same', 'down', 'old', 'unread', { username: 'other', companyId: 2 }] })
  for (const [name, before, now] of [
    ['up', 1_000, 1_100],
    ['same', 5_000, 5_000],
    ['down', 2_000, 1_000],
    ['other', 100, 150],
  ])
    await bring(
      here,
      `${name},2026-09-21,${before},,1`,
      `${name},2026-10-21,${before},10,2`,
      `${name},2026-11-20,${now},14,2.5`,
    )
  await bring(here, 'old,2026-10-17,700,,', 'old,2026-11-17,900,,')
  return here
}

export const list = async (here: World, query: string, who: Person = 'basic') => {
  const answer = await here.ask(who, 'GET', `/api/accounts?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ username: string; isStale: boolean; period: Record<string, unknown>; tags: string[] }[]>()
}
