/** For tests of the analysis of accounts: its answer through the route. */
import { type Analysis, routes } from '@tangelo/contract'
import { expect } from 'vitest'
import type { Person, World } from './world.ts'

export const get = (here: World, id: number, query = '', who: Person = 'admin') =>
  here.ask(who, 'GET', `/api/accounts/${id}/analysis${query}`)

export async function analyse(here: World, id: number, query = ''): Promise<Analysis> {
  const res = await get(here, id, query)
  expect(res.statusCode, res.body).toBe(200)
  return routes.analysis.read.reply.parse(res.json())
}

/** For what imports hundreds of rows, or starts threads, while other tests run. */
export const LONG_MS = 60_000
