/**
 * What every source of profiles promises (`ports/instagram.ts`), proven against its stand-in. Call it with a way to make
 * a source that asks a stand-in; the source has the limits given, or its own.
 */
import { type Fault, type InstagramStandIn, instagramWorld, type StandIn, syntheticName } from '@tangelo/stand-ins'
import { expect, onTestFinished, test } from 'vitest'
import {
  type InstagramSource,
  type LiveReading,
  type ProfileFailure,
  type ProfileOutcome,
  SourceFailure,
} from '#ports/instagram.ts'

export const beginning = Date.parse('2026-11-21T12:00:00Z')
export const clock = { now: () => beginning }

export const usual = () => ({ world: instagramWorld({ seed: 7, now: beginning }), clock })

export interface AskedStandIn {
  source: InstagramSource
  standIn: InstagramStandIn
}

/** A stand-in for one test. At its end nothing has been asked or answered against the contract. */
export async function forOneTest<Started extends StandIn>(starting: Promise<Started>): Promise<Started> {
  const standIn = await starting
  onTestFinished(async () => {
    await standIn.end()
    expect(standIn.violations).toEqual([])
  })
  return standIn
}

/** The signal of a caller who has time. */
export const never = () => new AbortController().signal

export async function outcomeOf(source: InstagramSource, username: string): Promise<ProfileOutcome> {
  const { outcomes } = await source.read([username], never())
  expect([...outcomes.keys()]).toEqual([username.toLowerCase()])
  const outcome = outcomes.get(username.toLowerCase())
  if (!outcome) throw new Error('no outcome')
  return outcome
}

export async function readingOf(source: InstagramSource, username: string): Promise<LiveReading> {
  const { reading, failure } = await outcomeOf(source, username)
  if (!reading) throw new Error(failure.message)
  return reading
}

export async function failureOf(source: InstagramSource, username: string): Promise<ProfileFailure> {
  return (await outcomeOf(source, username)).failure ?? { kind: 'not_found', message: 'was read' }
}

export async function sourceFailureOf(source: InstagramSource, username = 'anyone'): Promise<SourceFailure> {
  const failure = await source.read([username], never()).catch((error: unknown) => error)
  if (!(failure instanceof SourceFailure)) throw new Error(`not a failure of the source: ${String(failure)}`)
  return failure
}

