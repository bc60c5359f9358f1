import { expect, test } from 'vitest'
import { address, answered, askPublishing, codesOf, signInAddress } from '../testing/ask-publishing.ts'
import { startedPublishing } from '../testing/started.ts'
import { dayMs } from '../world/figures.ts'
import type { PublishingStandIn } from './publishing-stand-in.ts'
import type { Login } from './tokens.ts'

const codeIn = (back: string) => new URL(back).searchParams.get('code') ?? ''

function instagramCode(stand: PublishingStandIn, code: string, more: Record<string, string> = {}) {
  const form = {
    client_id: stand.clientId,
    client_secret: stand.clientSecret,
    grant_type: 'authorization_code',
    redirect_uri: address,
    code,
    ...more,
  }
  return answered(
    fetch(`${stand.hosts.instagramApi}/oauth/access_token`, { method: 'POST', body: new URLSearchParams(form) }),
  )
}

function facebookToken(stand: PublishingStandIn, given: Record<string, string>) {
  const app = { client_id: stand.clientId, client_secret: stand.clientSecret }
  return askPublishing(stand, 'oauth/access_token', { query: { ...app, ...given } })
}

const unversioned = (stand: PublishingStandIn, path: string, query: Record<string, string>) =>
  answered(fetch(`${stand.hosts.instagramGraph}/${path}?${new URLSearchParams(query)}`))

const exchange = (stand: PublishingStandIn, token: string) =>
  unversioned(stand, 'access_token', {
    grant_type: 'ig_exchange_token',
    client_secret: stand.clientSecret,
    access_token: token,
  })

const refresh = (stand: PublishingStandIn, token: string) =>
  unversioned(stand, 'refresh_access_token', { grant_type: 'ig_refresh_token', access_token: token })

async function instagramLong(stand: PublishingStandIn, scopes?: readonly string[]) {
  const back = stand.decide(signInAddress(stand, 'instagram'), {
    isAllowed: true,
    usernames: ['sample.creator'],
    ...(scopes && { scopes }),
  })
  const { body } = await instagramCode(stand, codeIn(back))
  const [short] = body.data as { access_token: string }[]
  return String((await exchange(stand, short?.access_token ?? '')).body.access_token)
}

