/** The history of posts, through the door: what sources say of them, one after the other. */
import type { Post } from '@tangelo/contract'
import { type InstagramWorld, instagramWorld } from '@tangelo/stand-ins'
import { expect, test } from 'vitest'
import { importFile } from '../../../testing/import-files.ts'
import { backfillsOf, forgetPosts, historyOf, readForDays, readingsOf } from '../../../testing/post-history.ts'
import { readPostTables } from '../../../testing/post-ledger.ts'
import { START } from '../../../testing/world.ts'
import { DAY, HOUR, makeWorldWithSources } from '../../../testing/world-with-sources.ts'
import { checkIntegrity } from '../../../testing/world-with-weeks.ts'

test('an account that moves takes its posts along, and one that is deleted leaves none', async () => {
  const here = await readForDays(2, ['synthetic_00001'])
  const before = await historyOf(here, 1)
  const [first] = before
  const readings = await readingsOf(here, 1, first?.id ?? 0)
  expect(readings.length).toBeGreaterThan(0)
  expect((await here.ask('admin', 'PUT', '/api/accounts/1', { companyId: 2 })).statusCode).toBe(200)
  const theirs = await here.ask('foreigner', 'GET', '/api/accounts/1/posts/history')
  expect(theirs.json()).toEqual(before)
  expect((await here.ask('foreigner', 'GET', `/api/accounts/1/posts/${first?.id}/readings`)).json()).toEqual(readings)
  expect((await here.ask('pro', 'GET', '/api/accounts/1/posts/history')).statusCode).toBe(404)
  await forgetPosts(here)
  expect((await here.ask('admin', 'DELETE', '/api/accounts/1')).statusCode).toBe(200)
  expect(await readPostTables(here.database)).toEqual({ posts: [], readings: [] })
  expect(await backfillsOf(here)).toEqual([])
})

test('a post that both sources show is one post', async () => {
  const here = await readForDays(2, ['synthetic_00001'])
  const before = await historyOf(here, 1)
  await here.database.queries.updateTable('profile_syncs').set({ source: 'apify' }).execute()
  await here.round(DAY)
  expect(here.apify.calls.total).toBeGreaterThan(0)
  const after = await historyOf(here, 1)
  expect(new Set(after.map(({ url }) => url?.match(/\/([\w-]+)\/$/)?.[1])).size).toBe(after.length)
  const known = after.filter(({ id }) => before.some((post) => post.id === id))
  expect(known.length).toBe(before.length)
  expect(
    known.filter(({ lastSeenAt }) => lastSeenAt.slice(0, 10) > String(before[0]?.lastSeenAt.slice(0, 10))).length,
  ).toBeGreaterThan(5)
})

test('a post that a file dates into another month counts in its own month once a source says when it was posted', async () => {
  const world = instagramWorld({ seed: 7, now: START })
  const here = await makeWorldWithSources({ accounts: ['synthetic_00001'], graph: { world } })
  const [, post] = world.posts('synthetic_00001', START, { limit: 2 })
  const file = `username,post_id,posted_at,type,likes,comments\nsynthetic_00001,${post?.shortcode},2026-03-31T22:00:00Z,image,5,1\n`
  expect(await importFile(here, file)).toMatchObject({ posts: 1, refused: [] })
  const inMarch = async () =>
    (await here.database.queries.selectFrom('account_months').selectAll().execute())
      .filter(({ month }) => month === 2026 * 12 + 2)
      .map(({ posts }) => posts)
  expect(await inMarch()).toEqual([1])
  await here.round()
  await here.round(DAY)
  expect((await historyOf(here, 1)).find(({ url }) => url?.includes(String(post?.shortcode)))?.postedAt).toMatch(
    /^2026-11/,
  )
  expect(await inMarch()).toEqual([])
  expect(await checkIntegrity(here)).toMatchObject({ mismatchCount: 0 })
})

