/** Older posts wait for what is due before them: daily readings, quotas of the source, and other profiles. */
import { graphErrors } from '@tangelo/stand-ins'
import { expect, test } from 'vitest'
import { folderBlobStorage } from '#adapters/blob-storage/folder.ts'
import { graphSource } from '#adapters/instagram/graph.ts'
import { tableQueue } from '#adapters/queue/table-queue.ts'
import { providerQuotasService } from '#features/core/index.ts'
import { openLog } from '#platform/log.ts'
import { profileOf } from '../../../testing/daily-rounds.ts'
import { fixedConnections } from '../../../testing/fixed-connections.ts'
import { pageBack, postsOf, readOnce, withPosts } from '../../../testing/older-posts.ts'
import { START } from '../../../testing/world.ts'
import { DAY, HOUR, makeWorldWithSources } from '../../../testing/world-with-sources.ts'
import { olderPostsJobs } from './jobs/older-posts.ts'
import { profileSyncService } from './service/profiles.ts'
import { olderPostsStore } from './store/older-posts.ts'

test('a source that takes no more calls keeps the place, and it goes on from there', async () => {
  const here = await withPosts()
  here.graph.faults.next(2, { delayMs: 0 })
  here.graph.faults.next(1, graphErrors.instagramLimit({ ownId: here.graph.ownId, minutes: 30 }))
  await readOnce(here)
  await pageBack(here)
  expect(await profileOf(here, 'many_posts')).toMatchObject({
    older_posts: 50,
    older_posts_ended_at: null,
    older_posts_reason: 'Instagram Graph API accepts no more calls for now: its rate limit is reached.',
  })
  here.clock.moveBy(HOUR)
  await here.database.queries.updateTable('profile_syncs').set({ older_posts_reason: null }).execute()
  await pageBack(here)
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
  const poll = () =>
    handler?.run([{ ...job, signal: new AbortController().signal, progress: async () => {}, complete: async () => {} }])
  const read = { source: 'graph', succeeded_at: START, due_at: START } as const
  await database.queries
    .insertInto('profile_syncs')
    .values({ username_key: 'many_posts', ...read })
    .execute()
  await poll()
  expect(graph.calls.total).toBe(0)
  await database.queries
    .updateTable('profile_syncs')
    .set({ due_at: START + DAY })
    .execute()
  const since = clock.now()
  await poll()
  expect(graph.calls.total).toBe(4)
  expect(clock.now() - since).toBeGreaterThanOrEqual(6_000)
})

test('a profile whose page could not be read lets the others go first', async () => {
  const here = await makeWorldWithSources({ accounts: ['synthetic_00001', 'synthetic_00002'], pagesBack: true })
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
