/** Clocks that jump, accounts that many addresses guess at, and API tokens that end with a password; through the routes. */
import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { PASSWORD, START, type World, world } from './world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const signIn = ({ app }: World, username: string, password: string, remoteAddress = '127.0.0.1') =>
  app.inject({ method: 'POST', url: '/api/auth/login', payload: { username, password }, remoteAddress })

const get = ({ app }: World, token: string, url = '/api/accounts') =>
  app.inject({ url, headers: { authorization: `Bearer ${token}` } })

/** As wrong passwords from many addresses leave it, without the work of checking them. */
async function insertGuesses({ database, clock }: World, username: string, failures: number) {
  const key = hash('sha256', `account\n${username}`, 'base64url')
  await database.queries
    .insertInto('login_failures')
    .values({ key, failures, window_started_at: clock.now(), blocked_until: 0 })
    .execute()
}

const guessFrom = async (here: World, username: string, addresses: number[]) => {
  const statuses: number[] = []
  for (const at of addresses)
    statuses.push((await signIn(here, username, 'a wrong guess', `203.0.113.${at}`)).statusCode)
  return statuses
}

const entriesOf = async ({ ask }: World) =>
  (await ask('admin', 'GET', '/api/audit-log?group=access')).json() as { act: string; objectName: string | null }[]

test('a lockout that was counted while the clock was two days ahead lasts 15 minutes at most', async () => {
  const here = await world()
  here.clock.moveBy(2 * DAY)
  for (let failure = 0; failure < 6; failure += 1) await signIn(here, 'pro', 'a wrong guess')
  here.clock.moveBy(-2 * DAY)
  const refused = await signIn(here, 'pro', PASSWORD)
  expect(refused.statusCode).toBe(429)
  const { retryAfterSeconds } = refused.json()
  expect(retryAfterSeconds).toBeLessThanOrEqual(900)
  here.clock.moveBy(retryAfterSeconds * 1_000)
  expect((await signIn(here, 'pro', PASSWORD)).statusCode).toBe(200)
})

test('a session that was found expired stays so when the clock goes back', async () => {
  const here = await world()
  const { token } = (await signIn(here, 'pro', PASSWORD)).json()
  here.clock.moveBy(25 * HOUR)
  expect((await get(here, token)).statusCode).toBe(401)
  here.clock.moveBy(-25 * HOUR)
  expect((await get(here, token)).statusCode).toBe(401)
})

test('an API token that was found expired stays so when the clock goes back, also in the list', async () => {
  const here = await world()
  const { token } = (await here.ask('pro', 'POST', '/api/auth/generate-api-token', {})).json()
  here.clock.moveBy(91 * DAY)
  expect((await get(here, token)).statusCode).toBe(401)
  here.clock.moveBy(-91 * DAY)
  expect((await get(here, token)).statusCode).toBe(401)
  expect((await here.ask('pro', 'GET', '/api/auth/tokens')).json()).toMatchObject([{ status: 'Expired' }])
})

test('a hundred wrong passwords within an hour, five from each address, hold up addresses that never signed in', async () => {
  const here = await world()
  await insertGuesses(here, 'pro', 85)
  expect((await signIn(here, 'pro', PASSWORD, '198.51.100.7')).statusCode).toBe(200)
  const statuses: number[] = []
  for (const address of [1, 2, 3, 4]) statuses.push(...(await guessFrom(here, 'pro', Array(5).fill(address))))
  expect(statuses).toEqual([...Array(15).fill(401), ...Array(5).fill(429)])
  expect((await signIn(here, 'pro', PASSWORD, '192.0.2.1')).statusCode).toBe(429)
  expect((await signIn(here, 'pro', PASSWORD, '198.51.100.7')).statusCode).toBe(200)
  expect(await guessFrom(here, 'pro', [99])).toEqual([429])
  here.clock.moveBy(30_000)
  expect((await signIn(here, 'pro', PASSWORD, '192.0.2.1')).statusCode).toBe(200)
})