test('likes that are hidden are unknown, and a pinned post is neither new nor in the way', async () => {
  const here = await makeWorldWithSources({ accounts: ['hidden_likes', 'pinned_posts'], connected: ['apify'] })
  await here.round()
  for (let day = 0; day < 3; day += 1) await here.round(DAY)
  const hidden = await historyOf(here, 1)
  expect(hidden.length).toBeGreaterThanOrEqual(12)
  expect(hidden.every(({ likes, at72Hours }) => likes === null && at72Hours.likes === null)).toBe(true)
  const pinned = await historyOf(here, 2)
  const heads = pinned.filter(({ isPinned }) => isPinned)
  expect(heads.length).toBeGreaterThan(0)
  for (const { postedAt, goneAt } of heads) {
    expect(goneAt).toBeNull()
    expect(pinned.filter((post) => String(post.postedAt) < String(postedAt) && post.goneAt !== null)).toEqual([])
  }
  expect(pinned.filter(({ goneAt }) => goneAt !== null)).toEqual([])
})

test('a post that vanishes between others is gone since the first reading without it, and its figures stay', async () => {
  const world = instagramWorld({ seed: 7, now: START })
  let vanished: string | undefined
  const posts: InstagramWorld['posts'] = (name, at, page) =>
    world
      .posts(name, at, { ...page, limit: page.limit + 1 })
      .filter(({ shortcode }) => shortcode !== vanished)
      .slice(0, page.limit)
  const here = await makeWorldWithSources({ accounts: ['synthetic_00001'], graph: { world: { ...world, posts } } })
  await here.round()
  await here.round(DAY)
  const before = await historyOf(here, 1)
  const fourth = before[3]
  vanished = fourth?.url?.match(/\/([\w-]+)\/$/)?.[1]
  await here.round(DAY)
  const since = (await historyOf(here, 1)).find(({ id }) => id === fourth?.id)
  await here.round(DAY)
  const after = await historyOf(here, 1)
  const gone = after.filter(({ goneAt }) => goneAt !== null)
  expect(gone.map(({ id }) => id)).toEqual([fourth?.id])
  expect(gone[0]).toMatchObject({ likes: fourth?.likes, comments: fourth?.comments, goneAt: since?.goneAt })
})

test('a day of the history holds the posts of that day in the time zone of the company, page by page', async () => {
  const here = await readForDays(2, ['synthetic_00001'])
  expect((await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'Pacific/Kiritimati' })).statusCode).toBe(200)
  const all = await historyOf(here, 1)
  const dayThere = (moment: string | null) =>
    moment === null ? null : new Date(Date.parse(moment) + 14 * HOUR).toISOString().slice(0, 10)
  const days = new Set(all.map(({ postedAt }) => dayThere(postedAt)).filter((day) => day !== null))
  expect(days.size).toBeGreaterThan(3)
  for (const day of days) {
    const expected = all.filter(({ postedAt }) => dayThere(postedAt) === day)
    const answer = await here.ask('pro', 'GET', `/api/accounts/1/posts/history?day=${day}`)
    expect(answer.json()).toEqual(expected)
    expect(answer.headers['x-total-count']).toBe(String(expected.length))
  }
  expect((await here.ask('pro', 'GET', '/api/accounts/1/posts/history?day=2001-01-01')).json()).toEqual([])
  expect((await here.ask('pro', 'GET', '/api/accounts/1/posts/history?day=yesterday')).statusCode).toBe(400)
})

test('pages of the history hold every post once, those of an unknown time last', async () => {
  const here = await makeWorldWithSources({ accounts: ['missing_times'] })
  await here.round()
  await here.round(DAY)
  const all = await historyOf(here, 1)
  expect(all.filter(({ postedAt }) => postedAt === null).length).toBeGreaterThan(3)
  const pages: Post[] = []
  for (let next: string | undefined = '/api/accounts/1/posts/history?limit=5'; next; ) {
    const answer = await here.ask('pro', 'GET', next)
    pages.push(...answer.json())
    next = String(answer.headers.link ?? '').match(/^<([^>]+)>; rel="next"/)?.[1]
  }
  expect(pages).toEqual(all)
  const times = all.map(({ postedAt }) => postedAt ?? '')
  expect(times).toEqual(times.toSorted().toReversed())
})
