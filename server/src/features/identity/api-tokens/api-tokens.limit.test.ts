/** How many requests a token may make, counted by one process or by several nodes. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { sandboxPayments } from '#adapters/payments/sandbox.ts'
import { openLog } from '#platform/log.ts'
import { readiness } from '#platform/readiness.ts'
import { countOf, get, LIMIT, statuses, tokenOf } from '#testing/api-tokens.ts'
import { emptyFolders, NO_SERVERS, type World, world } from '#testing/world.ts'
import { buildApp } from '../../../app.ts'
import { compose } from '../../../composition/compose.ts'
import { sourceOpener } from '../../../composition/vendors.ts'

const SECOND = 1_000
const DAY = 24 * 3_600_000

describe.each([
  ['counted in the store', false],
  ['counted in memory, by a process alone', true],
])('the limit, %s', (_, isAlone) => {
  test('lets a hundred requests pass in any 60 seconds, and says when the next one may come', async () => {
    const here = await world({ isAlone })
    const token = await tokenOf(here, 'pro')
    const first = await get(here, token)
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '100', 'ratelimit-remaining': '99' })
    here.clock.moveBy(20 * SECOND)
    expect(countOf(await statuses(LIMIT - 1, () => get(here, token)), 200)).toBe(LIMIT - 1)
    here.clock.moveBy(27.5 * SECOND)
    const refused = await get(here, token)
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toEqual({
      error: 'too_many_requests',
      message: 'This API token has made 100 requests within a minute. Try again in 13 seconds.',
      status: 429,
      success: false,
      retryAfterSeconds: 13,
    })
    expect(refused.headers).toMatchObject({ 'retry-after': '13', 'ratelimit-remaining': '0' })
    here.clock.moveBy(12.5 * SECOND)
    expect([(await get(here, token)).statusCode, (await get(here, token)).statusCode]).toEqual([200, 429])
    here.clock.moveBy(20 * SECOND)
    expect(countOf(await statuses(LIMIT, () => get(here, token)), 200)).toBe(LIMIT - 1)
  })

  test('is of the token: no header, letter or other token changes it', async () => {
    const here = await world({ isAlone })
    const [token, other] = [await tokenOf(here, 'pro'), await tokenOf(here, 'pro')]
    await statuses(LIMIT, () => get(here, token))
    for (const [url, headers] of [
      ['/api/accounts', { 'x-forwarded-for': '203.0.113.7' }],
      ['/api/accounts', { 'x-forwarded-for': '203.0.113.8, 198.51.100.1', forwarded: 'for=198.51.100.2' }],
      ['/api/accounts', { 'x-http-method-override': 'HEAD' }],
      ['/api/accounts', { authorization: `bearer ${token}` }],
      ['/api/accounts?q=x', {}],
      ['/api/accounts/1', {}],
      ['/api/users', {}],
    ] as const)
      expect((await get(here, token, url, { ...headers })).statusCode, url).toBe(429)
    for (const url of ['/API/accounts', '/api/Accounts']) expect((await get(here, token, url)).statusCode).toBe(404)
    const head = await here.app.inject({
      method: 'HEAD',
      url: '/api/accounts',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(head.statusCode).toBe(429)
    expect((await get(here, other)).statusCode).toBe(200)
    expect((await here.ask('pro', 'GET', '/api/accounts')).headers).not.toHaveProperty('ratelimit-limit')
  })
})

test('nodes count together: of many requests at once to three of them, a hundred pass', async () => {
  const here = await world()
  const nodes = [here, await anotherNode(here), await anotherNode(here)]
  const token = await tokenOf(here, 'pro')
  const answers = await Promise.all(nodes.map((node) => statuses(60, () => get(node, token))))
  const all = answers.flat()
  expect([countOf(all, 200), countOf(all, 429)]).toEqual([LIMIT, 180 - LIMIT])
})

async function anotherNode({ database, folder, clock, renderer, encryption }: World) {
  const pictures = { fetch: () => Promise.reject(new Error('Nothing is fetched here')) }
  const log = openLog('silent')
  const session = { idleMs: DAY, maxMs: DAY }
  const paths = { path: folder, blobsPath: `${folder}/blobs`, temporaryPath: folder }
  const { services } = compose({
    database,
    folder: paths,
    session,
    encryption,
    clock,
    log,
    pictures,
    renderer,
    webhooks: {},
    warnings: async () => [],
    nodes: { label: 'here', list: async () => [] },
    driveOf: emptyFolders(),
    payments: sandboxPayments({ database, clock, encryption }),
    openSource: sourceOpener(NO_SERVERS, clock),
  })
  const app = await buildApp({ services, log, readiness: readiness([], { log }) })
  onTestFinished(() => app.close())
  return { app }
}
