/** Tokens of programs, made through the route and used as programs use them. */
import { expect } from 'vitest'
import type { readTables } from './read-tables.ts'
import type { Person, World } from './world.ts'

export const LIMIT = 100

export const READABLE = [
  '/api/accounts',
  '/api/accounts/1',
  '/api/accounts/1/metrics',
  '/api/accounts/1/metrics/history',
  '/api/accounts/1/posts',
  '/api/accounts/1/analysis',
]

export async function tokenOf({ ask }: World, who: Person, body: object = {}): Promise<string> {
  const res = await ask(who, 'POST', '/api/auth/generate-api-token', body)
  expect(res.statusCode, res.body).toBe(201)
  return res.json().token
}

export const get = (
  { app }: Pick<World, 'app'>,
  token: string,
  url = '/api/accounts',
  headers: Record<string, string> = {},
) => app.inject({ url, headers: { authorization: `Bearer ${token}`, ...headers } })

export const listOf = async ({ ask }: World, who: Person, query = '') =>
  (await ask(who, 'GET', `/api/auth/tokens${query}`)).json()

export const statuses = async (times: number, ask: () => Promise<{ statusCode: number }>) =>
  Promise.all(Array.from({ length: times }, async () => (await ask()).statusCode))

export const countOf = (all: readonly number[], status: number) => all.filter((one) => one === status).length

/** When a token was used, and what counts against its limit, is recorded for any request. */
export function forgetUse(dump: Awaited<ReturnType<typeof readTables>>): void {
  Reflect.deleteProperty(dump, 'token_rate_limits')
  Reflect.deleteProperty(dump, 'api_tokens')
}
