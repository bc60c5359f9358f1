/** Every failure is answered in the same shape, by its name and in a sentence, and gives nothing of the server away. */
import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { bearer, expectSafeHeaders, makeBrokenWorld } from '../../testing/any-answer.ts'
import { setUpSharedWorld, type World } from '../../testing/world.ts'

const shared = setUpSharedWorld({ accounts: ['own'] })

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
    const { ask, lines } = await makeBrokenWorld()
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
    const logged = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request failed')
    expect(logged).toMatchObject({ level: 50, reqId: res.headers['x-request-id'], err: { message: /accounts/ } })
  })
})
