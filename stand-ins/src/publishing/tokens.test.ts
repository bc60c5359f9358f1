/** Tokens of the stand-in of publishing: how long they live, what they allow, and how they end. */
import { expect, test } from 'vitest'
import { address, askPublishing, codesOf, signInAddress } from '../testing/ask-publishing.ts'
import { codeIn, facebookToken, instagramLong, refresh } from '../testing/publishing-tokens.ts'
import { startPublishing } from '../testing/start-service.ts'
import { dayMs } from '../world/figures.ts'

test('a long token lives for sixty days and is renewed after one, for sixty more', async () => {
  const stand = await startPublishing()
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
  const stand = await startPublishing({ tellsLifetime: false })
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
  const stand = await startPublishing()
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
  const stand = await startPublishing()
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
  const stand = await startPublishing()
  const token = stand.signIns.longToken('instagram', ['sample.creator'])
  const query = { fields: 'id' }
  expect((await askPublishing(stand, 'me', { token, query })).status).toBe(401)
  stand.account('sample.creator').isProfessional = false
  const media = await askPublishing(stand, 'me/media', { login: 'instagram', token })
  expect(codesOf(media)).toEqual([10, null])
  expect(stand.violations).toEqual([])
})
