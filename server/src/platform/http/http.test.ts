/** What every response has in common, in all domains: headers, failures, ids, logs, health, pages. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { folderOfTest } from '../../testing/test-folder.ts'
import { formWith, PASSWORD, sharedWorld, type World, world } from '../../testing/world.ts'
import { openDatabase } from '../database/database.ts'
import { openLog } from '../log.ts'
import { readiness, storeAnswers } from '../readiness.ts'
import type { CspOrigins } from './security-headers.ts'

const shared = sharedWorld({ accounts: ['own'] })

/** A world whose store has gone away: every question to it fails. */
async function broken() {
  const lines: string[] = []
  const here = await world({
    accounts: ['own'],
    breaksStore: true,
    app: { log: openLog('trace', { write: (line) => lines.push(line) }), logsRequests: true },
  })
  await here.database.queries.schema.alterTable('accounts').renameTo('gone').execute()
  return { ...here, lines }
}

const bearer = ({ tokens }: World) => ({ authorization: `Bearer ${tokens.admin}` })

describe('a failure', () => {
  const JSON_TYPE = { 'content-type': 'application/json' }
  const FAILURES: [string, number, string, (here: World) => InjectOptions][] = [
    ['no such address', 404, 'not_found', () => ({ url: '/api/nothing' })],
    ['no such address outside /api', 404, 'not_found', () => ({ url: '/nothing' })],
    ['an address in another case', 404, 'not_found', () => ({ url: '/API/accounts' })],
    ['a method that is not offered', 405, 'method_not_allowed', () => ({ method: 'PATCH', url: '/api/accounts/1' })],
    ['an unusual method', 405, 'method_not_allowed', () => ({ method: 'OPTIONS', url: '/api/accounts' })],
    ['an address that cannot be decoded', 400, 'invalid_input', () => ({ url: '/api/accounts/%E0%A4%A' })],
    ['a part of 300 characters', 400, 'invalid_input', () => ({ url: `/api/accounts/${'1'.repeat(300)}` })],
    ['no session', 401, 'not_signed_in', () => ({ url: '/api/accounts' })],
    [
      'a forbidden room',
      403,
      'access_denied',
      ({ tokens }) => ({ url: '/api/users', headers: { authorization: `Bearer ${tokens.pro}` } }),
    ],
    ['a missing object', 404, 'not_found', (here) => ({ url: '/api/accounts/9', headers: bearer(here) })],
    ['bad input', 400, 'invalid_input', (here) => ({ url: '/api/accounts/x', headers: bearer(here) })],
    [
      'a conflict',
      409,
      'account_exists',
      (here) => ({ method: 'POST', url: '/api/accounts', payload: { username: 'own' }, headers: bearer(here) }),
    ],
    [
      'a body that is too large',
      413,
      'too_large',
      (here) => ({
        method: 'POST',
        url: '/api/accounts',
        payload: 'x'.repeat(1024 * 1024 + 1),
        headers: { ...bearer(here), ...JSON_TYPE },
      }),
    ],
    [
      'a body of another kind',
      415,
      'unsupported_media_type',
      (here) => ({
        method: 'POST',
        url: '/api/accounts',
        payload: 'x',
        headers: { ...bearer(here), 'content-type': 'text/csv' },
      }),
    ],
    [
      'a body that is no JSON',
      400,
      'invalid_input',
      (here) => ({ method: 'POST', url: '/api/accounts', payload: '{', headers: { ...bearer(here), ...JSON_TYPE } }),
    ],
  ]

  test.each(FAILURES)(
    'by %s answers %i with its name, a sentence and the headers of all answers',
    async (_, status, error, ask) => {
      const here = await shared()
      const asked = ask(here)
      const res = await here.app.inject(asked)
      expect(res.statusCode).toBe(status)
      expect(res.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(res.json()).toMatchObject({
        error,
        status,
        success: false,
        message: expect.stringMatching(/^[@A-Za-z].{5,}/),
      })
      expectSafeHeaders(res.headers)
      if (String(asked.url).startsWith('/api')) expect(res.headers['cache-control']).toBe('no-store')
    },
  )

  test('by a method that is not offered names those that are', async () => {
    const { app } = await shared()
    const res = await app.inject({ method: 'PATCH', url: '/api/accounts/1?x=1' })
    expect(res.headers.allow).toBe('DELETE, GET, HEAD, PUT')
    expect(res.json().message).toBe('PATCH is not offered at this address, only DELETE, GET, HEAD, PUT')
    const post = await app.inject({ method: 'POST', url: '/api/openapi.json' })
    expect(post.headers.allow).toBe('GET, HEAD')
  })

  test('of the server itself reveals nothing but an id, under which the log has the details', async () => {
    const { ask, lines } = await broken()
    const res = await ask('admin', 'GET', '/api/accounts/1')
    expect(res.statusCode).toBe(500)
    expect(res.json()).toEqual({
      error: 'internal',
      message: `Something went wrong on the server (request ${res.headers['x-request-id']})`,
      status: 500,
      success: false,
      requestId: res.headers['x-request-id'],
    })
    expectSafeHeaders(res.headers)
    const told = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request failed')
    expect(told).toMatchObject({ level: 50, reqId: res.headers['x-request-id'], err: { message: /accounts/ } })
  })
})

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

test('logs hold neither tokens nor passwords, in any case, and one line per request at debug', async () => {
  const here = await broken()
  const { app, tokens, lines } = here
  const login = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: 'pro', password: PASSWORD },
  })
  await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: 'pro', password: 'a secret mistake' },
  })
  await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: '{"password":"a secret mistake"',
    headers: { 'content-type': 'application/json' },
  })
  await here.ask('pro', 'POST', '/api/auth/password', { currentPassword: PASSWORD, newPassword: 'plum jam, two jars' })
  await here.ask('admin', 'POST', '/api/users', { username: 'newcomer', password: 'plum jam, two jars' })
  await here.ask('admin', 'GET', '/api/accounts?q=x')
  await here.ask('admin', 'POST', '/api/accounts/import', formWith('username,date,followers\nown,2026-11-01,5\n'))
  const text = lines.join('')
  for (const secret of [
    ...Object.values(tokens),
    login.json().token,
    PASSWORD,
    'plum jam',
    'a secret mistake',
    'argon2',
  ])
    expect(text).not.toContain(secret)
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  expect(requests).toHaveLength(7)
  expect(requests[0]).toMatchObject({
    method: 'POST',
    path: '/api/auth/login',
    status: 200,
    reqId: login.headers['x-request-id'],
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
    const broken = openDatabase({ engine: 'postgres', url: 'postgres://nobody:secret@127.0.0.1:1/none' })
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

describe('the screen', () => {
  async function withSite(pageGuest: CspOrigins | null = null) {
    const folder = folderOfTest()
    mkdirSync(join(folder, 'assets'))
    writeFileSync(
      join(folder, 'index.html'),
      '<!doctype html><script nonce="__CSP_NONCE__"></script><style nonce="__CSP_NONCE__">',
    )
    writeFileSync(join(folder, 'assets/app-1a2b.js'), 'plain')
    writeFileSync(join(folder, 'assets/app-1a2b.js.br'), 'brotli')
    writeFileSync(join(folder, 'assets/app-1a2b.js.gz'), 'gzip')
    mkdirSync(join(folder, 'assets/workers'))
    writeFileSync(join(folder, 'assets/workers/preview-1a2b.js'), 'worker')
    writeFileSync(join(folder, 'assets/workers/preview-1a2b.js.br'), 'worker, brotli')
    writeFileSync(join(folder, 'icon.svg'), '<svg/>')
    writeFileSync(join(folder, '.env'), 'SECRET=1')
    return world({ app: { siteFolder: folder, cspOrigins: pageGuest } })
  }

  test('answers every page address with the page and a nonce of its own', async () => {
    const { app } = await withSite()
    const nonces = new Set<string>()
    for (const url of ['/', '/login', '/account/12?range=30', '/what/ever', '/index.html']) {
      const res = await app.inject(url)
      expect(res.statusCode).toBe(200)
      expect(res.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(res.headers['cache-control']).toBe('no-store')
      const [first, second] = [...res.body.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce ?? '')
      expect(first).toBe(second)
      nonces.add(first ?? '')
      expect(res.headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${first}';`)
      expect(res.headers['content-security-policy']).toContain("default-src 'none'")
      expect(res.headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/)
      expectSafeHeaders(res.headers)
    }
    expect(nonces.size).toBe(5)
    expect((await app.inject({ method: 'HEAD', url: '/' })).statusCode).toBe(200)
  })

  test('names what the page at an address loads, so that it comes along with the entry', async () => {
    const folder = folderOfTest()
    writeFileSync(join(folder, 'index.html'), '<head><script nonce="__CSP_NONCE__"></script></head>')
    const byRoute = { '/': ['assets/home-1.js'], '/account/$accountId': ['assets/account-1.js', 'assets/chart-1.css'] }
    writeFileSync(join(folder, 'preloads.json'), JSON.stringify(byRoute))
    const { app } = await world({ app: { siteFolder: folder } })
    const linksAt = async (url: string) =>
      [...(await app.inject(url)).body.matchAll(/<link rel="(\w+)"[^>]*href="([^"]+)">/g)].map(([, rel, to]) => [
        rel,
        to,
      ])
    expect(await linksAt('/?days=90')).toEqual([['modulepreload', '/assets/home-1.js']])
    expect(await linksAt('/account/12?range=30')).toEqual([
      ['modulepreload', '/assets/account-1.js'],
      ['preload', '/assets/chart-1.css'],
    ])
    for (const url of ['/account/12/posts', '/elsewhere', '/preloads.json']) expect(await linksAt(url)).toEqual([])
    const { body, headers } = await app.inject('/')
    const [first, second] = [...body.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce)
    expect([first, headers['content-security-policy']]).toEqual([second, expect.stringContaining(`'nonce-${first}'`)])
  })

  test('lets a listed CSP origin in, and no other', async () => {
    const { app } = await withSite({
      scripts: ['https://cards.example'],
      frames: ['https://frames.example'],
      calls: ['https://calls.example'],
      trustedTypes: ['default'],
    })
    const policy = String((await app.inject('/pricing')).headers['content-security-policy'])
    expect(policy.split('; ').filter((part) => part.includes('example'))).toEqual([
      expect.stringMatching(/^script-src 'self' 'nonce-\S+' https:\/\/cards\.example$/),
      "connect-src 'self' https://calls.example",
      "frame-src 'self' https://frames.example",
    ])
    expect(policy).toMatch(/trusted-types tangelo-preview default$/)
    expect(policy).not.toContain('unsafe-')
  })

  test('never takes an address of the interface or of a file for a page', async () => {
    const { app } = await withSite()
    for (const url of ['/api/nothing', '/api', '/media/x.jpg', '/assets/gone.js']) {
      const res = await app.inject(url)
      expect(res.statusCode).toBe(404)
      expect(res.json().error).toBe('not_found')
    }
    expect((await app.inject({ method: 'POST', url: '/login' })).statusCode).toBe(404)
  })

  test('sends files compressed as the browser takes them; hashed ones may be kept for ever', async () => {
    const { app } = await withSite()
    const asked = (encoding: string) =>
      app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': encoding } })
    for (const [encoding, body] of [
      ['gzip, deflate, br', 'brotli'],
      ['gzip', 'gzip'],
      ['identity', 'plain'],
    ] as const) {
      const res = await asked(encoding)
      expect(res.body).toBe(body)
      expect(res.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        'x-content-type-options': 'nosniff',
      })
    }
    expect((await app.inject('/icon.svg')).headers['cache-control']).toBe('public, max-age=3600')
  })

  test('lets workers alone compile, and the page start none but ours', async () => {
    const { app } = await withSite()
    const policyOf = async (url: string, encoding = 'identity') =>
      (await app.inject({ url, headers: { 'accept-encoding': encoding } })).headers['content-security-policy']
    const workers = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src 'self' blob:"
    expect(await policyOf('/assets/workers/preview-1a2b.js')).toBe(workers)
    expect(await policyOf('/assets/workers/preview-1a2b.js', 'br')).toBe(workers)
    expect(await policyOf('/assets/app-1a2b.js')).not.toContain('unsafe')
    const page = await policyOf('/reel-maker')
    expect(page).toContain("worker-src 'self';")
    expect(page).toMatch(/require-trusted-types-for 'script'; trusted-types tangelo-preview$/)
    expect(page).not.toContain('unsafe')
  })

  test('hands out nothing that is not part of it', async () => {
    const { app } = await withSite()
    for (const url of [
      '/.env',
      '/../package.json',
      '/..%2f..%2fetc%2fpasswd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/assets/..%2f.env',
    ]) {
      const res = await app.inject(url)
      expect(res.body).not.toMatch(/SECRET|root:|"name"/)
    }
  })
})

function expectSafeHeaders(headers: Record<string, unknown>) {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-request-id': expect.stringMatching(/^[\w-]{8,}$/),
  })
}
