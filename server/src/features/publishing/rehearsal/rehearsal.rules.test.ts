/** What a rehearsal says of a post that goes out, and what it refuses. */
import { expect, test } from 'vitest'
import {
  account,
  DAY_MS,
  good,
  like,
  NOW,
  picture,
  reel,
  video,
  withMedia,
} from '../../../testing/rehearsal-samples.ts'
import { mayGoOut, rehearse } from './rehearsal.rules.ts'
import { cutOf, pictureFitness } from './rules/picture-fit.ts'
import type { Rehearsed } from './rules/rehearsed.ts'
import { captionOf, captionSize, hashtagsIn, mentionsIn } from './rules/words.ts'

test('a post without a fault goes out, and every check says what it saw', () => {
  const checks = rehearse(good)
  expect(mayGoOut(checks)).toBe(true)
  expect(checks.filter(({ state }) => state !== 'passed')).toEqual([])
  expect(checks.find(({ key }) => key === 'caption')?.detail).toBe('13 of 2,200 characters')
})

test.each<[string, Rehearsed, string, string]>([
  ['a caption of 2,201 characters', like({ text: 'x'.repeat(2_201) }), 'caption', 'edit'],
  ['emoji that are two units each', like({ text: '🍞'.repeat(1_101) }), 'caption', 'edit'],
  ['31 hashtags', like({ text: hashtags(31) }), 'hashtags', 'edit'],
  ['21 mentions', like({ text: Array.from({ length: 21 }, (_, at) => `@a${at}`).join(' ') }), 'people', 'edit'],
  ['four collaborators', like({ collaborators: ['a', 'b', 'c', 'd'] }), 'people', 'edit'],
  ['21 tagged people', like({ tagged: Array.from({ length: 21 }, (_, at) => `a${at}`) }), 'people', 'edit'],
  ['a picture of 4:6', like({ media: [withMedia({ width: 1000, height: 1500 })] }), 'media', 'crop'],
  ['a panorama', like({ media: [withMedia({ width: 2000, height: 1000 })] }), 'media', 'crop'],
  ['a picture of 319 pixels', like({ media: [withMedia({ width: 319, height: 319 })] }), 'media', 'edit'],
  ['no picture', like({ media: [] }), 'media', 'edit'],
  ['a carousel of one', like({ kind: 'carousel' }), 'media', 'edit'],
  [
    'a carousel of eleven',
    like({ kind: 'carousel', media: Array.from({ length: 11 }, () => picture) }),
    'media',
    'edit',
  ],
  ['a reel of 2.9 seconds', reel({ seconds: 2.9 }), 'media', 'edit'],
  ['a reel of 16 minutes', reel({ seconds: 960 }), 'media', 'edit'],
  ['a reel of 301 MB', reel({ bytes: 301_000_000 }), 'media', 'edit'],
  ['a reel that is no MP4', reel({ format: 'webm' }), 'media', 'edit'],
  ['a story of 61 seconds', like({ kind: 'story', media: [withMedia({ seconds: 61 }, video)] }), 'media', 'edit'],
  ['a cover beyond the end', Object.assign(reel({}), { cover: { source: 'frame', ms: 15_000 } }), 'cover', 'edit'],
  ['a long text for the blind', like({ altTexts: ['x'.repeat(1_001)] }), 'altText', 'edit'],
  ['no way to Instagram', like({ way: null }), 'way', 'as_reel'],
  ['no way for a story', like({ kind: 'story', way: null }), 'way', 'public_url'],
  ['a comment on a story', like({ kind: 'story', firstComment: 'Hello' }), 'comment', 'edit'],
  ['a used-up day', like({ quota: { used: 50, total: 50 }, at: NOW }), 'quota', 'later'],
  ['an account that is not connected', account({ state: 'gone' }), 'account', 'connect'],
  ['a permission that is missing', account({ state: 'denied' }), 'account', 'connect'],
  ['a paused account', account({ pausedBecause: 'maren paused it.' }), 'account', 'resume'],
  ['a token that has ended', account({ expiresAt: NOW - 1 }), 'access', 'connect'],
  ['a token that ends before the post goes out', account({ expiresAt: NOW + 3_600_000 }), 'access', 'connect'],
  ['an approval of something else', like({ approval: 'edited' }), 'approval', 'ask_approval'],
  ['no approval', like({ approval: 'missing' }), 'approval', 'ask_approval'],
])('%s is blocked, with what to do about it', (_, post, key, fix) => {
  const blocked = rehearse(post).filter(({ state }) => state === 'blocked')
  expect(blocked.map((check) => [check.key, check.fix])).toEqual([[key, fix]])
  expect(blocked[0]?.detail).toMatch(/\.$/)
})

