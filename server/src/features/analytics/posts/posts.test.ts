/** The history of posts, through the door: what sources, imports and stored answers say of them. */
import { rmSync, writeFileSync } from 'node:fs'
import type { Post, PostReadingEntry } from '@tangelo/contract'
import { type InstagramWorld, instagramWorld } from '@tangelo/stand-ins'
import { expect, test } from 'vitest'
import { DAY, HOUR, type Measured, measured } from '../../../testing/measured.ts'
import { storedPosts } from '../../../testing/post-ledger.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { formWith, START } from '../../../testing/world.ts'

const NAMES = ['synthetic_00001', 'synthetic_00002', 'hidden_likes', 'pinned_posts', 'personal_account']

const historyOf = async ({ ask }: Measured, id: number): Promise<Post[]> =>
  (await ask('pro', 'GET', `/api/accounts/${id}/posts/history`)).json()
const readingsOf = async ({ ask }: Measured, id: number, postId: number): Promise<PostReadingEntry[]> =>
  (await ask('pro', 'GET', `/api/accounts/${id}/posts/${postId}/readings`)).json()

async function readForDays(days: number, accounts: string[] = NAMES) {
  const here = await measured({ accounts, connected: ['graph', 'apify'] })
  await here.round()
  for (let day = 0; day < days; day += 1) for (const hours of [20, 4]) await here.round(hours * HOUR)
  return here
}

/** As the store was before posts had a history, and the migration has just run. */
async function forgetPosts({ database: { queries } }: Measured) {
  await queries.deleteFrom('posts').execute()
  await queries.deleteFrom('post_readings').execute()
  await queries
    .insertInto('post_backfills')
    .columns(['account_id', 'read_until'])
    .expression(queries.selectFrom('accounts').select(({ lit }) => ['id', lit(0).as('read_until')]))
    .execute()
}

const backfillsOf = ({ database: { queries } }: Measured) => queries.selectFrom('post_backfills').selectAll().execute()

/** Workers do all that there is to do, and no account is left to read. */
async function readStored(here: Measured) {
  const workers = here.work()
  await until('every stored answer is read', async () => (await backfillsOf(here)).length === 0)
  await workers.end()
}

test('stored answers give the same posts and readings as the readings themselves did', async () => {
  const here = await readForDays(3)
  const live = await storedPosts(here.database)
  expect(live.posts.length).toBeGreaterThan(50)
  await forgetPosts(here)
  await readStored(here)
  expect(await storedPosts(here.database)).toEqual(live)
  expect(await backfillsOf(here)).toEqual([])
})

test('stored answers that are read after new readings take their place before them', async () => {
  const here = await readForDays(2)
  await forgetPosts(here)
  const due = await here.database.queries.deleteFrom('post_backfills').returningAll().execute()
  await here.round(DAY)
  await here.database.queries.insertInto('post_backfills').values(due).execute()
  await readStored(here)
  const late = await storedPosts(here.database)
  await forgetPosts(here)
  await readStored(here)
  expect(late).toEqual(await storedPosts(here.database))
})

test('answers that are broken or gone are left out, and the others are read', async () => {
  const here = await readForDays(3, ['synthetic_00001'])
  const rows = await here.database.queries.selectFrom('raw_responses').select('hash').orderBy('id').execute()
  const paths = rows.map(({ hash: bytes }) => {
    const hash = Buffer.from(bytes).toString('hex')
    return `${here.folder}/blobs/${hash.slice(0, 2)}/${hash.slice(2)}.gz`
  })
  expect(paths.length).toBeGreaterThanOrEqual(3)
  writeFileSync(String(paths[0]), 'not packed')
  rmSync(String(paths[1]))
  await forgetPosts(here)
  await readStored(here)
  const [newest] = await historyOf(here, 1)
  expect(newest).toBeDefined()
  expect((await readingsOf(here, 1, newest?.id ?? 0)).length).toBeLessThanOrEqual(paths.length - 2)
  expect(await backfillsOf(here)).toEqual([])
})

test('the stored answer of a file whose list was cut shows no post as gone', async () => {
  const here = await readForDays(0, ['synthetic_00001'])
  const post = (number: number) => ({
    id: `9000${number}`,
    type: 'Image',
    shortCode: `C${number}`,
    url: `https://www.instagram.com/p/C${number}/`,
    likesCount: 100 + number,
    commentsCount: 3,
    timestamp: new Date(START - number * DAY).toISOString(),
  })
  for (const [hour, numbers] of [
    [2, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
    [1, [1, 5, 9]],
  ] as const) {
    const item = { username: 'cut', followersCount: 1_000, postsCount: 500, latestPosts: numbers.map(post) }
    const scrapedAt = new Date(START - hour * HOUR).toISOString()
    const file = formWith(JSON.stringify([{ ...item, scrapedAt }]))
    expect((await here.ask('admin', 'POST', '/api/accounts/import', file)).statusCode).toBe(200)
  }
  const live = await storedPosts(here.database)
  expect(live.posts.filter(({ gone_at }) => gone_at !== null)).toEqual([])
  await forgetPosts(here)
  await readStored(here)
  expect(await storedPosts(here.database)).toEqual(live)
})

test('the backfill is shown like other work, by kind', async () => {
  const here = await readForDays(1, ['synthetic_00001'])
  await forgetPosts(here)
  await readStored(here)
  const kinds = (await here.ask('admin', 'GET', '/api/system/queue')).json().map(({ kind }: { kind: string }) => kind)
  expect(kinds).toContain('post-backfill')
})

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
  expect(await storedPosts(here.database)).toEqual({ posts: [], readings: [] })
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

test('likes that are hidden are unknown, and a pinned post is neither new nor in the way', async () => {
  const here = await measured({ accounts: ['hidden_likes', 'pinned_posts'], connected: ['apify'] })
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
  const here = await measured({ accounts: ['synthetic_00001'], graph: { world: { ...world, posts } } })
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
  const here = await measured({ accounts: ['missing_times'] })
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
