/** Guessing passwords (D5): slowed down for a name, an address and a network. */
import { describe, expect, test } from 'vitest'
import { readTables } from '#testing/read-tables.ts'
import { inTurn, PRO, signIn } from '#testing/signing-in.ts'
import { PASSWORD, type World, world } from '#testing/world.ts'

const MINUTE = 60_000

describe('guessing', () => {
  const guess = (here: World, times: number, username = 'pro', from = '127.0.0.1') =>
    inTurn(times, async () => (await signIn(here, username, 'a wrong guess', from)).statusCode)

  test('is stopped at the sixth wrong password, for the right one too', async () => {
    const here = await world()
    expect(await guess(here, 5)).toEqual([401, 401, 401, 401, 401])
    for (const password of ['a wrong guess', PASSWORD]) {
      const res = await signIn(here, 'PRO', password)
      expect(res.statusCode).toBe(429)
      expect(res.headers['retry-after']).toBe('30')
      expect(res.json()).toEqual({
        error: 'too_many_attempts',
        message: 'Too many failed attempts. Try again in 30 seconds.',
        status: 429,
        success: false,
        retryAfterSeconds: 30,
      })
    }
  })

  test('treats an unknown name in the same way', async () => {
    const here = await world()
    expect(await guess(here, 6, 'unknown')).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('waits twice as long after each further failure, up to 15 minutes', async () => {
    const here = await world()
    await guess(here, 5)
    const delays = await inTurn(8, async () => {
      const { retryAfterSeconds } = (await signIn(here, 'pro', 'a wrong guess')).json()
      here.clock.moveBy(retryAfterSeconds * 1000)
      expect((await signIn(here, 'pro', 'a wrong guess')).statusCode).toBe(401)
      return retryAfterSeconds
    })
    expect(delays).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
  })

  test('counts down, and lets the right password in when the time is over', async () => {
    const here = await world()
    await guess(here, 5)
    here.clock.moveBy(29_500)
    expect((await signIn(here, 'pro', PASSWORD)).json()).toMatchObject({
      message: 'Too many failed attempts. Try again in 1 second.',
      retryAfterSeconds: 1,
    })
    here.clock.moveBy(500)
    expect((await signIn(here, 'pro', PASSWORD)).statusCode).toBe(200)
  })

  test('starts from nothing 15 minutes after the last failure', async () => {
    const here = await world()
    expect(await guess(here, 4)).toEqual([401, 401, 401, 401])
    here.clock.moveBy(15 * MINUTE)
    expect(await guess(here, 6)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('is forgotten with a right password', async () => {
    const here = await world()
    await guess(here, 4)
    expect((await signIn(here, 'pro', PASSWORD)).statusCode).toBe(200)
    expect(await guess(here, 6)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('blocks the name from that address only, and the address for that name only', async () => {
    const here = await world()
    await guess(here, 6)
    expect((await signIn(here, 'pro', PASSWORD, '10.0.0.7')).statusCode).toBe(200)
    expect((await signIn(here, 'basic', PASSWORD)).statusCode).toBe(200)
  })

  test('of many names from one address is stopped after 50 failures', async () => {
    const { app } = await world()
    const statuses = await inTurn(51, async (at) => {
      const payload = { username: `name${at}`, password: 'a wrong guess' }
      return (await app.inject({ method: 'POST', url: '/api/auth/login', payload, remoteAddress: '10.0.0.8' }))
        .statusCode
    })
    expect(statuses.filter((status) => status === 401)).toHaveLength(50)
    expect(statuses.at(-1)).toBe(429)
  })

  test('with the password alone is not enough once a code is required', async () => {
    const here = await world()
    // So many are looked at first that there is time to turn it on.
    const others = Array.from({ length: 12 }, (_, at) => signIn(here, `name${at}`, 'a wrong guess', `10.0.1.${at}`))
    const late = signIn(here, 'pro', PASSWORD)
    const countFailures = async () => ((await readTables(here.database, 'login_failures')).login_failures ?? []).length
    while ((await countFailures()) < 26) await new Promise(setImmediate)
    await new Promise(setImmediate)
    const on = { user_id: PRO.id, secret: 'sealed', on_since: here.clock.now(), last_period: 0 }
    await here.database.queries.insertInto('two_factor').values(on).execute()
    expect((await late).statusCode).toBe(401)
    await Promise.all(others)
  })

  test('of many names is stopped after 50 failures also from ever new addresses of one network', async () => {
    const { app } = await world()
    const statuses = await inTurn(51, async (at) => {
      const payload = { username: `name${at}`, password: 'a wrong guess' }
      const remoteAddress = `2001:db8:1:2:${at.toString(16)}::${at}`
      return (await app.inject({ method: 'POST', url: '/api/auth/login', payload, remoteAddress })).statusCode
    })
    expect(statuses.filter((status) => status === 401)).toHaveLength(50)
    expect(statuses.at(-1)).toBe(429)
  })

  test('twenty times at once has no more than five passwords looked at', async () => {
    const here = await world()
    const all = await Promise.all(Array.from({ length: 20 }, () => signIn(here, 'pro', 'a wrong guess')))
    const statuses = all.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([...Array<number>(5).fill(401), ...Array<number>(15).fill(429)])
  })

  test('twenty names at once count one by one for their address', async () => {
    const here = await world()
    await Promise.all(Array.from({ length: 20 }, (_, at) => signIn(here, `name${at}`, 'a wrong guess', '10.0.0.9')))
    const { login_failures: rows = [] } = await readTables(here.database, 'login_failures')
    expect(Math.max(...rows.map(({ failures }) => Number(failures)))).toBe(20)
  })
})
