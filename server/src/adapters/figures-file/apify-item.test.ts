/** Posts and moments of an item of Apify, and items that are refused. */
import type { ApifyItem } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { reading, reason } from './testing/read-item.ts'

const post = {
  id: '1',
  type: 'Image',
  shortCode: 'a',
  url: 'https://www.instagram.com/p/a/',
  commentsCount: 3,
  likesCount: 5,
}
const profile = (change: ApifyItem = {}): ApifyItem => ({
  username: 'nasa',
  followersCount: 10,
  latestPosts: [post],
  ...change,
})
const withPost = (change: ApifyItem) => profile({ latestPosts: [{ ...post, ...change }] })
const firstPost = (item: ApifyItem) => reading(item).profile?.latestPosts[0]

describe('posts', () => {
  test.each([
    [{ type: 'Image' }, 'image'],
    [{ type: 'Sidecar' }, 'carousel'],
    [{ type: 'Video' }, 'video'],
    [{ type: 'Video', productType: 'igtv' }, 'video'],
    [{ type: 'Video', productType: 'clips' }, 'reel'],
  ])('%o is of type %s', (change, type) => {
    expect(firstPost(withPost(change))?.type).toBe(type)
  })

  test.each([-1, null, undefined])('%s likes or comments are unknown', (unknown) => {
    expect(firstPost(withPost({ likesCount: unknown, commentsCount: unknown }))).toMatchObject({
      likes: null,
      comments: null,
    })
  })

  test('no likes are zero likes', () => {
    expect(firstPost(withPost({ likesCount: 0, commentsCount: 0 }))).toMatchObject({ likes: 0, comments: 0 })
  })

  test('any number is kept, in the order of the source', () => {
    const latestPosts = Array.from({ length: 300 }, (_, at) => ({ ...post, id: String(at) }))
    const ids = reading(profile({ latestPosts })).profile?.latestPosts.map(({ id }) => id)
    expect(ids).toEqual(latestPosts.map(({ id }) => id))
  })

  test('a post that is listed twice counts once', () => {
    const latestPosts = [post, { ...post, id: '2' }, { ...post, likesCount: 9 }]
    const read = reading(profile({ latestPosts })).profile?.latestPosts
    expect(read?.map(({ id, likes }) => [id, likes])).toEqual([
      ['1', 5],
      ['2', 5],
    ])
  })

  test('texts that a store cannot keep are mended, addresses that a page must not link to are left out', () => {
    expect(firstPost(withPost({ caption: 'a\0b\ud800', url: 'javascript:alert(1)' }))).toMatchObject({
      caption: 'ab\ufffd',
      url: null,
    })
  })
})

describe('the moment of the figures', () => {
  const older = { ...post, id: '2', timestamp: '2026-10-01T00:00:00.000Z' }
  const newer = { ...post, id: '3', timestamp: '2026-11-01T00:00:00.000Z' }
  const none = { ...post, id: '4', timestamp: null }

  test.each([
    ['its own scrapedAt', { scrapedAt: '2026-11-05T00:00:00Z', latestPosts: [newer] }, Date.UTC(2026, 10, 5)],
    ['its own timestamp', { timestamp: '2026-11-06T00:00:00Z' }, Date.UTC(2026, 10, 6)],
    ['the newest post', { latestPosts: [older, none, newer] }, Date.UTC(2026, 10, 1)],
    ['unknown without a time', { latestPosts: [none] }, null],
    ['unknown without a post', { latestPosts: null }, null],
  ])('is %s', (_, change, at) => {
    expect(reading(profile(change)).capturedAt).toBe(at)
  })
})

describe('items that are refused', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)

  test.each([
    [null, 'is not a profile'],
    ['nasa', 'is not a profile'],
    [[], 'is not a profile'],
    [{}, 'username is missing'],
    [profile({ username: 5 }), 'username must be text, not 5'],
    [
      profile({ username: 'a b' }),
      'username "a b" is not valid: Instagram usernames hold only letters, digits, dots and underscores',
    ],
    [profile({ followersCount: undefined }), '@nasa: followersCount is missing'],
    [profile({ followersCount: '10' }), '@nasa: followersCount must be a whole number, not "10"'],
    [profile({ followersCount: 1.5 }), '@nasa: followersCount must be a whole number, not 1.5'],
    [profile({ followersCount: -1 }), '@nasa: followersCount must not be negative, but is -1'],
    [profile({ followersCount: 1e12 }), '@nasa: followersCount 1000000000000 is more than 100,000,000,000'],
    [profile({ followsCount: {} }), '@nasa: followsCount must be a whole number, not an object'],
    [profile({ postsCount: [] }), '@nasa: postsCount must be a whole number, not a list'],
    [profile({ biography: 1 }), '@nasa: biography must be text, not 1'],
    [profile({ latestPosts: {} }), '@nasa: latestPosts must be a list, not an object'],
    [profile({ latestPosts: [post, 7] }), '@nasa: latestPosts[1] must be a post, not 7'],
    [profile({ scrapedAt: 1_700_000_000 }), '@nasa: scrapedAt must be text, not 1700000000'],
    [profile({ scrapedAt: '2026-11-21T00:00:00Z' }), '@nasa: scrapedAt "2026-11-21T00:00:00Z" is in the future'],
    [
      withPost({ timestamp: '2027-01-01T00:00:00Z' }),
      '@nasa: the newest post "2027-01-01T00:00:00.000Z" is in the future',
    ],
    [
      withPost({ timestamp: 'soon' }),
      '@nasa: latestPosts[0].timestamp must be like 2026-11-20 or 2026-11-20T09:30:00Z, not "soon"',
    ],
    [withPost({ id: 12 }), '@nasa: latestPosts[0].id must be text, not 12'],
    [withPost({ id: '1 or 2' }), '@nasa: latestPosts[0].id "1 or 2" is not the id of a post'],
    [withPost({ id: undefined }), '@nasa: latestPosts[0].id is missing'],
    [withPost({ type: 'Story' }), '@nasa: latestPosts[0].type must be Image, Video or Sidecar, not "Story"'],
    [withPost({ likesCount: -2 }), '@nasa: latestPosts[0].likesCount must not be negative, but is -2'],
    [withPost({ likesCount: 'many' }), '@nasa: latestPosts[0].likesCount must be a whole number, not "many"'],
    [withPost({ isPinned: 'yes' }), '@nasa: latestPosts[0].isPinned must be true or false, not "yes"'],
    [profile({ about: deep }), '@nasa: is nested too deeply'],
    [
      { error: 'blocked', errorDescription: 'Try again' },
      'An account gave no figures when these data were collected: "Try again"',
    ],
    [
      { error: { type: 'run-failed', message: 'It failed' }, url: 'https://www.instagram.com/nasa/' },
      '@nasa gave no figures when these data were collected: "It failed"',
    ],
  ])('case %#', (item, expected) => {
    expect(reason(item)).toBe(expected)
  })

  test('unknown fields never hurt', () => {
    expect(reading(profile({ brandNew: { deep: [1] }, error: null, __proto__: { followersCount: 1 } })).followers).toBe(
      10,
    )
  })
})
