/** What words of a table mean, where items stand in the calendar, and where a move takes them. */
import { expect, test } from 'vitest'
import { aDraft, aSync, recordId } from '../../../testing/content.ts'
import { groupByDay, isPlannable, mediaOf, moveTo, nameOf, statusOf, stepDay, toDayAndTime } from './rules/items.ts'
import { shareOf, syncLine } from './rules/overview.ts'

test.each([
  [148, 601, 148 / 601],
  [0, 601, 0],
  [0, 0, 0],
])('%i of %i', (count, total, share) => expect(shareOf(count, total)).toBe(share))

test.each([
  ['Draft', 'draft'],
  [' APPROVED ', 'approved'],
  [null, 'draft'],
  ['', 'draft'],
  ['published', 'published'],
  ['failed', 'failed'],
  ['Scheduled', null],
])('the status %j is %j', (status, known) => expect(statusOf(status)).toBe(known))

test.each([
  ['Draft', true],
  ['approved', true],
  ['Published', false],
  ['Failed', false],
  ['Delete', false],
  ['Scheduled', false],
])('%s can be planned: %s', (status, is) => expect(isPlannable({ status })).toBe(is))

test.each([
  ['REEL', 'reel'],
  ['carousel', 'carousel'],
  ['image', null],
  [null, null],
])('the media type %j is %j', (type, known) => expect(mediaOf(type)).toBe(known))

test.each([
  [{ caption: ' One\n two ', location: null }, 'One two'],
  [{ caption: '', location: 'Marasea' }, 'Marasea'],
  [{ caption: null, location: null }, 'No caption'],
  [{ caption: '🍊'.repeat(70), location: null }, `${'🍊'.repeat(60)}...`],
])('%j is called %s', (post, name) => expect(nameOf(post)).toBe(name))

const now = new Date('2026-11-20T12:04:00.000Z')
const pulledAt = '2026-11-20T12:00:00.000Z'
test.each([
  [aSync(), null],
  [aSync({ state: 'in_step', table: 'Posts', pulledAt }), 'Synced with Posts, 4 minutes ago'],
  [aSync({ state: 'in_step', table: 'Posts', pulledAt, isPulling: true }), 'Asking Posts for changes...'],
  [aSync({ state: 'waiting', table: 'Posts' }), 'Waiting for the first copy of Posts'],
  [
    aSync({ state: 'failing', table: 'Posts', pulledAt, message: 'The token has ended.' }),
    'Not synced with Posts: the copy is from 4 minutes ago. The token has ended.',
  ],
  [
    aSync({ state: 'failing', table: 'Posts', message: 'There is no such table.' }),
    'Not synced with Posts: it has not been copied yet. There is no such table.',
  ],
])('%j says %j', (sync, text) => expect(syncLine(sync, now)?.text ?? null).toBe(text))

test.each([
  ['2026-11-24', 'Europe/Berlin', '2026-11-24', null],
  ['2026-11-24T23:30:00.000Z', 'Europe/Berlin', '2026-11-25', '00:30'],
  ['2026-11-24T02:00:00.000Z', 'America/New_York', '2026-11-23', '21:00'],
])('%s stands in %s on %s at %s', (date, zone, day, time) => expect(toDayAndTime(date, zone)).toEqual({ day, time }))

test.each([
  [null, null, '2026-11-24'],
  ['2026-11-20', null, '2026-11-24'],
  ['2026-10-24T07:00:12.000Z', '09:00', '2026-11-24T08:00:12.000Z'],
  ['2026-10-24T07:00:12.000Z', '09:15', '2026-11-24T08:15:00.000Z'],
  ['2026-10-24T07:00:00.000Z', null, '2026-11-24'],
  [null, '18:00', '2026-11-24T17:00:00.000Z'],
])('%s moved to a day in winter at %s is %s', (date, time, moved) =>
  expect(moveTo(date, { day: '2026-11-24', time }, 'Europe/Berlin')).toBe(moved),
)

test('the items of a day: the whole day first, then by hour, then the older', () => {
  const posts = [
    aDraft({ id: recordId(1), publishDate: '2026-11-24T15:00:00.000Z' }),
    aDraft({ id: recordId(2), publishDate: '2026-11-24T09:00:00.000Z' }),
    aDraft({ id: recordId(3), publishDate: '2026-11-24', createdTime: '2026-11-02T00:00:00.000Z' }),
    aDraft({ id: recordId(4), publishDate: '2026-11-24', createdTime: '2026-11-01T00:00:00.000Z' }),
    aDraft({ id: recordId(5), publishDate: null }),
  ]
  const days = groupByDay(posts, 'UTC')
  expect([...days.keys()]).toEqual(['2026-11-24'])
  expect(days.get('2026-11-24')?.map(({ post }) => post.id)).toEqual([4, 3, 2, 1].map(recordId))
})

test.each([
  ['month', 1, '2026-12-01'],
  ['week', -1, '2026-11-09'],
] as const)('a %s on: %i', (span, step, day) => expect(stepDay(span, '2026-11-20', step)).toBe(day))
