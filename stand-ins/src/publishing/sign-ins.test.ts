/** Signing in with either login at the stand-in of publishing: its page, its code, and who it is. */
import { expect, test } from 'vitest'
import { address, askPublishing, signInAddress } from '../testing/ask-publishing.ts'
import { codeIn, instagramCode, instagramLong } from '../testing/publishing-tokens.ts'
import { startPublishing } from '../testing/start-service.ts'
import type { Login } from './tokens.ts'

test.each(['instagram', 'facebook'] as const)('a browser decides on the page of %s', async (login: Login) => {
  const stand = await startPublishing()
  const page = await (await fetch(signInAddress(stand, login))).text()
  const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'))
  const follow = async (link = '') =>
    (await fetch(`${stand.url}${link}`, { redirect: 'manual' })).headers.get('Location') ?? ''
  const allowed = await follow(links[0])
  expect(allowed.endsWith('#_')).toBe(login === 'instagram')
  expect(new URL(allowed).searchParams.get('state')).toBe('sample-state-0123456789')
  const denied = new URL(await follow(links.at(-1))).searchParams
  expect(Object.fromEntries(denied)).toMatchObject({ error: 'access_denied', error_reason: 'user_denied' })
  expect(denied.get('error_code')).toBe(login === 'facebook' ? '200' : null)
  expect((await fetch(signInAddress(stand, login, { client_id: '1' }))).status).toBe(400)
  expect(stand.violations).toEqual([])
})

test('a code is good once, for an hour, at its own address', async () => {
  const stand = await startPublishing()
  const code = () => codeIn(stand.decide(signInAddress(stand, 'instagram'), { isAllowed: true }))
  const first = code()
  expect((await instagramCode(stand, first)).status).toBe(200)
  expect((await instagramCode(stand, first)).body).toEqual({
    error_type: 'OAuthException',
    code: 400,
    error_message: 'Matching code was not found or was already used',
  })
  expect((await instagramCode(stand, code(), { redirect_uri: `${address}/` })).status).toBe(400)
  expect((await instagramCode(stand, code(), { client_secret: 'guessed' })).status).toBe(400)
  const late = code()
  stand.moveTime(3_600_000)
  expect((await instagramCode(stand, late)).status).toBe(400)
  expect(stand.violations).toEqual([])
})

test('a short token may come flat, with an id that is too large for a number', async () => {
  const stand = await startPublishing({ shortTokenForm: 'flat' })
  const back = stand.decide(signInAddress(stand, 'instagram'), { isAllowed: true, usernames: ['sample.creator'] })
  const response = await fetch(`${stand.hosts.instagramApi}/oauth/access_token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: stand.clientId,
      client_secret: stand.clientSecret,
      grant_type: 'authorization_code',
      redirect_uri: address,
      code: codeIn(back),
    }),
  })
  expect(await response.text()).toContain(`"user_id":${stand.account('sample.creator').scopedId},`)
  expect(Number(stand.account('sample.creator').scopedId)).toBeGreaterThan(Number.MAX_SAFE_INTEGER)
  expect(stand.violations).toEqual([])
})

test.each(['flat', 'wrapped'] as const)('who it is comes %s, with the id that publishing wants', async (meForm) => {
  const stand = await startPublishing({ meForm })
  const token = await instagramLong(stand)
  const { body } = await askPublishing(stand, 'me', {
    login: 'instagram',
    token,
    query: { fields: 'user_id,username' },
  })
  const { id, username } = stand.account('sample.creator')
  const shown = { user_id: id, username }
  expect(body).toMatchObject(meForm === 'flat' ? shown : { data: [shown] })
  expect(stand.violations).toEqual([])
})
