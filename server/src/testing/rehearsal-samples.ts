/** Posts for tests of the rehearsal: one without a fault, and the same with another picture, reel or account. */
import type { MediaFacts } from '#features/publishing/rehearsal/rules/picture-fit.ts'
import type { Rehearsed } from '#features/publishing/rehearsal/rules/rehearsed.ts'

export const NOW = Date.parse('2026-11-23T09:40:00Z')
export const DAY_MS = 86_400_000
export const picture: MediaFacts = {
  type: 'image',
  format: 'jpeg',
  bytes: 900_000,
  width: 1080,
  height: 1350,
  seconds: null,
}
export const video: MediaFacts = {
  type: 'video',
  format: 'mp4',
  bytes: 12_400_000,
  width: 1080,
  height: 1920,
  seconds: 15,
}
export const good: Rehearsed = {
  kind: 'image',
  text: 'One last swim',
  tagged: [],
  collaborators: [],
  location: null,
  takesPlaces: true,
  altTexts: [],
  firstComment: null,
  cover: null,
  media: [picture],
  crops: false,
  way: 'server',
  canUpload: true,
  account: { username: 'harbour.kitchen', state: 'connected', expiresAt: NOW + 40 * DAY_MS, pausedBecause: null },
  approval: 'approved',
  quota: { used: 3, total: 50 },
  now: NOW,
  at: NOW + DAY_MS,
  how: 'publish',
  timeZone: 'Europe/Lisbon',
}
export const like = (changes: Partial<Rehearsed>): Rehearsed => Object.assign({}, good, changes)
export const withMedia = (changes: Partial<MediaFacts>, of: MediaFacts = picture): MediaFacts =>
  Object.assign({}, of, changes)
export const reel = (changes: Partial<MediaFacts>) =>
  like({ kind: 'reel', media: [withMedia(changes, video)], way: 'upload' })
export const account = (changes: Partial<Rehearsed['account']>) =>
  like({ account: Object.assign({}, good.account, changes) })