/** A sentence for people that gives away neither the token nor an address. */
export function expectPlain(message: string, token: string): void {
  expect(message).not.toContain(token)
  expect(message).not.toMatch(/https?:|127\.0\.0\.1|access_token|undefined|\[object/)
  expect(message).toMatch(/^[A-Z@].*[.…]$/s)
}

type Asked = (change?: { limits: { wholeMs: number } }) => Promise<AskedStandIn>

export function instagramSuite(asked: Asked): void {
  test('reads a profile as it is now, keyed in lower case', async () => {
    const { source, standIn } = await asked()
    const name = syntheticName(1)
    const account = standIn.world.account(name, beginning)
    const { outcomes } = await source.read([name.toUpperCase()], never())
    expect([...outcomes.keys()]).toEqual([name])
    const reading = outcomes.get(name)?.reading
    expect(reading).toMatchObject({
      username: name,
      capturedAt: beginning,
      day: null,
      followers: account?.followers,
      following: account?.following,
      posts: account?.postCount,
      engagementRate: null,
      profile: { fullName: account?.fullName ?? null, bioText: account?.biography ?? null },
    })
    expect(reading?.profile.sourcePictureUrl).toMatch(/\.png\?oh=/)
    expect(reading?.profile.latestPosts).toHaveLength(12)
    expect(reading?.profile.raw).not.toContain(standIn.token)
  })

  test('posts keep what the world says of them', async () => {
    const { source, standIn } = await asked()
    const posts = standIn.world.posts('few_posts', beginning, { limit: 12 })
    const types = { image: 'image', carousel: 'carousel', video: 'reel' }
    const { profile } = await readingOf(source, 'few_posts')
    expect(
      profile.latestPosts.map(({ shortCode, type, caption, likes, comments, postedAt }) => ({
        shortCode,
        type,
        caption,
        likes,
        comments,
        postedAt,
      })),
    ).toEqual(
      posts.map((post) => ({
        shortCode: post.shortcode,
        type: types[post.kind],
        caption: post.caption ?? null,
        likes: post.likes,
        comments: post.comments,
        postedAt: Math.floor(Number(post.takenAt) / 1_000) * 1_000,
      })),
    )
  })

  test('hidden likes and missing times are unknown, never zero', async () => {
    const { source } = await asked()
    const likesOf = async (name: string) =>
      (await readingOf(source, name)).profile.latestPosts.filter(({ likes }) => likes === null).length
    expect(await likesOf('hidden_likes')).toBe(12)
    expect(await likesOf('negative_likes')).toBeGreaterThan(3)
    expect(await likesOf('missing_likes')).toBeGreaterThan(3)
    const { profile } = await readingOf(source, 'missing_times')
    expect(profile.latestPosts.filter(({ postedAt }) => postedAt === null).length).toBeGreaterThan(3)
  })

  test('none, one and many follow; no posts, no texts, markup and right-to-left', async () => {
    const { source, standIn } = await asked()
    expect(await readingOf(source, 'zero_followers')).toMatchObject({ followers: 0 })
    expect(await readingOf(source, 'one_follower')).toMatchObject({ followers: 1 })
    expect((await readingOf(source, 'huge_account')).followers).toBeGreaterThan(600_000_000)
    expect(await readingOf(source, 'no_posts')).toMatchObject({ posts: 0, profile: { latestPosts: [] } })
    expect(await readingOf(source, 'no_texts')).toMatchObject({
      profile: { fullName: null, bioText: null, externalUrl: null },
    })
    const markup = standIn.world.account('markup_bio', beginning)
    expect(await readingOf(source, 'markup_bio')).toMatchObject({
      profile: { fullName: markup?.fullName, bioText: markup?.biography, externalUrl: markup?.website },
    })
  })

  test.each(['missing_somebody', 'renamed_old'])('%s is not found', async (name) => {
    const { source, standIn } = await asked()
    const failure = await failureOf(source, name)
    expect(failure.kind).toBe('not_found')
    expect(failure.message).toContain(`@${name}`)
    expectPlain(failure.message, standIn.token)
  })

  test.each(['', 'a b', 'a){id}', 'ü', 'x'.repeat(31), 'https://www.instagram.com/nasa'])(
    'no request is sent for %j',
    async (name) => {
      const { source, standIn } = await asked()
      expect(await failureOf(source, name)).toEqual({
        kind: 'not_found',
        message: 'This is not a name that Instagram allows.',
      })
      expect(standIn.calls.total).toBe(0)
    },
  )

  test('numbers that are words are named, and nothing else is taken from the answer', async () => {
    const { source, standIn } = await asked()
    standIn.faults.next(1, 'wrongTypes')
    const { kind, message } = await failureOf(source, 'nasa')
    expect(kind).toBe('not_understood')
    expect(message).toMatch(/^The answer about @nasa was not understood: \S+ must be a whole number, not "many"\.$/)
  })

  const broken: [Fault, RegExp][] = [
    ['reset', /broke the connection off/],
    ['html', /sent an answer that cannot be read/],
    ['truncated', /sent an answer that cannot be read/],
    ['huge', /answered with more than \d+ MB/],
    [{ status: 502, body: 'gateway' }, /./],
    [{ status: 503, headers: { 'Retry-After': '120' } }, /./],
    [{ status: 302, headers: { Location: '/elsewhere' } }, /./],
    [{ status: 404 }, /./],
  ]
  test.each(broken)('%j tells nothing about the account', async (fault, message) => {
    const { source, standIn } = await asked()
    standIn.faults.next(1, fault)
    const failure = await sourceFailureOf(source)
    expect(failure.kind).toBe('unavailable')
    expect(failure.message).toMatch(message)
    expectPlain(failure.message, standIn.token)
    expect(await readingOf(source, 'anyone')).toBeTruthy()
  })

  test.each<Fault>(['hang', 'trickle', { trickleMs: 1 }, { delayMs: 5_000 }])('%j ends by the limit', async (fault) => {
    const { source, standIn } = await asked({ limits: { wholeMs: 100 } })
    standIn.faults.next(1, fault)
    const failure = await sourceFailureOf(source)
    expect(failure).toMatchObject({
      kind: 'unavailable',
      message: `${source.title} did not answer within 0.1 seconds.`,
    })
  })

  test('too many calls are reported as such', async () => {
    const { source, standIn } = await asked()
    standIn.faults.next(1, { status: 429, headers: { 'Retry-After': '120' } })
    expect(await sourceFailureOf(source)).toMatchObject({ kind: 'limited', retryAt: beginning + 120_000 })
  })

  test('a source that is not there is unavailable', async () => {
    const { source, standIn } = await asked()
    await standIn.end()
    expect(await sourceFailureOf(source)).toMatchObject({
      kind: 'unavailable',
      message: `${source.title} could not be reached: the connection was refused.`,
    })
  })

  test('who gives up gets their own reason back', async () => {
    const { source, standIn } = await asked()
    standIn.faults.next(1, 'hang')
    const reason = new Error('stopping')
    const giving = new AbortController()
    const reading = source.read(['anyone'], giving.signal)
    giving.abort(reason)
    await expect(reading).rejects.toBe(reason)
  })

  test('more names than a call takes are a mistake of the caller', async () => {
    const { source } = await asked()
    const names = Array.from({ length: source.namesPerCall + 1 }, (_, at) => syntheticName(at + 1))
    await expect(source.read(names, never())).rejects.toThrow(RangeError)
  })
}
