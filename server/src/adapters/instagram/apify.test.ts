/** Apify as a source: what is read of its items. */
import { type ApifyItem, apifyProfiles } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import {
  beginning,
  failureOf,
  instagramSuite,
  never,
  readingOf,
  sourceFailureOf,
} from '../../testing/instagram-suite.ts'
import { startApify } from './testing/start-apify.ts'

async function answering(...items: unknown[]) {
  const { source, standIn } = await startApify()
  standIn.faults.always({ status: 201, body: items })
  return source
}

const samples = apifyProfiles.samples()
const { items: synthetic, errorItems } = apifyProfiles.synthetic()
const profiles = [
  ...apifyProfiles.loadDocumented().map(({ item }) => item),
  ...synthetic,
  ...samples.flatMap(({ part, body }) => (part === 'response' ? (body as ApifyItem[]) : [])),
].filter(({ error }) => error === undefined)
const profile = { username: 'nasa', inputUrl: 'https://www.instagram.com/nasa', followersCount: 5 }

describe('Apify as a source', () => {
  instagramSuite(startApify)

  test.each(profiles.map((item) => [String(item.username), item] as const))(
    'reads the profile of the contract: %s',
    async (username, item) => {
      const reading = await readingOf(await answering(item), username)
      expect(reading).toMatchObject({ username, capturedAt: beginning, followers: item.followersCount })
      expect(JSON.parse(reading.profile.raw)).toEqual(item)
    },
  )

  test.each(errorItems)('explains the error item of the contract: $name', async ({ item }) => {
    const [name = ''] = /[^/]+$/.exec(String(item.inputUrl)) ?? []
    const failure = await failureOf(await answering(item), name)
    expect([
      { kind: 'not_found', message: `Apify found no Instagram account named @${name}.` },
      { kind: 'no_figures', message: `@${name} gives no figures: the account is empty, private or blocked.` },
    ]).toContainEqual(failure)
    expect(failure.kind).toBe(item.error === 'not_found' ? 'not_found' : 'no_figures')
  })

  test('an item without a known message is reported in its own words', async () => {
    const item = { inputUrl: profile.inputUrl, error: 'blocked', errorDescription: 'Try\nlater apify_api_another' }
    expect(await failureOf(await answering(item), 'nasa')).toEqual({
      kind: 'no_figures',
      message: 'Apify could not read @nasa: Try later ….',
    })
  })

  test('twenty-five names in one call, in any order and case, each with its outcome', async () => {
    const { source, standIn } = await startApify()
    const names = Array.from({ length: 21 }, (_, at) => `Somebody_${at}`)
    const all = [...names, 'missing_one', 'age_gated', 'not a name', 'private.person']
    expect(all).toHaveLength(source.namesPerCall)
    const { outcomes, use } = await source.read(all, never())
    expect([...outcomes.keys()].toSorted()).toEqual(all.map((name) => name.toLowerCase()).toSorted())
    for (const name of names) {
      const key = name.toLowerCase()
      expect(outcomes.get(key)?.reading?.followers).toBe(standIn.world.account(key, beginning)?.followers)
    }
    expect(outcomes.get('missing_one')?.failure?.kind).toBe('not_found')
    expect(outcomes.get('age_gated')?.failure?.kind).toBe('no_figures')
    expect(outcomes.get('private.person')?.reading?.profile.latestPosts).toEqual([])
    expect(use).toEqual({ percent: null })
    expect(standIn.calls.total).toBe(1)
  })

  test('a name in two cases is requested once', async () => {
    const { source, standIn } = await startApify()
    expect((await source.read(['Nasa', 'NASA'], never())).outcomes.size).toBe(1)
    expect(standIn.calls.timesAsked('nasa')).toBe(1)
  })

  test('personal accounts are read', async () => {
    const { source } = await startApify()
    expect(await readingOf(source, 'personal_account')).toMatchObject({ username: 'personal_account' })
  })

  test('pinned posts come first, as the source gives them', async () => {
    const { source } = await startApify()
    const { profile } = await readingOf(source, 'pinned_posts')
    expect(profile.latestPosts.map(({ isPinned }) => isPinned)).toEqual([
      ...Array(3).fill(true),
      ...Array(9).fill(false),
    ])
  })

  test('the moment is now, whatever times the newest post and the item have', async () => {
    const item = {
      ...profile,
      scrapedAt: '2020-01-01T00:00:00Z',
      latestPosts: [{ id: '1', type: 'Image', timestamp: '2031-01-01T00:00:00Z' }],
    }
    expect((await readingOf(await answering(item), 'nasa')).capturedAt).toBe(beginning)
  })

  test('a renamed account is reported by the new name', async () => {
    const source = await answering({ ...profile, inputUrl: 'https://www.instagram.com/Old.Name/' })
    expect(await failureOf(source, 'old.name')).toEqual({
      kind: 'not_found',
      message: '@old.name was renamed: the account is now @nasa on Instagram. Track it under its new name.',
    })
  })

  test('both names of who was renamed, in one call', async () => {
    const source = await answering({ ...profile, inputUrl: 'https://www.instagram.com/old' }, profile)
    const { outcomes } = await source.read(['old', 'nasa'], never())
    expect(outcomes.get('old')?.failure?.kind).toBe('not_found')
    expect(outcomes.get('nasa')?.reading?.followers).toBe(5)
  })

  test('the present owner of a name is meant, not an earlier one', async () => {
    const moved = { ...profile, username: 'other', followersCount: 1 }
    const source = await answering(moved, { ...profile, inputUrl: 'https://www.instagram.com/some.account' })
    expect((await readingOf(source, 'nasa')).followers).toBe(5)
  })

  test('a name that is left out has no figures; when all are left out the scraper failed', async () => {
    const source = await answering(profile, null, 'text', { username: 7 })
    const { outcomes } = await source.read(['nasa', 'natgeo'], never())
    expect(outcomes.get('natgeo')?.failure).toEqual({
      kind: 'no_figures',
      message: 'Apify brought nothing about @natgeo.',
    })
    const { source: empty, standIn } = await startApify()
    standIn.faults.always('emptyList')
    expect((await failureOf(empty, 'nasa')).kind).toBe('no_figures')
    await expect(empty.read(['nasa', 'natgeo'], never())).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'Apify brought nothing about any of 2 accounts.',
    })
  })

  test('one wrong item leaves the others alone', async () => {
    const source = await answering({ ...profile, followersCount: -3 }, { ...profile, username: 'natgeo' })
    const { outcomes } = await source.read(['nasa', 'natgeo'], never())
    expect(outcomes.get('nasa')?.failure?.message).toBe(
      'The answer about @nasa was not understood: followersCount must not be negative, but is -3.',
    )
    expect(outcomes.get('natgeo')?.reading?.followers).toBe(5)
  })

  test('an answer that is no list is no answer', async () => {
    const { source, standIn } = await startApify()
    standIn.faults.next(1, { status: 201, body: { data: [profile] } })
    expect(await sourceFailureOf(source)).toMatchObject({
      kind: 'unavailable',
      message: 'Apify sent something other than profiles.',
    })
  })
})
