import { readFileSync } from 'node:fs'
import { type GraphOptions, graphErrors, graphStandIn } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import {
  beginning,
  clock,
  expectPlain,
  failureOf,
  forOneTest,
  instagramSuite,
  never,
  outcomeOf,
  readingOf,
  sourceFailureOf,
  usual,
} from '../../testing/instagram-suite.ts'
import { type GraphSourceOptions, graphSource } from './graph.ts'

interface Sample {
  name: string
  operation: string
  part: string
  schema?: string
  status: number
  headers?: Record<string, string>
  body: {
    error?: { code: number; error_subcode?: number }
    business_discovery?: { username?: string; followers_count: number; media?: { data: unknown[] } }
  }
}

const samplesOfContract = new URL('../../../../stand-ins/contracts/instagram/samples.json', import.meta.url)
const { samples } = JSON.parse(readFileSync(samplesOfContract, 'utf8')) as { samples: Sample[] }
const answers = samples.filter(
  ({ schema, part }) => part === 'response' && schema?.endsWith('/BusinessDiscoveryResponse'),
)
const errors = samples.filter(({ part }) => part === 'error')

async function asked(change: Partial<GraphSourceOptions> = {}, world: Partial<GraphOptions> = {}) {
  const standIn = await forOneTest(graphStandIn({ ...usual(), ...world }).start())
  const { url, ownId, token } = standIn
  const source = graphSource({ url, version: 'v25.0', ownId, token, callsPerHour: 200, clock, ...change })
  return { source, standIn }
}

