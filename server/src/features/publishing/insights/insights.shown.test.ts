/** What was read, as the team sees it: beside a publication, for a draft, in lists and as files for spreadsheets. */
import type { MediaInsights, OwnMedia } from '@tangelo/contract'
import { expect, test } from 'vitest'
import { OWN } from '#testing/publishing.ts'
import { readingInsights } from '#testing/reading-insights.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

test('a published item says planned against actual, and what it reached against comparable ones', async () => {
  const here = await readingInsights({ isFilled: true, accounts: [{ username: OWN, posts: 4 }] })
  const { id } = await here.queueOrThrow(await here.aPost({ caption: 'Fresh bread' }))
  const { mediaId } = await here.comesTo(id, ({ endedAt }) => endedAt !== null)
  const early = await here.ask('pro', 'GET', `/api/publications/${id}/insights`)
  expect(early.statusCode).toBe(200)
  await here.afterRound(DAY_MS + HOUR_MS)
  const res = await here.ask('pro', 'GET', `/api/publications/${id}/insights`)
  const shown: MediaInsights = res.json()
  expect(shown.media).toMatchObject({ mediaId, publicationId: id, format: 'image' })
  const { plannedAt = '', publishedAt = '', lateMinutes } = shown.timing ?? {}
  expect(lateMinutes).toBeCloseTo((Date.parse(publishedAt) - Date.parse(plannedAt)) / 60_000, 0)
  expect(shown.reached?.ageDays).toBe(1)
  const views = shown.reached?.figures.find(({ figure }) => figure === 'views')
  expect(views).toMatchObject({ reached: shown.readings[0]?.views, items: expect.any(Number) })
  expect(here.stand.violations).toEqual([])
})

test('a draft says how comparable items did, and how many are behind it', async () => {
  const here = await readingInsights({ isFilled: true, accounts: [{ username: OWN, posts: 40 }] })
  await here.afterRound(1_000)
  const itemId = await here.aPost()
  const askExpected = async (who: 'pro' | 'foreigner') =>
    here.ask(who, 'GET', `/api/accounts/${here.accountId}/insights/expected?itemId=${itemId}`)
  const { format, ageDays, figures } = (await askExpected('pro')).json()
  expect({ format, ageDays }).toEqual({ format: 'image', ageDays: 28 })
  const [views] = figures
  expect(views.items).toBeGreaterThan(5)
  expect(views.low).toBeLessThanOrEqual(views.median)
  expect(views.high).toBeGreaterThanOrEqual(views.median)
  expect((await askExpected('foreigner')).statusCode).toBe(404)
})

test('posts are listed page by page, and another company reads none of it', async () => {
  const here = await readingInsights({ isFilled: true })
  await here.afterRound(1_000)
  const path = `/api/accounts/${here.accountId}/insights/media`
  const first = await here.ask('pro', 'GET', `${path}?limit=5`)
  const next = String(first.headers.link).match(/^<([^>]+)>; rel="next"$/)?.[1] ?? ''
  const second = await here.ask('pro', 'GET', next)
  const ids = [...first.json(), ...second.json()].map(({ mediaId }: OwnMedia) => mediaId)
  expect([ids.length, new Set(ids).size]).toEqual([10, 10])
  expect((await here.ask('foreigner', 'GET', path)).statusCode).toBe(404)
  expect((await here.ask('basic', 'GET', path)).statusCode).toBe(403)
  // Figures that an owner granted to one company do not go with the account to another.
  await here.ask('admin', 'PUT', `/api/accounts/${here.accountId}`, { companyId: 2 })
  expect((await here.ask('foreigner', 'GET', path)).json()).toEqual([])
})

test('days and readings are downloaded for spreadsheets, with an empty cell for what is not known', async () => {
  const here = await readingInsights({
    isFilled: true,
    goneMetrics: ['saved'],
    accounts: [{ username: OWN, posts: 4 }],
  })
  await here.afterRound(1_000)
  const file = async (what: string) => {
    const res = await here.ask('pro', 'GET', `/api/accounts/${here.accountId}/insights/export?what=${what}`)
    expect(res.headers['content-disposition']).toBe(`attachment; filename="${OWN}-insights-${what}.csv"`)
    const [heads = '', ...rows] = res.body.trim().split('\r\n')
    return rows.map((row) =>
      Object.fromEntries(
        heads
          .replace('\uFEFF', '')
          .split(',')
          .map((head, at) => [head, row.split(',')[at]]),
      ),
    )
  }
  const days = await file('days')
  expect(days.map((row) => row['"days"'])).toEqual(['1', '1', '1', '7', '7', '28', '28'])
  const posts = await file('posts')
  expect(posts.length).toBeGreaterThan(2)
  for (const row of posts) expect([row['"saves"'], Number(row['"views"']) > 0]).toEqual(['""', true])
})
