import { describe, expect, test } from 'vitest'
import { clock, failureOf, instagramSuite, never, readingOf } from '../../testing/instagram-suite.ts'
import { graphAnswers, startGraph } from './testing/start-graph.ts'

describe('the Graph API as a source', () => {
  instagramSuite(startGraph)

  test('posts come in the order given, each with its own picture', async () => {
    const { source, standIn } = await startGraph()
    const { profile } = await readingOf(source, 'pinned_posts')
    const times = profile.latestPosts.map(({ postedAt }) => Number(postedAt))
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    expect(profile.latestPosts.every(({ isPinned }) => !isPinned)).toBe(true)
    const pictures = profile.latestPosts.flatMap(({ sourceImageUrl }) => sourceImageUrl ?? [])
    expect(new Set(pictures).size).toBe(pictures.length)
    expect(pictures.length).toBeGreaterThan(6)
    expect(standIn.calls.latest()).toMatchObject([{ names: ['pinned_posts'], status: 200 }])
  })

  test.each(['private.person', 'personal_account', 'age_gated'])(
    '%s cannot be distinguished from an account that does not exist',
    async (name) => {
      const { source } = await startGraph()
      expect(await failureOf(source, name)).toEqual({
        kind: 'not_found',
        message:
          `Instagram Graph API found no professional account named @${name}. It cannot tell a missing account from a ` +
          'personal or age-restricted one: check the name, or read this account with Apify.',
      })
    },
  )

  test('posts that are counted but not listed are no answer', async () => {
    const { source, standIn } = await startGraph()
    standIn.faults.always('emptyList')
    expect(await failureOf(source, 'few_posts')).toEqual({
      kind: 'not_understood',
      message: 'Instagram Graph API counted posts of @few_posts but listed none of them.',
    })
    expect(await readingOf(source, 'no_posts')).toMatchObject({ posts: 0 })
  })

  test('the highest gauge is reported, also beside a failure of the account', async () => {
    const { source } = await startGraph({}, { callsPerHour: 10 })
    const readPercent = async (name: string) => (await source.read([name], never())).use.percent
    expect(await readPercent('some.account')).toBe(10)
    expect(await readPercent('missing_somebody')).toBe(20)
  })

  test('gauges of all headers count; broken headers are ignored', async () => {
    const { source, standIn } = await startGraph()
    const body = { business_discovery: { id: '1', username: 'nasa', followers_count: 5 }, id: '2' }
    const percentWith = async (headers: Record<string, string>) => {
      standIn.faults.next(1, { status: 200, body, headers })
      return (await source.read(['nasa'], never())).use.percent
    }
    const business = JSON.stringify({ 1: [{ type: 'instagram', call_count: 3, total_cputime: 81, total_time: 4 }] })
    expect(await percentWith({ 'X-App-Usage': '{"call_count":28}', 'X-Business-Use-Case-Usage': business })).toBe(81)
    expect(
      await percentWith({ 'X-App-Usage': '{"call_count":"28"}', 'X-Business-Use-Case-Usage': '{"1":7}' }),
    ).toBeNull()
    expect(await percentWith({ 'X-App-Usage': 'full', 'X-Business-Use-Case-Usage': '[]' })).toBeNull()
    expect(await percentWith({})).toBeNull()
  })

  test.each(graphAnswers)('reads the answer of the contract: $name', async ({ body, headers = {} }) => {
    const { source, standIn } = await startGraph()
    const profile = body.business_discovery
    standIn.faults.next(1, { status: 200, body, headers })
    const reading = await readingOf(source, profile?.username ?? 'bluebottle')
    expect(reading.followers).toBe(profile?.followers_count)
    expect(reading.profile.latestPosts).toHaveLength(profile?.media?.data.length ?? 0)
    expect(JSON.parse(reading.profile.raw)).toEqual(profile)
  })

  test('the full answer of the contract, field by field', async () => {
    const { source, standIn } = await startGraph()
    standIn.faults.next(1, { status: 200, body: graphAnswers[2]?.body })
    const { profile } = await readingOf(source, 'NASA')
    expect(profile).toMatchObject({
      fullName: 'NASA',
      bioText: 'Public profile text',
      externalUrl: 'https://www.nasa.gov/',
      sourcePictureUrl: 'https://scontent.cdninstagram.com/sample/profile.jpg',
    })
    expect(profile.latestPosts).toEqual([
      {
        id: '18000000000000001',
        shortCode: 'DN8mjSFjdOm',
        type: 'reel',
        caption: 'Reel with three hashtags #a #b #c',
        url: 'https://www.instagram.com/reel/DN8mjSFjdOm/',
        sourceImageUrl: 'https://scontent.cdninstagram.com/sample/t.jpg',
        likes: 53_833,
        comments: 429,
        views: null,
        postedAt: Date.UTC(2025, 7, 29, 17, 16, 11),
        isPinned: false,
      },
      expect.objectContaining({
        type: 'image',
        sourceImageUrl: 'https://scontent.cdninstagram.com/sample/2.jpg',
        caption: null,
        likes: 216_938,
      }),
      expect.objectContaining({ type: 'carousel', sourceImageUrl: null, likes: null, comments: 1_882 }),
    ])
  })

  test('older posts come page by page, and no place is left after the last', async () => {
    const { source, standIn } = await startGraph()
    const shown = standIn.world.posts('pinned_posts', clock.now(), { limit: 120 })
    const pageAfter = async (after: string | null) =>
      (await source.readPosts?.('pinned_posts', after, never()))?.outcome.page
    const first = await pageAfter(null)
    const second = await pageAfter(first?.next ?? null)
    const codes = [...(first?.posts ?? []), ...(second?.posts ?? [])].map(({ shortCode }) => shortCode)
    expect(codes).toEqual(shown.slice(0, 100).map(({ shortcode }) => shortcode))
    const few = await source.readPosts?.('few_posts', null, never())
    expect(few?.outcome.page).toMatchObject({ next: null })
    const gone = await source.readPosts?.('pinned_posts', 'bm90IGEgcGxhY2U', never())
    expect(gone?.outcome.failure?.message).toContain('the place has expired')
  })

  const post = { id: '1', media_type: 'IMAGE' }
  const wrong: [string, object][] = [
    ['business_discovery is missing', {}],
    ['business_discovery must be a profile, not a list', { business_discovery: [] }],
    ['followers_count is missing', { business_discovery: { id: '1' } }],
    ['followers_count must not be negative, but is -1', { business_discovery: { followers_count: -1 } }],
    [
      'follows_count must be a whole number, not 1.5',
      { business_discovery: { followers_count: 1, follows_count: 1.5 } },
    ],
    ['username must be "nasa", not "other"', { business_discovery: { username: 'other', followers_count: 1 } }],
    ['biography must be text, not 7', { business_discovery: { followers_count: 1, biography: 7 } }],
    ['media must be a page of posts, not a list', { business_discovery: { followers_count: 1, media: [post] } }],
    ['media.data must be a list, not an object', { business_discovery: { followers_count: 1, media: { data: {} } } }],
    ...(
      [
        ['media.data[1] must be a post, not null', null],
        ['media.data[1].id is missing', {}],
        ['media.data[1].id "../1" is not the id of a post', { id: '../1' }],
        ['media.data[1].like_count must be a whole number, not "5"', { id: '2', like_count: '5' }],
        [
          'media.data[1].media_type must be IMAGE, VIDEO or CAROUSEL_ALBUM, not "HOLOGRAM"',
          { id: '2', media_type: 'HOLOGRAM' },
        ],
        [
          'media.data[1].timestamp must be like 2026-11-20 or 2026-11-20T09:30:00Z, not "today"',
          { id: '2', timestamp: 'today' },
        ],
      ] as const
    ).map(([message, second]): [string, object] => [
      message,
      { business_discovery: { followers_count: 1, media: { data: [post, second] } } },
    ]),
  ]
  test.each(wrong)('%s', async (message, body) => {
    const { source, standIn } = await startGraph()
    standIn.faults.next(1, { status: 200, body })
    expect(await failureOf(source, 'nasa')).toEqual({
      kind: 'not_understood',
      message: `The answer about @nasa was not understood: ${message}.`,
    })
  })
})
