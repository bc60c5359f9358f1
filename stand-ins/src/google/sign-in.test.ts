/** Signing in at the stand-in of Google: a page, a code that is good once, and tokens. */
import { expect, test } from 'vitest'
import {
  addressOf,
  back,
  codeIn,
  connectGoogle,
  drive,
  everything,
  exchange,
  postForm,
  refresh,
} from '../testing/ask-google.ts'
import { startGoogle } from '../testing/start-service.ts'

test('a browser decides on a page, and comes back with a code or with a refusal', async () => {
  const google = await startGoogle()
  const page = await (await fetch(addressOf(google))).text()
  const [allow, deny] = [...page.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'))
  const follow = async (link = '') =>
    new URL((await fetch(`${google.url}${link}`, { redirect: 'manual' })).headers.get('Location') ?? '').searchParams
  expect((await follow(deny)).get('error')).toBe('access_denied')
  const allowed = await follow(allow)
  expect([allowed.get('state'), allowed.get('scope')]).toEqual(['a b&c', everything])
  expect((await exchange(google, allowed.get('code') ?? '')).status).toBe(200)
  expect((await fetch(addressOf(google, { client_id: 'another' }))).status).toBe(401)
  expect(google.violations).toEqual([])
})

test('a code is good once, for ten minutes, with its verifier and its address', async () => {
  const google = await startGoogle()
  const code = (more = {}) => codeIn(google.decide(addressOf(google, more), { isAllowed: true }))
  const first = code()
  expect((await exchange(google, first)).body).toMatchObject({ expires_in: 3599, refresh_token: expect.any(String) })
  expect(await exchange(google, first)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect((await exchange(google, code(), { code_verifier: 'x'.repeat(43) })).body.error).toBe('invalid_grant')
  expect((await exchange(google, code(), { redirect_uri: `${back}/` })).body.error).toBe('redirect_uri_mismatch')
  expect((await exchange(google, code(), { client_secret: 'guessed' })).status).toBe(401)
  expect((await exchange(google, code({ prompt: 'none' }))).body.refresh_token).toBeUndefined()
  const late = code()
  google.moveTime(10 * 60_000)
  expect((await exchange(google, late)).body.error).toBe('invalid_grant')
  expect(google.violations).toEqual([])
})

test('tokens: an hour, renewed without end, over with the grant', async () => {
  const google = await startGoogle()
  const tokens = await connectGoogle(google)
  const about = async (access: string) => (await drive(google, access, 'about?fields=user(emailAddress)')).status
  expect(await about(tokens.access)).toBe(200)
  google.moveTime(3_600_000)
  expect(await about(tokens.access)).toBe(401)
  const renewed = await refresh(google, tokens.refresh)
  expect([await about(renewed.body.access_token ?? ''), renewed.body.refresh_token]).toEqual([200, undefined])
  expect((await postForm(google, `/revoke?token=${encodeURIComponent(tokens.refresh)}`, {})).status).toBe(200)
  expect((await postForm(google, `/revoke?token=${encodeURIComponent(tokens.refresh)}`, {})).status).toBe(400)
  expect([await about(renewed.body.access_token ?? ''), (await refresh(google, tokens.refresh)).body.error]).toEqual([
    401,
    'invalid_grant',
  ])
  expect(google.violations).toEqual([])
})