test.each<[string, Rehearsed, string]>([
  ['6 hashtags', like({ text: hashtags(6) }), 'hashtags'],
  ['a token that ends soon after', account({ expiresAt: NOW + 3 * DAY_MS }), 'access'],
  ['a caption on a story', like({ kind: 'story', media: [video] }), 'caption'],
  ['a limit that the service does not tell', like({ quota: null }), 'quota'],
  ['a reel that is not tall', reel({ width: 1080, height: 1080 }), 'media'],
])('%s is worth a warning and no more', (_, post, key) => {
  const checks = rehearse(post)
  expect(checks.filter(({ state }) => state === 'warning').map((check) => check.key)).toEqual([key])
  expect(mayGoOut(checks)).toBe(true)
})

test('30 hashtags, 20 mentions and 2,200 characters are still taken', () => {
  expect(mayGoOut(rehearse(like({ text: hashtags(30) })))).toBe(true)
  expect(mayGoOut(rehearse(like({ text: Array.from({ length: 20 }, (_, at) => `@a${at}`).join(' ') })))).toBe(true)
  expect(mayGoOut(rehearse(like({ text: 'x'.repeat(2_200) })))).toBe(true)
})

test('a used-up day is free again for a post of tomorrow', () => {
  expect(mayGoOut(rehearse(like({ quota: { used: 50, total: 50 } })))).toBe(true)
})

test('a PNG and a picture that is too large are converted, one of a wrong shape is cut around its middle', () => {
  expect(pictureFitness(picture, 'image')).toBe('fits')
  expect(pictureFitness(withMedia({ format: 'png' }), 'image')).toBe('convert')
  expect(pictureFitness(withMedia({ bytes: 8_000_000 }), 'image')).toBe('convert')
  expect(pictureFitness(withMedia({ width: 4000, height: 4000 }), 'image')).toBe('convert')
  expect(pictureFitness(withMedia({ height: 1920 }), 'story')).toBe('fits')
  expect(cutOf({ width: 1000, height: 1500 }, 'image')).toEqual({ left: 0, top: 125, width: 1000, height: 1250 })
  expect(cutOf({ width: 2000, height: 1000 }, 'image')).toEqual({ left: 45, top: 0, width: 1910, height: 1000 })
  expect(mayGoOut(rehearse(like({ media: [withMedia({ width: 1000, height: 1500 })], crops: true })))).toBe(true)
})

test('hashtags of the item come after its caption, each once', () => {
  expect(captionOf('Bread #Bakery', ['bakery', 'lisbon'])).toBe('Bread #Bakery\n\n#lisbon')
  expect(captionOf(null, ['a'])).toBe('#a')
  expect(captionOf('Bread', [])).toBe('Bread')
})

test('hashtags and mentions are counted as Instagram does', () => {
  expect(hashtagsIn('#a #b_c #1 x#d #é &#39; a/#f')).toEqual(['#a', '#b_c', '#é'])
  expect(mentionsIn('@ana.lisboa me@mail.pt, @bo')).toEqual(['@ana.lisboa', '@bo'])
  expect(captionSize('🍞')).toBe(2)
})

function hashtags(count: number): string {
  return Array.from({ length: count }, (_, at) => `#tag${at}`).join(' ')
}

test.each<[string | null, Partial<Rehearsed>, string | undefined]>([
  [null, {}, undefined],
  ['  ', {}, undefined],
  ['Lisbon', {}, 'warning'],
  ['110706245616907', {}, 'passed'],
  ['110706245616907', { takesPlaces: false }, 'warning'],
  ['110706245616907', { kind: 'story' }, 'warning'],
])('the location %j', (location, changes, state) => {
  const found = rehearse(like(Object.assign({ location }, changes))).find(({ key }) => key === 'location')
  expect(found?.state).toBe(state)
})
