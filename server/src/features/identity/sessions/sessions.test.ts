/** Who is signed in where, and ending that. */
import { describe, expect, test } from 'vitest'
import { isLive } from '../../../testing/signing-in.ts'
import { PASSWORD, type Person, START, type World, world } from '../../../testing/world.ts'
import { browserOf } from './sessions.rules.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

async function signIn({ app }: World, username: string, remoteAddress = '10.1.2.3'): Promise<string> {
  const headers = { 'user-agent': FIREFOX }
  const payload = { username, password: PASSWORD }
  return (await app.inject({ method: 'POST', url: '/api/auth/login', payload, headers, remoteAddress })).json().token
}

const own = async (here: World, who: Person) => (await here.ask(who, 'GET', '/api/sessions')).json()

describe('my own sessions', () => {
  test("are listed with browser and address, the caller's own marked; other users' are not", async () => {
    const here = await world()
    here.clock.moveBy(60_000)
    await signIn(here, 'pro')
    const began = new Date(START + 60_000).toISOString()
    const begin = new Date(START).toISOString()
    expect(await own(here, 'pro')).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{43}$/),
        browser: 'Firefox 145 on Linux',
        address: '10.1.2.3',
        beganAt: began,
        lastSeenAt: began,
        isCurrent: false,
      },
      { id: 'of-pro', browser: null, address: null, beganAt: begin, lastSeenAt: begin, isCurrent: true },
    ])
  })

  test('show where they were last seen, and not those that are over', async () => {
    const here = await world()
    const token = await signIn(here, 'pro')
    here.clock.moveBy(23 * 3_600_000)
    const headers = { authorization: `Bearer ${token}` }
    await here.app.inject({ url: '/api/accounts', headers, remoteAddress: '10.9.9.9' })
    here.clock.moveBy(2 * 3_600_000)
    const res = await here.app.inject({ url: '/api/sessions', headers, remoteAddress: '10.9.9.9' })
    const seen = new Date(START + 25 * 3_600_000).toISOString()
    expect(res.json()).toEqual([expect.objectContaining({ address: '10.9.9.9', lastSeenAt: seen, isCurrent: true })])
  })

  test('end one by one with the password; the token is dead at once', async () => {
    const here = await world()
    here.clock.moveBy(1_000)
    const token = await signIn(here, 'pro')
    const [{ id }] = await own(here, 'pro')
    const wrong = await here.ask('pro', 'POST', `/api/sessions/${id}/end`, { password: 'a wrong guess' })
    expect(wrong.json()).toMatchObject({ status: 400, fields: { password: 'is not right' } })
    expect(await isLive(here, token)).toBe(true)
    expect((await here.ask('pro', 'POST', `/api/sessions/${id}/end`, { password: PASSWORD })).statusCode).toBe(200)
    expect(await isLive(here, token)).toBe(false)
    expect(await isLive(here, here.tokens.pro)).toBe(true)
  })

  test('a foreign one and a missing one are indistinguishable', async () => {
    const here = await world()
    const [foreign, missing] = [
      await here.ask('pro', 'POST', '/api/sessions/of-basic/end', { password: PASSWORD }),
      await here.ask('pro', 'POST', '/api/sessions/of-no-user/end', { password: PASSWORD }),
    ]
    expect(foreign.statusCode).toBe(404)
    expect(foreign.body).toBe(missing.body)
    expect(await isLive(here, here.tokens.basic)).toBe(true)
  })

  test('all others end at once, and none of another user', async () => {
    const here = await world()
    const tokens = [await signIn(here, 'pro'), await signIn(here, 'pro')]
    const res = await here.ask('pro', 'POST', '/api/sessions/end-others', { password: PASSWORD })
    expect(res.json()).toEqual({ ended: 2 })
    for (const token of tokens) expect(await isLive(here, token)).toBe(false)
    expect(await isLive(here, here.tokens.pro)).toBe(true)
    expect(await isLive(here, here.tokens.basic)).toBe(true)
  })
})

describe('all users’ sessions', () => {
  test('are listed for administrators, found by name and by address, page by page', async () => {
    const here = await world()
    here.clock.moveBy(1_000)
    await signIn(here, 'basic', '10.7.7.7')
    const list = async (query: string) => here.ask('admin', 'GET', `/api/admin/sessions${query}`)
    const first = await list('?limit=4')
    expect(first.headers['x-total-count']).toBe('6')
    expect(first.json()[0]).toMatchObject({ username: 'basic', role: 'basic', userId: 3, address: '10.7.7.7' })
    const next = String(first.headers.link).match(/cursor=([^&>]+)/)?.[1]
    const second = await list(`?limit=4&cursor=${next}`)
    const names = [...first.json(), ...second.json()].map(({ id }: { id: string }) => id)
    expect(new Set(names).size).toBe(6)
    expect((await list('?q=BASI')).json()).toHaveLength(2)
    expect((await list('?q=10.7')).json()).toHaveLength(1)
  })

  test("end one by one, all of one user, and all but the caller's own", async () => {
    const here = await world()
    await signIn(here, 'basic')
    const ownOnes = await Promise.all(
      ['/of-admin', '?userId=1'].map((path) => here.ask('admin', 'DELETE', `/api/admin/sessions${path}`)),
    )
    expect(ownOnes.map((answer) => [answer.statusCode, answer.json().error])).toEqual([
      [409, 'own_session'],
      [409, 'own_session'],
    ])
    expect((await here.ask('admin', 'DELETE', '/api/admin/sessions/of-pro')).statusCode).toBe(200)
    expect(await isLive(here, here.tokens.pro)).toBe(false)
    expect((await here.ask('admin', 'DELETE', '/api/admin/sessions/of-pro')).statusCode).toBe(404)
    expect((await here.ask('admin', 'DELETE', '/api/admin/sessions?userId=3')).json()).toEqual({ ended: 2 })
    expect((await here.ask('admin', 'DELETE', '/api/admin/sessions')).json()).toEqual({ ended: 2 })
    expect(await isLive(here, here.tokens.admin)).toBe(true)
  })
})

test.each([
  [FIREFOX, 'Firefox 145 on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge 142 on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Chrome 142 on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari 18 on iPhone',
  ],
  ['curl/8.14.1', 'curl 8'],
  ['something odd', 'something odd'],
  [null, null],
])('%s is shown as %s', (userAgent, shown) => {
  expect(browserOf(userAgent)).toBe(shown)
})
