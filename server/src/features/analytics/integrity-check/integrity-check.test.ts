/** What an audit looks at and what it names: through stores that were filled by HTTP and then altered by hand. */
import { expect, test } from 'vitest'
import { DAY, measured } from '../../../testing/measured.ts'
import { formWith, START, type World, world } from '../../../testing/world.ts'
import { storeReading } from '../metrics/service/store-reading.ts'
import { integrityCheckService } from './integrity-check.service.ts'

const audited = ({ database, clock }: World) => integrityCheckService({ database, clock }).run()

const WEEKS = [
  'username,date,followers,following,posts,engagement_rate',
  'nasa,2026-11-01,1000,10,100,2.5',
  'nasa,2026-11-15,1200,11,103,3.125',
  '',
].join('\n')

async function filled() {
  const here = await world()
  await here.ask('admin', 'POST', '/api/accounts/import', formWith(WEEKS))
  await here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 1300 })
  return here
}

test('finds nothing where figures were imported, typed in and read over the network', async () => {
  const here = await filled()
  expect(await audited(here)).toMatchObject({ accounts: 1, snapshots: 3, mismatches: [], mismatchCount: 0 })
  const live = await measured()
  for (const username of ['synthetic_00001', 'hidden_likes', 'zero_followers'])
    await live.ask('admin', 'POST', '/api/accounts', { username })
  await live.settle()
  await live.round(8 * DAY)
  expect(await audited(live)).toMatchObject({ accounts: 3, mismatches: [], mismatchCount: 0 })
})

test('names a snapshot that was altered, and the figures, months and periods that no longer follow', async () => {
  const here = await filled()
  await here.database.queries
    .updateTable('metric_snapshots')
    .set({ followers: 999 })
    .where('followers', '=', 1000)
    .execute()
  const { mismatches, mismatchCount } = await audited(here)
  expect(mismatchCount).toBe(9)
  const latest = { accountId: 1, username: 'nasa', capturedAt: null }
  expect(mismatches.slice(4).map(({ figure }) => figure)).toEqual([
    '7 days growth',
    '7 days follower_change',
    'shown_7',
    'shown_30',
    'shown_90',
  ])
  expect(mismatches.slice(0, 4)).toEqual([
    expect.objectContaining({ capturedAt: expect.stringMatching(/^2026-11-01/), figure: 'fingerprint' }),
    { ...latest, figure: 'followerChange', stored: '300', expected: '301' },
    { ...latest, figure: 'followersTrend', stored: '[1000,1200,1300]', expected: '[999,1200,1300]' },
    {
      ...latest,
      figure: '2026-11 growth',
      stored: expect.stringMatching(/^0\.262/),
      expected: expect.stringMatching(/^0\.263/),
    },
  ])
})

test('names a rate that does not come from its likes, and a latest figure that was altered', async () => {
  const live = await measured()
  await live.ask('admin', 'POST', '/api/accounts', { username: 'synthetic_00001' })
  await live.settle()
  await live.database.queries
    .updateTable('metric_snapshots')
    .set((row) => ({ likes_sum: row('likes_sum', '+', 120_000) }))
    .execute()
  // What lists show of the account is altered with it: the audit looks at the columns, the tests at both.
  await live.database.queries.updateTable('accounts').set({ followers: 7, shown: null }).execute()
  const figures = (await audited(live)).mismatches.map(({ capturedAt, figure }) => [capturedAt !== null, figure])
  expect(figures).toEqual([
    [true, 'engagementRate'],
    [false, 'followers'],
  ])
})

test('names figures of a post that do not follow from its readings', async () => {
  const live = await measured({ accounts: ['synthetic_00001'] })
  await live.round()
  for (let day = 0; day < 4; day += 1) await live.round(DAY)
  expect(await audited(live)).toMatchObject({ mismatches: [], mismatchCount: 0 })
  const { queries } = live.database
  const { id, post_key, likes_24h } = await queries
    .selectFrom('posts')
    .select(['id', 'post_key', 'likes_24h'])
    .where('likes_24h', 'is not', null)
    .orderBy('posted_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const wrong = { likes_24h: Number(likes_24h) + 7, first_seen_at: 1, views: 5_000_000 }
  await queries.updateTable('posts').set(wrong).where('id', '=', id).execute()
  const figures = (await audited(live)).mismatches.map(({ figure, stored }) => [figure, stored])
  expect(figures).toEqual([
    [`views of post ${post_key}`, '5000000'],
    [`firstSeenAt of post ${post_key}`, '1'],
    [`likesAt24Hours of post ${post_key}`, String(wrong.likes_24h)],
  ])
})

test('figures that are still to be made again are not wrong, an account without any is not either', async () => {
  const here = await world({ accounts: ['empty'] })
  await here.ask('admin', 'POST', '/api/accounts/import', formWith(WEEKS))
  await here.database.queries.updateTable('accounts').set({ followers: 7, figures_due: 1, shown: null }).execute()
  expect(await audited(here)).toMatchObject({ accounts: 2, snapshots: 2, mismatchCount: 0 })
})

test('the latest result is there for administrators, null before there is one', async () => {
  const here = await filled()
  expect((await here.ask('admin', 'GET', '/api/audits/latest')).json()).toBeNull()
  await here.database.queries.updateTable('metric_snapshots').set({ posts: 1 }).where('posts', '=', 100).execute()
  const told = await audited(here)
  expect(told.mismatchCount).toBeGreaterThan(0)
  expect((await here.ask('admin', 'GET', '/api/audits/latest')).json()).toEqual(told)
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
  expect(await audited(here)).toMatchObject({ accounts: 1, snapshots: 2, mismatches: [] })
})

test('finds nothing where a figure comes while its account is being looked at, or where the account goes', async () => {
  const here = await filled()
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
    expect(await audited(Object.assign({}, here, { database }))).toMatchObject({ mismatches: [], mismatchCount: 0 })
    expect(isOver).toBe(true)
  }
})
