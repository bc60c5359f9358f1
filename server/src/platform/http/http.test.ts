/** What every response has in common, in all domains: headers, ids, whose address counts, health. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { bearer, expectSafeHeaders } from '../../testing/any-answer.ts'
import { setUpSharedWorld, type World, world } from '../../testing/world.ts'
import { openDatabase } from '../database/database.ts'
import { openLog } from '../log.ts'
import { readiness, storeAnswers } from '../readiness.ts'

const shared = setUpSharedWorld({ accounts: ['own'] })

describe('every answer', () => {
  test('has the headers of a safe one and an id of its own', async () => {
    const { app, ask } = await shared()
    const ids = new Set<unknown>()
    for (const res of [
      await app.inject('/healthz'),
      await app.inject('/readyz'),
      await app.inject('/api/auth/status'),
      await app.inject('/api/openapi.json'),
      await ask('admin', 'GET', '/api/accounts'),
      await ask('admin', 'GET', '/api/accounts/1'),
    ]) {
      expect(res.statusCode).toBe(200)
      expectSafeHeaders(res.headers)
      ids.add(res.headers['x-request-id'])
    }
    expect(ids.size).toBe(6)
  })

  test('under /api is never cached', async () => {
    const { app, ask } = await shared()
    for (const res of [
      await ask('admin', 'GET', '/api/accounts'),
      await app.inject('/api/auth/status'),
      await app.inject('/api/openapi.json'),
      await app.inject('/api/docs'),
    ])
      expect(res.headers['cache-control']).toBe('no-store')
  })

  test('has an id that the caller cannot choose', async () => {
    const { app } = await shared()
    const res = await app.inject({ url: '/healthz', headers: { 'request-id': 'mine', 'x-request-id': 'mine' } })
    expect(res.headers['x-request-id']).not.toBe('mine')
  })

  test('to HEAD is that of GET without its body', async () => {
    const here = await shared()
    for (const url of ['/api/accounts', '/healthz', '/api/docs']) {
      const [head, get] = await Promise.all(
        (['HEAD', 'GET'] as const).map((method) => here.app.inject({ method, url, headers: bearer(here) })),
      )
      expect(head?.statusCode).toBe(200)
      expect(head?.body).toBe('')
      expect(head?.headers['content-type']).toBe(get?.headers['content-type'])
      expect(head?.headers['content-length']).toBe(get?.headers['content-length'])
    }
    expect((await here.app.inject({ method: 'HEAD', url: '/api/accounts' })).statusCode).toBe(401)
  })

  test('names no software and sets no cookie', async () => {
    const { app } = await shared()
    const { headers } = await app.inject('/api/auth/status')
    for (const name of ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-origin'])
      expect(headers[name]).toBeUndefined()
  })
})

describe('the address of a caller', () => {
  const guess = (here: World, forwarded: string, remoteAddress: string) =>
    here.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: 'pro', password: 'a wrong guess' },
      headers: { 'x-forwarded-for': forwarded },
      remoteAddress,
    })

  async function sixth(here: World, remoteAddress: string) {
    for (let at = 1; at <= 5; at += 1) await guess(here, `203.0.113.${at}`, remoteAddress)
    return (await guess(here, '203.0.113.6', remoteAddress)).statusCode
  }

  test('is the one that connects: X-Forwarded-For of untrusted clients changes nothing', async () => {
    expect(await sixth(await world(), '198.51.100.7')).toBe(429)
  })

  test('is the forwarded one behind a trusted proxy only', async () => {
    const here = await world({ app: { trustedProxies: ['10.0.0.0/8'] } })
    expect(await sixth(here, '10.1.2.3')).toBe(401)
    expect(await sixth(here, '198.51.100.7')).toBe(429)
  })

  test('with https makes browsers stay there, when a trusted proxy reports it', async () => {
    const here = await world({ app: { trustedProxies: ['10.0.0.1'] } })
    const from = (remoteAddress: string) =>
      here.app.inject({ url: '/healthz', headers: { 'x-forwarded-proto': 'https' }, remoteAddress })
    expect((await from('10.0.0.1')).headers['strict-transport-security']).toBe('max-age=31536000')
    expect((await from('10.0.0.2')).headers['strict-transport-security']).toBeUndefined()
  })
})

describe('health', () => {
  test('says that the process lives, and that the store answers', async () => {
    const { app } = await shared()
    expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
    const ready = await app.inject('/readyz')
    expect(ready.statusCode).toBe(200)
    expect(ready.json()).toEqual({ status: 'ready' })
  })

  test('without a store says 503 and why, but no secret of the machine, and still lives', async () => {
    const broken = openDatabase({ engine: 'postgres', url: 'postgres://unknown:secret@127.0.0.1:1/none' })
    onTestFinished(() => broken.close())
    const { app } = await world({ app: { readiness: readiness([storeAnswers(broken)], { log: openLog('silent') }) } })
    const ready = await app.inject('/readyz')
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toEqual({
      status: 'not ready',
      reason: 'store_unavailable',
      message: 'The database does not answer. Requests work again as soon as it does.',
    })
    expect((await app.inject('/healthz')).statusCode).toBe(200)
  })
})