test('an account that many guess at is made known once an hour: in the log, to administrators, to its owner', async () => {
  const here = await world()
  await insertGuesses(here, 'pro', 98)
  await guessFrom(here, 'pro', [1])
  expect((await here.ask('admin', 'GET', '/api/system')).json().guessedUsers).toEqual([])
  await guessFrom(here, 'pro', [2])
  here.clock.moveBy(30_000)
  await guessFrom(here, 'pro', [3, 4])
  const at = new Date(START).toISOString()
  const slowed = (await entriesOf(here)).filter(({ act }) => act === 'sign-ins.slowed')
  expect(slowed).toMatchObject([{ via: 'server', objectName: 'pro', details: { failures: 100 } }])
  expect((await here.ask('admin', 'GET', '/api/system')).json().guessedUsers).toEqual([{ id: 2, username: 'pro', at }])
  expect((await here.ask('pro', 'GET', '/api/auth/profile')).json().guessedAt).toBe(at)
  expect((await here.ask('basic', 'GET', '/api/auth/profile')).json().guessedAt).toBeNull()
  const events = await here.database.queries.selectFrom('events').select(['company_id', 'kind']).execute()
  expect(events).toEqual([{ company_id: 0, kind: 'sign-ins-slowed' }])
  here.clock.moveBy(HOUR)
  expect((await signIn(here, 'pro', PASSWORD)).json().guessedAt).toBe(at)
  expect((await signIn(here, 'pro', PASSWORD)).json()).not.toHaveProperty('guessedAt')
  const newPassword = 'two jars of plum jam'
  await here.ask('pro', 'POST', '/api/auth/password', { currentPassword: PASSWORD, newPassword })
  expect((await here.ask('admin', 'GET', '/api/system')).json().guessedUsers).toEqual([])
})

test('a name that no user has is slowed down alike, and alerts no one', async () => {
  const here = await world()
  await insertGuesses(here, 'a-stranger', 99)
  expect(await guessFrom(here, 'a-stranger', [1, 2])).toEqual([401, 429])
  expect((await here.ask('admin', 'GET', '/api/system')).json().guessedUsers).toEqual([])
})

test('failures that are spread over more than an hour hold up no one', async () => {
  const here = await world()
  await insertGuesses(here, 'pro', 99)
  here.clock.moveBy(HOUR)
  expect(await guessFrom(here, 'pro', [1, 2, 3])).toEqual([401, 401, 401])
})

test('a new password deletes the API tokens where the owner chooses so, and leaves them otherwise', async () => {
  const here = await world()
  const tokenOf = async () =>
    (await here.ask('admin', 'POST', '/api/auth/generate-api-token', { userId: 2 })).json().token
  const tokens = [await tokenOf(), await tokenOf()]
  const changePassword = async (session: string, currentPassword: string, more: object = {}) =>
    (
      await here.app.inject({
        method: 'POST',
        url: '/api/auth/password',
        headers: { authorization: `Bearer ${session}` },
        payload: { currentPassword, newPassword: `${currentPassword}, riper`, ...more },
      })
    ).json()
  const kept = await changePassword(here.tokens.pro, PASSWORD)
  expect(kept.revokedApiTokens).toBe(0)
  expect((await get(here, tokens[0] ?? '')).statusCode).toBe(200)
  const revoked = await changePassword(kept.token, `${PASSWORD}, riper`, { revokesApiTokens: true })
  expect(revoked.revokedApiTokens).toBe(2)
  for (const token of tokens) expect((await get(here, token)).statusCode).toBe(401)
  const acts = (await here.ask('admin', 'GET', '/api/audit-log')).json() as { act: string; details: object }[]
  expect(acts.filter(({ act }) => act === 'token.deleted')).toHaveLength(2)
  expect(acts.filter(({ act }) => act === 'password.changed').map(({ details }) => details)).toEqual([
    { revokesApiTokens: true },
    { revokesApiTokens: false },
  ])
})
