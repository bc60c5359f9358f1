/** The client of the contract, as a program with a token uses it. */
import { tangelo } from '@tangelo/contract/client'
import { describe, expect, test } from 'vitest'
import { LIMIT, tokenOf } from '#testing/api-tokens.ts'
import { until } from '#testing/queue-nodes.ts'
import { setUpSharedWorld, type World, world } from '#testing/world.ts'

const SECOND = 1_000

const shared = setUpSharedWorld()

interface ClientSettings {
  pause?: (milliseconds: number) => Promise<void>
  patienceMs?: number
  /** Called with 1 where a request begins, and with -1 where it has its answer. */
  onRequest?: (change: 1 | -1) => void
}

describe('the client', () => {
  const clientOf = async (here: World, { onRequest = () => {}, ...more }: ClientSettings = {}) => {
    const token = await tokenOf(here, 'pro')
    const asked: { url: string; status: number }[] = []
    const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
      const headers = Object.fromEntries(new Headers(init.headers))
      const { pathname, search } = new URL(String(url))
      onRequest(1)
      const res = await here.app.inject({ url: `${pathname}${search}`, headers })
      onRequest(-1)
      asked.push({ url: `${pathname}${search}`, status: res.statusCode })
      const body = res.statusCode === 304 ? null : res.body
      return new Response(body, {
        status: res.statusCode,
        headers: Object.entries(res.headers).map(([k, v]) => [k, String(v)]),
      })
    }
    return { api: tangelo({ address: 'http://here/', token, fetch, ...more }), asked }
  }

  test('reads the six addresses, each with the types of the contract', async () => {
    const here = await world({ accounts: ['own'] })
    await here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 12 })
    const { api } = await clientOf(here)
    const params = { accountId: 1 }
    const [first] = await api.get('GET /api/accounts', { query: { sort: 'recent', limit: 5 } })
    expect(first?.metrics.followers).toBe(12)
    expect((await api.get('GET /api/accounts/:accountId', { params })).account.username).toBe('own')
    expect((await api.get('GET /api/accounts/:accountId/metrics', { params })).source).toBe('import')
    const days = await api.get('GET /api/accounts/:accountId/metrics/history', {
      params,
      query: { from: '2026-11-01' },
    })
    expect(days.map(({ followers }) => followers)).toEqual([12])
    expect(await api.get('GET /api/accounts/:accountId/posts', { params })).toEqual([])
    const { posting } = await api.get('GET /api/accounts/:accountId/analysis', { params })
    expect(posting.verdict).toBe('too-few-posts')
  })

  test('goes through a list page by page, and does not fetch again what it has', async () => {
    const here = await world({ accounts: ['a', 'b', 'c', 'd', 'e'] })
    const { api, asked } = await clientOf(here)
    const names: string[] = []
    for await (const { username } of api.each('GET /api/accounts', { query: { limit: 2, sort: 'recent' } }))
      names.push(username)
    expect(names).toEqual(['e', 'd', 'c', 'b', 'a'])
    const page = await api.page('GET /api/accounts', { query: { limit: 2, sort: 'recent' } })
    expect([page.rows.length, page.total, typeof page.nextCursor]).toEqual([2, 5, 'string'])
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 304])
  })

  test('waits as long as required when the token has used up its requests, and no longer than its own limit', async () => {
    const here = await world()
    const waits: number[] = []
    const pause = async (milliseconds: number) => {
      waits.push(milliseconds)
      here.clock.moveBy(milliseconds)
    }
    const { api } = await clientOf(here, { pause })
    const read = () => api.get('GET /api/accounts')
    await Promise.all(Array.from({ length: LIMIT }, read))
    await read()
    expect(waits).toEqual([60 * SECOND])
    const { api: hasty } = await clientOf(here, { pause, patienceMs: 5 * SECOND })
    await Promise.all(Array.from({ length: LIMIT }, () => hasty.get('GET /api/accounts')))
    await expect(hasty.get('GET /api/accounts')).rejects.toMatchObject({ status: 429, code: 'too_many_requests' })
  })

  test('waits where the server has too much to do, and then gets every answer', async () => {
    const here = await world({ accounts: ['own'], importsIn: 'worker' })
    const waits: number[] = []
    let underWay = 0
    const pause = async (milliseconds: number) => {
      waits.push(milliseconds)
      await until('those before are done', () => underWay === 0)
    }
    const { api, asked } = await clientOf(here, {
      pause,
      onRequest: (change) => {
        underWay += change
      },
    })
    const read = (_: unknown, day: number) =>
      api.get('GET /api/accounts/:accountId/analysis', {
        params: { accountId: 1 },
        query: { from: `2026-10-${String((day % 31) + 1).padStart(2, '0')}`, to: `2026-11-${day < 31 ? '01' : '02'}` },
      })
    const answers = await Promise.all(Array.from({ length: 45 }, read))
    expect(answers.map(({ posting }) => posting.verdict)).toEqual(answers.map(() => 'too-few-posts'))
    expect(asked.some(({ status }) => status === 503)).toBe(true)
    expect(new Set(waits)).toEqual(new Set([5 * SECOND]))
  })

  test('says what the server said', async () => {
    const { api } = await clientOf(await shared())
    const refused = api.get('GET /api/accounts/:accountId', { params: { accountId: 999 } })
    await expect(refused).rejects.toMatchObject({
      name: 'TangeloError',
      status: 404,
      code: 'not_found',
      message: 'Account not found',
    })
  })
})
