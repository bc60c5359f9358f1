/** Answers that have not changed need not be sent again. */
import { describe, expect, test } from 'vitest'
import { get, READABLE, tokenOf } from '#testing/api-tokens.ts'
import { setUpSharedWorld, world } from '#testing/world.ts'

const shared = setUpSharedWorld({ accounts: ['own', { username: 'foreign', companyId: 2 }] })

describe('an answer that has not changed', () => {
  test.each(READABLE)('need not be sent again: %s', async (url) => {
    const here = await shared()
    const token = here.tokens.pro
    const first = await get(here, token, url)
    const tag = String(first.headers.etag)
    expect(tag).toMatch(/^"[\w-]{22}"$/)
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await get(here, token, url, { 'if-none-match': known })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag])
      expect(again.headers).not.toHaveProperty('content-type')
    }
    expect((await get(here, token, url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  test('is sent again when it has, and counts as a request either way', async () => {
    const here = await world({ accounts: ['own', 'other'] })
    const token = await tokenOf(here, 'pro')
    const tagOf = async (url: string) => String((await get(here, token, url)).headers.etag)
    const [one, list] = [await tagOf('/api/accounts/1'), await tagOf('/api/accounts?limit=1')]
    await here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 12 })
    const changed = await get(here, token, '/api/accounts/1', { 'if-none-match': one })
    expect(changed.statusCode).toBe(200)
    expect(changed.headers.etag).not.toBe(one)
    // The same row on the page, and yet another page: the list has grown.
    const page = await tagOf('/api/accounts?limit=1')
    expect(page).not.toBe(list)
    await here.ask('admin', 'POST', '/api/accounts', { username: 'third' })
    expect(await tagOf('/api/accounts?limit=1')).not.toBe(page)
    const known = await get(here, token, '/api/accounts/1', { 'if-none-match': String(changed.headers.etag) })
    expect([known.statusCode, known.headers['ratelimit-remaining']]).toEqual([304, '94'])
  })

  test('may be cached by a program that revalidates each time, and by no screen', async () => {
    const here = await shared()
    const token = await tokenOf(here, 'basic')
    const kept = { 'cache-control': 'private, no-cache', vary: 'authorization' }
    expect((await get(here, token)).headers).toMatchObject(kept)
    expect((await get(here, token, '/api/accounts/2')).headers['cache-control']).toBe('no-store')
    expect((await here.ask('basic', 'GET', '/api/accounts')).headers['cache-control']).toBe('no-store')
  })
})
