import { expect, test } from 'vitest'
import { codesOf, signIn } from '../testing/ask-publishing.ts'
import { beginning, startPublishing } from '../testing/start-service.ts'
import { dayMs } from '../world/figures.ts'
import type { PublishingOptions } from './publishing-stand-in.ts'

interface Item {
  name: string
  values?: { value: unknown; end_time?: string }[]
  total_value?: { value?: number; breakdowns?: { dimension_keys: string[]; results: { value: number }[] }[] }
}

async function startInsights(options: PublishingOptions = {}, username = 'sample.bakery') {
  const stand = await startPublishing(options)
  const one = signIn(stand, username)
  const ask = (id: string, query: Record<string, string>) => one.ask(`${id}/insights`, { query })
  const items = async (id: string, query: Record<string, string>) => (await ask(id, query)).body.data as Item[]
  return { stand, one, ask, items }
}

const seconds = (ms: number) => String(Math.floor(ms / 1_000))
const day = { since: seconds(beginning - dayMs), until: seconds(beginning) }

test('figures of a reel grow, with times in milliseconds and a rate in percent', async () => {
  const { stand, items } = await startInsights()
  const { id } = stand.postByHand('sample.bakery', { kind: 'VIDEO', product: 'REELS' })
  const metric = 'views,reach,ig_reels_avg_watch_time,reels_skip_rate'
  stand.moveTime(dayMs)
  const first = await items(id, { metric })
  stand.moveTime(6 * dayMs)
  const later = await items(id, { metric })
  expect(first.map(({ name }) => name)).toEqual(metric.split(','))
  const views = (list: Item[]) => Number(list[0]?.values?.[0]?.value)
  expect(views(first)).toBeGreaterThan(0)
  expect(views(later)).toBeGreaterThan(views(first))
  expect(Number(later[2]?.values?.[0]?.value)).toBeGreaterThan(1_000)
  expect(Number(later[3]?.values?.[0]?.value)).toBeLessThan(100)
  expect(stand.violations).toEqual([])
})

test.each([
  ['follows of a reel', 'REELS', 'views,follows', [100, null]],
  ['views on Facebook of a post that is not there', 'FEED', 'facebook_views', [100, null]],
  ['saved of a story', 'STORY', 'saved', [100, null]],
] as const)('%s fail the whole call', async (_, product, metric, codes) => {
  const { stand, ask } = await startInsights()
  const { id } = stand.postByHand('sample.bakery', { product })
  stand.moveTime(3_600_000)
  expect(codesOf(await ask(id, { metric }))).toEqual(codes)
  expect(stand.violations).toEqual([])
})

test('what has no figures: from before the account was professional, items of a carousel, stories after a day', async () => {
  const { stand, ask, items } = await startInsights({ insightsLagMs: 3_600_000 })
  const post = (more: object) => stand.postByHand('sample.bakery', more).id
  expect(codesOf(await ask(post({ isFromBefore: true }), { metric: 'views' }))).toEqual([100, 2108006])
  expect(codesOf(await ask(post({ isChild: true }), { metric: 'views' }))).toEqual([100, null])
  const story = post({ product: 'STORY' })
  expect(codesOf(await ask(story, { metric: 'views' }))).toEqual([10, null])
  const fresh = post({})
  expect(await items(fresh, { metric: 'views' })).toEqual([])
  stand.moveTime(7_200_000)
  const [navigation] = await items(story, { metric: 'navigation', breakdown: 'story_navigation_action_type' })
  expect(navigation?.total_value?.value).toBe(navigation?.values?.[0]?.value)
  expect(await items(fresh, { metric: 'views' })).toHaveLength(1)
  stand.moveTime(dayMs)
  expect(codesOf(await ask(story, { metric: 'views' }))).toEqual([100, 33])
  expect(stand.violations).toEqual([])
})

test('an account: totals of a window, days as a series, breakdowns', async () => {
  const { one, items, stand } = await startInsights()
  const totals = await items(one.id, { metric: 'views,likes', period: 'day', metric_type: 'total_value', ...day })
  expect(totals.map(({ total_value }) => total_value)).toEqual([
    { value: expect.any(Number) },
    { value: expect.any(Number) },
  ])
  const lastEnd = beginning - 4 * 3_600_000
  const week = { since: seconds(lastEnd - 7 * dayMs), until: seconds(lastEnd) }
  const [reach] = await items(one.id, { metric: 'reach', period: 'day', ...week })
  expect(reach?.values).toHaveLength(7)
  expect(reach?.values?.at(-1)?.end_time).toBe('2026-11-21T08:00:00+0000')
  const [whole] = await items(one.id, { metric: 'reach', period: 'day', metric_type: 'total_value', ...week })
  const sum = (reach?.values ?? []).reduce((all, { value }) => all + Number(value), 0)
  expect(whole?.total_value?.value).toBeLessThan(sum)
  const [split] = await items(one.id, {
    metric: 'views',
    period: 'day',
    metric_type: 'total_value',
    breakdown: 'media_product_type',
    ...day,
  })
  const results = split?.total_value?.breakdowns?.[0]?.results ?? []
  expect(results.reduce((all, { value }) => all + value, 0)).toBe(split?.total_value?.value)
  expect(stand.violations).toEqual([])
})

test('demography has a timeframe in front and no total; a small account has none of it', async () => {
  const asked = {
    metric: 'follower_demographics',
    period: 'lifetime',
    metric_type: 'total_value',
    timeframe: 'this_month',
    breakdown: 'country',
  }
  const { one, items, ask, stand } = await startInsights()
  const [countries] = await items(one.id, asked)
  expect(countries?.total_value).toMatchObject({ breakdowns: [{ dimension_keys: ['timeframe', 'country'] }] })
  expect(countries?.total_value).not.toHaveProperty('value')
  const online = await items(one.id, { metric: 'online_followers', period: 'lifetime', ...day })
  expect(Object.keys(online[0]?.values?.[0]?.value as object)).toHaveLength(24)
  const wrong = { metric: 'likes', period: 'day', metric_type: 'total_value', breakdown: 'country' }
  expect(codesOf(await ask(one.id, wrong))).toEqual([1, null])
  const small = await startInsights({}, 'sample.corner')
  expect(await small.items(small.one.id, asked)).toEqual([])
  expect([stand.violations, small.stand.violations]).toEqual([[], []])
})

test('a metric that is gone, and a series of what has none, are no questions of the contract', async () => {
  const { stand, one, ask } = await startInsights()
  await ask(one.id, { metric: 'impressions', period: 'day' })
  await ask(one.id, { metric: 'views', period: 'day', metric_type: 'time_series' })
  expect(stand.violations).toMatchObject([{ operation: 'readInsights' }, { operation: 'readInsights' }])
})
