/** What an audit names: in stores that were filled by HTTP and then altered by hand. */
import { expect, test } from 'vitest'
import { DAY, makeWorldWithSources } from '../../../testing/world-with-sources.ts'
import { checkIntegrity, makeWorldWithWeeks } from '../../../testing/world-with-weeks.ts'

test('names a snapshot that was altered, and the figures, months and periods that no longer follow', async () => {
  const here = await makeWorldWithWeeks()
  await here.database.queries
    .updateTable('metric_snapshots')
    .set({ followers: 999 })
    .where('followers', '=', 1000)
    .execute()
  const { mismatches, mismatchCount } = await checkIntegrity(here)
  expect(mismatchCount).toBe(16)
  const latest = { accountId: 1, username: 'nasa', capturedAt: null }
  expect(mismatches.slice(4).map(({ figure }) => figure)).toEqual([
    // The altered reading is the first one: it lies before the week, and growth of the longer periods begins with it.
    ...[7, 30, 90, 365].flatMap((days) => [`${days} days growth`, `${days} days follower_change`]),
    ...[7, 30, 90, 365].map((days) => `shown_${days}`),
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
  const live = await makeWorldWithSources()
  await live.ask('admin', 'POST', '/api/accounts', { username: 'synthetic_00001' })
  await live.settle()
  await live.database.queries
    .updateTable('metric_snapshots')
    .set((row) => ({ likes_sum: row('likes_sum', '+', 120_000) }))
    .execute()
  // What lists show of the account is altered with it: the audit looks at the columns, the tests at both.
  await live.database.queries.updateTable('accounts').set({ followers: 7, shown: null }).execute()
  const figures = (await checkIntegrity(live)).mismatches.map(({ capturedAt, figure }) => [capturedAt !== null, figure])
  expect(figures).toEqual([
    [true, 'engagementRate'],
    [false, 'followers'],
  ])
})

test('names figures of a post that do not follow from its readings', async () => {
  const live = await makeWorldWithSources({ accounts: ['synthetic_00001'] })
  await live.round()
  for (let day = 0; day < 4; day += 1) await live.round(DAY)
  expect(await checkIntegrity(live)).toMatchObject({ mismatches: [], mismatchCount: 0 })
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
  const figures = (await checkIntegrity(live)).mismatches.map(({ figure, stored }) => [figure, stored])
  expect(figures).toEqual([
    [`views of post ${post_key}`, '5000000'],
    [`firstSeenAt of post ${post_key}`, '1'],
    [`likesAt24Hours of post ${post_key}`, String(wrong.likes_24h)],
  ])
})

test('the latest result is there for administrators, null before there is one', async () => {
  const here = await makeWorldWithWeeks()
  expect((await here.ask('admin', 'GET', '/api/audits/latest')).json()).toBeNull()
  await here.database.queries.updateTable('metric_snapshots').set({ posts: 1 }).where('posts', '=', 100).execute()
  const found = await checkIntegrity(here)
  expect(found.mismatchCount).toBeGreaterThan(0)
  expect((await here.ask('admin', 'GET', '/api/audits/latest')).json()).toEqual(found)
})
