import { expect, test } from 'vitest'
import type { ApifyItem } from '../apify-profiles.ts'
import { askApify } from '../testing/ask.ts'
import { beginning, startApify } from '../testing/start-service.ts'
import { dayMs } from '../world/figures.ts'
import { syntheticName } from '../world/instagram-world.ts'

const itemsOf = async (response: Response) => {
  expect(response.status).toBe(201)
  return (await response.json()) as ApifyItem[]
}

const errorOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: { type: string; message: string } }
  return { status: response.status, type: error.type }
}

test('a run brings a bare list, one item for each name, in an order of its own', async () => {
  const apify = await startApify()
  const names = Array.from({ length: 40 }, (_, place) => syntheticName(place + 1))
  const items = await itemsOf(await askApify(apify, { usernames: names }))
  const found = items.map(({ username }) => username)
  expect(found.toSorted()).toEqual(names)
  expect(found).not.toEqual(names)
  expect(apify.violations).toEqual([])
  expect(apify.items).toBe(40)
})

test('the older name of the address works, and so does the token in the address', async () => {
  const apify = await startApify()
  const question = { path: 'acts/apify~instagram-profile-scraper', token: undefined, query: `token=${apify.token}` }
  expect(await itemsOf(await askApify(apify, { usernames: ['restless'] }, question))).toHaveLength(1)
  expect(apify.violations).toEqual([])
})

test('names in any case, and addresses, are the same name; the profile spells it in lower case', async () => {
  const apify = await startApify()
  const usernames = ['Restless', 'https://www.instagram.com/RESTLESS/?hl=en', '@restless']
  const items = await itemsOf(await askApify(apify, { usernames }))
  expect(items).toMatchObject([{ username: 'restless', url: 'https://www.instagram.com/restless' }])
})

test('figures are those of the world at the moment', async () => {
  const apify = await startApify()
  const first = await itemsOf(await askApify(apify, { usernames: ['bursting'] }))
  apify.moveTime(4 * dayMs)
  const second = await itemsOf(await askApify(apify, { usernames: ['bursting'] }))
  expect(first[0]?.followersCount).toBe(apify.world.account('bursting', beginning)?.followers)
  expect(second[0]?.followersCount).toBe(apify.world.account('bursting', beginning + 4 * dayMs)?.followers)
})

test('pinned posts come first, so the posts are not in the order of time', async () => {
  const apify = await startApify()
  const [item] = await itemsOf(await askApify(apify, { usernames: ['pinned_posts'] }))
  const posts = item?.latestPosts as { isPinned?: boolean; timestamp: string; id: string }[]
  expect(posts).toHaveLength(12)
  expect(posts.map(({ isPinned }) => isPinned ?? false)).toEqual([...Array(3).fill(true), ...Array(9).fill(false)])
  const times = posts.slice(3).map(({ timestamp }) => timestamp)
  expect(times).toEqual(times.toSorted().toReversed())
  expect((posts[0]?.timestamp ?? '') < (times.at(-1) ?? '')).toBe(true)
})

test('hidden likes are -1, missing ones null, and so are missing times', async () => {
  const apify = await startApify()
  const usernames = ['hidden_likes', 'negative_likes', 'missing_likes', 'missing_times']
  const items = await itemsOf(await askApify(apify, { usernames }))
  const posts = (name: string) =>
    items.find(({ username }) => username === name)?.latestPosts as Record<string, unknown>[]
  expect(posts('hidden_likes').every(({ likesCount }) => likesCount === -1)).toBe(true)
  expect(posts('negative_likes').some(({ likesCount }) => likesCount === -1)).toBe(true)
  expect(posts('negative_likes').some(({ likesCount }) => Number(likesCount) > 0)).toBe(true)
  expect(posts('missing_likes').some(({ likesCount }) => likesCount === null)).toBe(true)
  expect(posts('missing_times').some(({ timestamp }) => timestamp === null)).toBe(true)
  expect(apify.violations).toEqual([])
})

test('personal and private accounts are found; absent and age-gated ones are error items, at no cost', async () => {
  const apify = await startApify()
  const usernames = ['personal_account', 'private.person', 'missing_somebody', 'age_gated', 'renamed_old']
  const items = await itemsOf(await askApify(apify, { usernames }))
  const about = (name: string) => items.find(({ inputUrl }) => inputUrl === `https://www.instagram.com/${name}`)
  expect(about('personal_account')).toMatchObject({ private: false, isBusinessAccount: false })
  expect(about('private.person')).toMatchObject({ private: true, latestPosts: [] })
  expect(about('missing_somebody')).toMatchObject({ error: 'not_found', username: 'missing_somebody' })
  expect(about('renamed_old')).toMatchObject({ error: 'not_found' })
  expect(about('age_gated')).toMatchObject({ error: 'no_items' })
  expect(about('age_gated')).not.toHaveProperty('username')
  expect([apify.items, apify.violations]).toEqual([2, []])
})

test.each([
  ['without a token', { token: undefined }, 401, 'token-not-provided'],
  ['with a wrong token', { token: 'apify_api_other' }, 401, 'user-or-token-not-found'],
  ['for an Actor that is not there', { path: 'actors/apify~other' }, 404, 'record-not-found'],
])('a run %s is refused', async (_, question, status, type) => {
  const apify = await startApify()
  expect(await errorOf(await askApify(apify, { usernames: ['restless'] }, question))).toEqual({ status, type })
  expect([apify.items, apify.violations]).toEqual([0, []])
})

test('credit ends', async () => {
  const apify = await startApify({ creditItems: 2 })
  await itemsOf(await askApify(apify, { usernames: ['restless', 'bursting'] }))
  const refused = await errorOf(await askApify(apify, { usernames: ['restless'] }))
  expect(refused).toEqual({ status: 402, type: 'not-enough-usage-to-run-paid-actor' })
})

test('a run over its own limit fails; one over the limit of the address is paid for all the same', async () => {
  const apify = await startApify({ secondsPerName: 100 })
  const three = { usernames: ['restless', 'bursting', 'purged'] }
  expect(await errorOf(await askApify(apify, three))).toEqual({ status: 400, type: 'run-failed' })
  expect(apify.items).toBe(0)
  const late = await errorOf(await askApify(apify, three, { query: '' }))
  expect(late).toEqual({ status: 408, type: 'run-timeout-exceeded' })
  expect([apify.items, apify.violations]).toEqual([3, []])
})

test.each([
  ['no names', {}, {}],
  ['an empty list', { usernames: [] }, {}],
  ['an unknown field', { usernames: ['a'], resultsLimit: 5 }, {}],
  ['an unknown query', { usernames: ['a'] }, { query: 'wait=5' }],
  ['a number that is none', { usernames: ['a'] }, { query: 'timeout=soon' }],
  ['another content type', { usernames: ['a'] }, { type: 'text/plain' }],
  ['another address', { usernames: ['a'] }, { path: 'actors/a/b' }],
])('%s is refused in the words of the contract, and noted', async (_, input, question) => {
  const apify = await startApify()
  expect(await errorOf(await askApify(apify, input, question))).toEqual({ status: 400, type: 'invalid-input' })
  expect(apify.violations).toMatchObject([{ side: 'request' }])
})