describe('the Graph API as a source', () => {
  instagramSuite(asked)

  test('posts come in the order given, each with its own picture', async () => {
    const { source, standIn } = await asked()
    const { profile } = await readingOf(source, 'pinned_posts')
    const times = profile.latestPosts.map(({ postedAt }) => Number(postedAt))
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    expect(profile.latestPosts.every(({ isPinned }) => !isPinned)).toBe(true)
    const pictures = profile.latestPosts.flatMap(({ sourceImageUrl }) => sourceImageUrl ?? [])
    expect(new Set(pictures).size).toBe(pictures.length)
    expect(pictures.length).toBeGreaterThan(6)
    expect(standIn.calls.latest()).toMatchObject([{ names: ['pinned_posts'], status: 200 }])
  })

  test.each(['private.person', 'personal_account', 'age_gated'])('%s cannot be told from nobody', async (name) => {
    const { source } = await asked()
    expect(await failureOf(source, name)).toEqual({
      kind: 'not_found',
      message:
        `Instagram Graph API found no professional account named @${name}. It cannot tell a missing account from a ` +
        'personal or age-restricted one: check the name, or read this account with Apify.',
    })
  })

  test('posts that are counted but not listed are no answer', async () => {
    const { source, standIn } = await asked()
    standIn.faults.always('emptyList')
    expect(await failureOf(source, 'few_posts')).toEqual({
      kind: 'no_figures',
      message: 'Instagram Graph API counted posts of @few_posts but listed none of them.',
    })
    expect(await readingOf(source, 'no_posts')).toMatchObject({ posts: 0 })
  })

  test('the highest gauge is told, also beside a failure of the account', async () => {
    const { source } = await asked({}, { callsPerHour: 10 })
    const used = async (name: string) => (await source.read([name], never())).use.percent
    expect(await used('somebody')).toBe(10)
    expect(await used('missing_somebody')).toBe(20)
  })

  test('gauges of all headers count; broken headers tell nothing', async () => {
    const { source, standIn } = await asked()
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

  test.each(answers)('reads the answer of the contract: $name', async ({ body, headers = {} }) => {
    const { source, standIn } = await asked()
    const profile = body.business_discovery
    standIn.faults.next(1, { status: 200, body, headers })
    const reading = await readingOf(source, profile?.username ?? 'bluebottle')
    expect(reading.followers).toBe(profile?.followers_count)
    expect(reading.profile.latestPosts).toHaveLength(profile?.media?.data.length ?? 0)
    expect(JSON.parse(reading.profile.raw)).toEqual(profile)
  })

  test('the full answer of the contract, field by field', async () => {
    const { source, standIn } = await asked()
    standIn.faults.next(1, { status: 200, body: answers[2]?.body })
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

  const limit = 'limited: Instagram Graph API takes no more calls for now: its limit is reached.'
  const newToken = 'An administrator must put a new one into GRAPH_ACCESS_TOKEN.'
  const sentences: Record<number, string> = {
    2: 'unavailable: Instagram Graph API has a fault of its own. Trying again later may help.',
    4: limit,
    9: limit,
    10:
      'refused: The Instagram access token lacks a permission. An administrator must grant instagram_basic, ' +
      'instagram_manage_insights and pages_read_engagement.',
    17: limit,
    32: limit,
    110:
      'not_found: Instagram Graph API found no professional account named @nobody.here. It cannot tell a missing ' +
      'account from a personal or age-restricted one: check the name, or read this account with Apify.',
    190: `refused: Instagram rejected the access token. ${newToken}`,
    36000:
      'not_understood: Instagram Graph API answered with error 36000 about @nobody.here: The image size is too large.',
    80002: limit,
  }
  const expired = `refused: The Instagram access token expired on Friday, 01-Jan-27 00:00:00 PST. ${newToken}`

  test.each(errors)('explains the error of the contract: $name', async ({ status, body, headers = {} }) => {
    const { source, standIn } = await asked()
    standIn.faults.next(1, { status, body, headers })
    const told = await outcomeOf(source, 'nobody.here').then(
      ({ failure }) => failure,
      (error: Error & { kind: string }) => error,
    )
    expectPlain(told?.message ?? '', standIn.token)
    const { code = 0, error_subcode: subcode } = body.error ?? {}
    expect(`${told?.kind}: ${told?.message}`).toBe(subcode === 463 ? expired : sentences[code])
  })
})

describe('errors of the Graph API', () => {
  const hour = 3_600_000
  const limits: [string, ReturnType<typeof graphErrors.appLimit> | ReturnType<typeof graphErrors.userLimit>, number][] =
    [
      ['application', graphErrors.appLimit(), hour],
      ['user', graphErrors.userLimit(), hour],
      ['page', graphErrors.pageLimit(), hour],
      ['custom', graphErrors.customLimit(), hour],
      ['account', graphErrors.instagramLimit({ ownId: '1', minutes: 19 }), 19 * 60_000],
      ['account that waits for ever', graphErrors.instagramLimit({ ownId: '1', minutes: 1e9 }), 24 * hour],
      ['account that does not say', graphErrors.instagramLimit({ ownId: '1', minutes: 0 }), hour],
    ]
  test.each(limits)('limit of the %s', async (_, answer, waitMs) => {
    const { source, standIn } = await asked()
    standIn.faults.next(1, answer)
    expect(await sourceFailureOf(source)).toMatchObject({ kind: 'limited', retryAt: beginning + waitMs })
  })

  test('a stand-in that is asked too often says when to come back', async () => {
    const { source } = await asked({}, { callsPerHour: 2 })
    await readingOf(source, 'somebody')
    await readingOf(source, 'somebody')
    expect(await sourceFailureOf(source)).toMatchObject({ kind: 'limited', retryAt: beginning + hour })
  })

  test('an expired token says since when', async () => {
    const { source } = await asked({}, { tokenExpiresAt: beginning })
    expect(await sourceFailureOf(source)).toMatchObject({
      kind: 'refused',
      message:
        'The Instagram access token expired on Friday, 01-Jan-27 00:00:00 PST. An administrator must put a new one ' +
        'into GRAPH_ACCESS_TOKEN.',
    })
  })

  test('a wrong token, and a wrong account that asks, are for the administrator', async () => {
    const wrong = await asked({ token: 'EAAwrongwrong' })
    expect((await sourceFailureOf(wrong.source)).message).toBe(
      'Instagram rejected the access token. An administrator must put a new one into GRAPH_ACCESS_TOKEN.',
    )
    const other = await asked({ ownId: '999' })
    expect(await sourceFailureOf(other.source)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('must correct GRAPH_IG_USER_ID'),
    })
  })

  test('errors that repeat the token are told without it', async () => {
    const { source, standIn } = await asked({ token: 'EAAmine/+ and' })
    for (const code of [1, 2, 4, 10, 100, 190, 200, 299, 368, '190', null]) {
      const message = `Malformed EAAmine/+ and, EAAmine%2F%2B%20and EAAAnotherTokenOfMine ?access_token=EAAx\nend`
      standIn.faults.next(1, { status: 400, body: { error: { message, code } } })
      const told = await outcomeOf(source, 'nasa').then(
        ({ failure }) => failure?.message ?? '',
        (error: Error) => error.message,
      )
      expect(told).not.toMatch(/mine|Another|EAAx|\n/)
    }
  })

  test('a token within an answer is not kept', async () => {
    const { source, standIn } = await asked()
    const paging = { next: `https://graph.facebook.com/?access_token=${standIn.token}` }
    const profile = { id: '1', username: 'nasa', followers_count: 1, media: { data: [], paging } }
    standIn.faults.next(1, { status: 200, body: { business_discovery: profile, id: '2' } })
    expect((await readingOf(source, 'nasa')).profile.raw).not.toContain(standIn.token)
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
    const { source, standIn } = await asked()
    standIn.faults.next(1, { status: 200, body })
    expect(await failureOf(source, 'nasa')).toEqual({
      kind: 'not_understood',
      message: `The answer about @nasa was not understood: ${message}.`,
    })
  })
})
