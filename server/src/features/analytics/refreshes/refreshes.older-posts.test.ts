/** Paging back through the posts of accounts that are new, against the stand-in of the Graph API. */
import { graphErrors, instagramWorld } from '@tangelo/stand-ins'
import { expect, test } from 'vitest'
import { folderBlobStorage } from '#adapters/blob-storage/folder.ts'
import { graphSource } from '#adapters/instagram/graph.ts'
import { tableQueue } from '#adapters/queue/table-queue.ts'
import { providerQuotasService } from '#features/core/index.ts'
import { openLog } from '#platform/log.ts'
import { fixedConnections } from '../../../testing/fixed-connections.ts'
import { DAY, HOUR, type Measured, MINUTE, measured } from '../../../testing/measured.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { START } from '../../../testing/world.ts'
import { olderPostsJobs } from './jobs/older-posts.ts'
import { profileSyncService } from './service/profiles.ts'
import { BEGUN_AGAIN, olderPostsStore } from './store/older-posts.ts'

const profileOf = ({ database }: Measured, name: string) =>
  database.queries.selectFrom('profile_syncs').selectAll().where('username_key', '=', name).executeTakeFirstOrThrow()

const postsOf = ({ database }: Measured) =>
  database.queries.selectFrom('posts').selectAll().orderBy('posted_at', 'desc').execute()

/** The round learns the name, and reads it a day later. */
async function readOnce(here: Measured) {
  await here.round()
  await here.round(DAY)
}

/** Looks at older posts, a minute apart, until they have come to an end or have to wait. */
async function paged(
  here: Measured,
  minutes = 10,
  isOver = async () => (await profileOf(here, 'many_posts')).older_posts_reason !== null,
) {
  const since = here.clock.now()
  for (let minute = 0; minute < minutes; minute += 1) {
    const workers = here.work()
    await until(
      'a look at older posts is over',
      async () => (await isOver()) || (await looksSince(here, since)) > minute,
    )
    await workers.end()
    if (await isOver()) return
    here.clock.moveBy(MINUTE)
  }
}

const looksSince = async ({ database }: Measured, since: number) =>
  Number(
    (
      await database.queries
        .selectFrom('jobs')
        .select((rows) => rows.fn.countAll().as('count'))
        .where('kind', '=', 'older-posts')
        .where('finished_at', '>=', since)
        .executeTakeFirstOrThrow()
    ).count,
  )

/** An account that has posted for nine hundred days. */
function withPosts(daysPerPost = 1) {
  const accounts = { many_posts: { daysPosting: 900, daysPerPost } }
  return measured({
    accounts: ['many_posts'],
    pagesBack: true,
    graph: { world: instagramWorld({ seed: 7, now: START, accounts }) },
  })
}

test('the newest two hundred posts are read once, with their count of now and no figures at an age', async () => {
  const here = await withPosts()
  await readOnce(here)
  await paged(here)
  const profile = await profileOf(here, 'many_posts')
  expect(profile).toMatchObject({ older_posts: 200, older_posts_reason: 'The newest 200 posts have been read.' })
  const posts = await postsOf(here)
  expect(posts).toHaveLength(200)
  const shown = here.graph.world.posts('many_posts', here.clock.now(), { limit: 200 })
  expect(posts.map(({ post_key }) => post_key)).toEqual(shown.map(({ shortcode }) => shortcode))
  const older = posts.slice(12)
  expect(
    older.every(({ likes_24h, likes_72h, likes_7d }) => [likes_24h, likes_72h, likes_7d].every((v) => v === null)),
  ).toBe(true)
  expect(older.every(({ gone_at, likes }) => gone_at === null && likes !== null)).toBe(true)
  expect(here.graph.calls.total).toBe(5)
  for (let day = 0; day < 2; day += 1) await here.round(DAY)
  expect(here.graph.calls.total).toBeLessThanOrEqual(7)
  expect((await postsOf(here)).length).toBeLessThanOrEqual(203)
})

test('posts of more than twelve months ago are not read', async () => {
  const here = await withPosts(8)
  await readOnce(here)
  await paged(here)
  const { older_posts_reason } = await profileOf(here, 'many_posts')
  expect(older_posts_reason).toBe('The posts of the last twelve months have been read.')
  const posts = await postsOf(here)
  expect(posts.length).toBeGreaterThan(40)
  expect(posts.every(({ posted_at }) => Number(posted_at) >= here.clock.now() - 366 * DAY)).toBe(true)
})

const expired = { older_posts_cursor: 'bm90IGEgcGxhY2U', older_posts: 50 }

test('a place that has expired begins again at the newest post, once', async () => {
  const here = await withPosts()
  await readOnce(here)
  await here.database.queries.updateTable('profile_syncs').set(expired).execute()
  await paged(here)
  expect(await profileOf(here, 'many_posts')).toMatchObject({ older_posts: 0, older_posts_ended_at: null })
  await paged(here, 10, async () => (await profileOf(here, 'many_posts')).older_posts_ended_at !== null)
  expect(await profileOf(here, 'many_posts')).toMatchObject({
    older_posts: 200,
    older_posts_reason: 'The newest 200 posts have been read.',
  })
  expect(await postsOf(here)).toHaveLength(200)
})

