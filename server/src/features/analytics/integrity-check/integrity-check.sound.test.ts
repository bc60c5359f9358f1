/** An audit finds nothing where nothing was altered: whatever brought the figures, and whatever comes meanwhile. */
import { expect, test } from 'vitest'
import { importFile } from '../../../testing/import-files.ts'
import { formWith, START, world } from '../../../testing/world.ts'
import { DAY, makeWorldWithSources } from '../../../testing/world-with-sources.ts'
import { checkIntegrity, makeWorldWithWeeks, WEEKS } from '../../../testing/world-with-weeks.ts'
import { fingerprint } from '../metrics/metrics.rules.ts'
import { storeReading } from '../metrics/service/store-reading.ts'

test('finds nothing where figures were imported, typed in and read over the network', async () => {
  const here = await makeWorldWithWeeks()
  expect(await checkIntegrity(here)).toMatchObject({ accounts: 1, snapshots: 3, mismatches: [], mismatchCount: 0 })
  const live = await makeWorldWithSources()
  for (const username of ['synthetic_00001', 'hidden_likes', 'zero_followers'])
    await live.ask('admin', 'POST', '/api/accounts', { username })
  await live.settle()
  await live.round(8 * DAY)
  expect(await checkIntegrity(live)).toMatchObject({ accounts: 3, mismatches: [], mismatchCount: 0 })
})

test('figures that are still to be made again are not wrong, an account without any is not either', async () => {
  const here = await world({ accounts: ['empty'] })
  await here.ask('admin', 'POST', '/api/accounts/import', formWith(WEEKS))
  await here.database.queries.updateTable('accounts').set({ followers: 7, figures_due: 1, shown: null }).execute()
  expect(await checkIntegrity(here)).toMatchObject({ accounts: 2, snapshots: 2, mismatchCount: 0 })
})

test('a rate that is no longer taken for possible, as an earlier version stored it, is not wrong', async () => {
  const here = await world()
  const latestPosts = [{ id: '1', type: 'Image', likesCount: 200_000, timestamp: '2026-11-20T08:00:00Z' }]
  await importFile(here, JSON.stringify([{ username: 'one', followersCount: 1, postsCount: 1, latestPosts }]))
  const { queries } = here.database
  const rate = { engagement_rate: 20_000_000 }
  const taken = fingerprint({ followers: 1, following: null, posts: 1, engagementRate: rate.engagement_rate })
  await queries
    .updateTable('metric_snapshots')
    .set({ ...rate, fingerprint: taken })
    .execute()
  await queries
    .updateTable('accounts')
    .set({ figures_due: 1, shown: null, ...rate })
    .execute()
  expect(await checkIntegrity(here)).toMatchObject({ snapshots: 1, mismatches: [], mismatchCount: 0 })
})

test('finds nothing after a reading that changed a pinned post of long ago', async () => {
  const here = await world({ accounts: ['slow'] })
  const { database, clock } = here
  const read = (likes: number) =>
    database.transaction((tx) =>
      storeReading(
        tx,
        database.engine,
        { id: 1, company_id: 1, timeZone: 'UTC' },
        {
          username: 'slow',
          capturedAt: null,
          day: null,
          followers: 10,
          following: null,
          posts: 1,
          engagementRate: null,
          profile: {
            fullName: null,
            bioText: null,
            externalUrl: null,
            inputUrl: null,
            sourcePictureUrl: null,
            latestPosts: [
              {
                id: '1',
                shortCode: 'C1',
                type: 'image',
                caption: null,
                url: null,
                sourceImageUrl: null,
                likes,
                comments: 1,
                views: null,
                postedAt: START - 400 * DAY,
                isPinned: true,
              },
            ],
            raw: '{}',
          },
        },
        { source: 'graph', capturedAt: clock.now(), rawHash: 'ab'.repeat(32) },
      ),
    )
  await read(5)
  here.clock.moveBy(DAY)
  await read(9)
  expect(await checkIntegrity(here)).toMatchObject({ accounts: 1, snapshots: 2, mismatches: [] })
})

test('finds nothing where a figure comes while its account is being looked at, or where the account goes', async () => {
  const here = await makeWorldWithWeeks()
  const meanwhile = [
    () => here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 1400, following: 12 }),
    () => here.ask('admin', 'DELETE', '/api/accounts/1'),
  ]
  for (const happens of meanwhile) {
    here.clock.moveBy(1_000)
    let isOver = false
    const queries = here.database.queries.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!isOver) {
          isOver = true
          expect((await happens()).statusCode).toBeLessThan(300)
        }
        return result
      },
    })
    const database = Object.assign(Object.create(here.database), { queries })
    expect(await checkIntegrity(Object.assign({}, here, { database }))).toMatchObject({
      mismatches: [],
      mismatchCount: 0,
    })
    expect(isOver).toBe(true)
  }
})
