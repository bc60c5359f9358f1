/** What waits for a user, for tests: the list, one kind of it, and people who stay signed in through days. */
import type { Attention } from '@tangelo/contract'
import { expect } from 'vitest'
import { DAY_MS } from './planted-accounts.ts'
import type { Person, World } from './world.ts'

export const ATTENTION = '/api/attention'
export async function list(here: World, who: Person = 'admin', query = ''): Promise<Attention> {
  const res = await here.ask(who, 'GET', ATTENTION + query)
  expect(res.statusCode, res.body).toBe(200)
  return res.json()
}
/** The people stay signed in through days of the clock. */
export const session = { idleMs: 90 * DAY_MS, maxMs: 90 * DAY_MS }
export const itemOf = async (here: World, kind: string, who: Person = 'admin', query = '') =>
  (await list(here, who, query)).items.find((item) => item.kind === kind)

export async function markRead(here: World, id: number, at: number) {
  await here.database.queries
    .updateTable('accounts')
    .set({ captured_at: at, shown: null })
    .where('id', '=', id)
    .execute()
}