test.each(['instagram', 'facebook'] as const)('a browser decides on the page of %s', async (login: Login) => {
  const stand = await startedPublishing()
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
  const stand = await startedPublishing()
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
  const stand = await startedPublishing({ shortTokenForm: 'flat' })
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
  const stand = await startedPublishing({ meForm })
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

test('a long token lives for sixty days and is renewed after one, for sixty more', async () => {
  const stand = await startedPublishing()
  const token = await instagramLong(stand)
  const works = async (text: string) =>
    (await askPublishing(stand, 'me', { login: 'instagram', token: text, query: { fields: 'user_id' } })).status
  expect(codesOf(await refresh(stand, token))).toEqual([100, null])
  stand.moveTime(30 * dayMs)
  const renewed = await refresh(stand, token)
  expect(renewed.body).toMatchObject({ token_type: 'bearer', expires_in: 5_183_944 })
  stand.moveTime(30 * dayMs)
  expect([await works(token), await works(String(renewed.body.access_token))]).toEqual([400, 200])
  expect(codesOf(await refresh(stand, token))).toEqual([190, 463])
  stand.moveTime(30 * dayMs)
  expect(codesOf(await refresh(stand, String(renewed.body.access_token)))).toEqual([190, 463])
  expect(stand.violations).toEqual([])
})

test('the Pages that were ticked have a token of their own, without an end after a long one', async () => {
  const stand = await startedPublishing({ tellsLifetime: false })
  const decide = (usernames?: string[]) =>
    stand.decide(signInAddress(stand, 'facebook'), { isAllowed: true, ...(usernames && { usernames }) })
  const code = codeIn(decide(['sample.bakery']))
  const short = await facebookToken(stand, { redirect_uri: address, code })
  expect(short.body).toEqual({ access_token: expect.stringMatching(/^EAA/), token_type: 'bearer' })
  expect(codesOf(await facebookToken(stand, { redirect_uri: address, code }))).toEqual([100, 36009])
  const long = await facebookToken(stand, {
    grant_type: 'fb_exchange_token',
    fb_exchange_token: String(short.body.access_token),
  })
  const token = String(long.body.access_token)
  const fields = 'id,name,access_token,tasks,instagram_business_account'
  const pages = (await askPublishing(stand, 'me/accounts', { token, query: { fields } })).body.data as {
    access_token: string
    instagram_business_account: { id: string }
  }[]
  const { id } = stand.account('sample.bakery')
  expect(pages.map((page) => page.instagram_business_account)).toEqual([{ id }])
  stand.moveTime(90 * dayMs)
  const read = (text = '') => askPublishing(stand, id, { token: text, query: { fields: 'username' } })
  expect((await read(pages[0]?.access_token)).body).toEqual({ username: 'sample.bakery', id })
  expect(codesOf(await read(token))).toEqual([190, 463])
  const none = await facebookToken(stand, { redirect_uri: address, code: codeIn(decide([])) })
  const empty = await askPublishing(stand, 'me/accounts', {
    token: String(none.body.access_token),
    query: { fields: 'id' },
  })
  expect(empty.body).toEqual({ data: [] })
  expect(stand.violations).toEqual([])
})

test('a permission that was not given, or is taken back later, is missing where it is needed', async () => {
  const stand = await startedPublishing()
  const back = stand.decide(signInAddress(stand, 'facebook'), { isAllowed: true, scopes: ['instagram_basic'] })
  const { body } = await facebookToken(stand, { redirect_uri: address, code: codeIn(back) })
  const token = String(body.access_token)
  const granted = await askPublishing(stand, 'me/permissions', { token })
  expect(granted.body.data).toEqual([
    { permission: 'instagram_basic', status: 'granted' },
    { permission: 'instagram_content_publish', status: 'declined' },
    { permission: 'pages_show_list', status: 'declined' },
  ])
  expect((await askPublishing(stand, 'me/accounts', { token, query: { fields: 'id' } })).status).toBe(403)

  const long = await instagramLong(stand)
  const quota = () => askPublishing(stand, 'me/content_publishing_limit', { login: 'instagram', token: long })
  expect((await quota()).status).toBe(200)
  stand.signIns.withdraw('sample.creator', 'instagram_business_content_publish')
  expect([(await quota()).status, codesOf(await quota())]).toEqual([403, [10, null]])
  stand.signIns.withdraw('sample.creator')
  expect(codesOf(await quota())).toEqual([190, 458])
  expect(stand.violations).toEqual([])
})

test.each([458, 460, 463, 467] as const)('a token ends in the middle, after two more calls, as %i', async (why) => {
  const stand = await startedPublishing()
  const token = stand.signIns.longToken('instagram', ['sample.creator'])
  const ask = async () =>
    codesOf(await askPublishing(stand, 'me', { login: 'instagram', token, query: { fields: 'user_id' } }))
  stand.signIns.endTokens('sample.creator', why, 2)
  expect([await ask(), await ask(), await ask()]).toEqual([
    [undefined, null],
    [undefined, null],
    [190, why],
  ])
  expect(stand.signIns.living()).toEqual([])
})

test('a token of one login means nothing to the other, and a personal account may not publish', async () => {
  const stand = await startedPublishing()
  const token = stand.signIns.longToken('instagram', ['sample.creator'])
  const query = { fields: 'id' }
  expect((await askPublishing(stand, 'me', { token, query })).status).toBe(401)
  stand.account('sample.creator').isProfessional = false
  const media = await askPublishing(stand, 'me/media', { login: 'instagram', token })
  expect(codesOf(media)).toEqual([10, null])
  expect(stand.violations).toEqual([])
})