test('a place that has expired again ends it with the reason, and what was read stays', async () => {
  const here = await withPosts()
  await readOnce(here)
  await here.database.queries
    .updateTable('profile_syncs')
    .set({ ...expired, older_posts_reason: BEGUN_AGAIN })
    .execute()
  await paged(here, 10, async () => (await profileOf(here, 'many_posts')).older_posts_ended_at !== null)
  const { older_posts_reason, older_posts_ended_at } = await profileOf(here, 'many_posts')
  expect(older_posts_reason).toBe(
    'Instagram Graph API no longer knows where the posts of @many_posts were left off: the place has expired.',
  )
  expect(older_posts_ended_at).not.toBeNull()
  expect((await postsOf(here)).length).toBeGreaterThanOrEqual(12)
})

test('a source that takes no more calls keeps the place, and it goes on from there', async () => {
  const here = await withPosts()
  here.graph.faults.next(2, { delayMs: 0 })
  here.graph.faults.next(1, graphErrors.instagramLimit({ ownId: here.graph.ownId, minutes: 30 }))
  await readOnce(here)
  await paged(here)
  expect(await profileOf(here, 'many_posts')).toMatchObject({
    older_posts: 50,
    older_posts_ended_at: null,
    older_posts_reason: 'Instagram Graph API accepts no more calls for now: its rate limit is reached.',
  })
  here.clock.moveBy(HOUR)
  await here.database.queries.updateTable('profile_syncs').set({ older_posts_reason: null }).execute()
  await paged(here)
  expect(await profileOf(here, 'many_posts')).toMatchObject({ older_posts: 200 })
  expect(await postsOf(here)).toHaveLength(200)
})

test('nothing is paged while a daily reading is due, and only every other slot is used', async () => {
  const here = await withPosts()
  const { database, clock, graph } = here
  const quotas = providerQuotasService({
    database,
    clock,
    pause: async (milliseconds) => clock.moveBy(Math.ceil(milliseconds)),
  })
  const { url, ownId, token } = graph
  const connections = fixedConnections([
    graphSource({ url, version: 'v25.0', ownId, token, callsPerHour: 3_600, clock }),
  ])
  const log = openLog('silent')
  const queue = tableQueue({ database, clock, log })
  const profiles = profileSyncService({
    database,
    clock,
    blobs: folderBlobStorage(here.folder),
    queue,
    connections,
    quotas,
    own: null,
  })
  const [handler] = olderPostsJobs({ database, clock, log, profiles, quotas, connections }).handlers
  const job = {
    id: 'j',
    tryId: 'j 1',
    kind: 'older-posts',
    key: 'older-posts',
    companyId: null,
    payload: {},
    attempt: 1,
    requestId: null,
  }
  const look = () =>
    handler?.run([{ ...job, signal: new AbortController().signal, progress: async () => {}, complete: async () => {} }])
  const read = { source: 'graph', succeeded_at: START, due_at: START } as const
  await database.queries
    .insertInto('profile_syncs')
    .values({ username_key: 'many_posts', ...read })
    .execute()
  await look()
  expect(graph.calls.total).toBe(0)
  await database.queries
    .updateTable('profile_syncs')
    .set({ due_at: START + DAY })
    .execute()
  const since = clock.now()
  await look()
  expect(graph.calls.total).toBe(4)
  expect(clock.now() - since).toBeGreaterThanOrEqual(6_000)
})

test('a profile whose page could not be read lets the others go first', async () => {
  const here = await measured({ accounts: ['synthetic_00001', 'synthetic_00002'], pagesBack: true })
  await readOnce(here)
  const store = olderPostsStore(here.database.queries)
  await here.database.queries
    .updateTable('profile_syncs')
    .set({ older_posts_ended_at: null, older_posts_reason: null })
    .execute()
  await here.database.queries
    .updateTable('profile_syncs')
    .set({ older_posts_reason: 'Instagram Graph API did not answer.' })
    .where('username_key', '=', 'synthetic_00001')
    .execute()
  expect(await store.next('graph')).toMatchObject({ username_key: 'synthetic_00002' })
  await store.end({ username_key: 'synthetic_00002' }, 1, 'all are here')
  expect(await store.next('graph')).toMatchObject({ username_key: 'synthetic_00001' })
})

test('an account that an administrator edits without renaming it has its older posts read no second time', async () => {
  const here = await withPosts()
  await readOnce(here)
  await paged(here)
  const edit = { username: 'Many_Posts', category: 'Other', notes: 'Edited', companyId: 1 }
  expect((await here.ask('admin', 'PUT', '/api/accounts/1', edit)).json()).toMatchObject({ notes: 'Edited' })
  await here.round()
  expect(await profileOf(here, 'many_posts')).toMatchObject({
    older_posts: 200,
    older_posts_reason: 'The newest 200 posts have been read.',
  })
})
