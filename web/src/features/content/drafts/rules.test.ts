/** What a card says, what was touched, which version stays, what Instagram would say. */
import { expect, test } from 'vitest'
import { ApiError } from '#lib/api.ts'
import { mergeVersions } from '#lib/three-way-merge.ts'
import { aDraft } from '../../../testing/content.ts'
import { dateText, parseDateFields } from './rules/dates.ts'
import {
  changesOf,
  describeUpdate,
  findDifferences,
  readCurrentPost,
  statusLabel,
  toEditable,
} from './rules/editing.ts'
import { countColumns, findCardAfterKey, initialOf, isAskedFor, splitHashtags, updateSelection } from './rules/grid.ts'
import { valueText } from './rules/history.ts'
import { cleanTag, countCharacters, findAdvice } from './rules/instagram.ts'

test.each([
  ['casa luma', 'C'],
  [' élan', 'É'],
  ['🍊 grove', '🍊'],
  ['', 'F'],
  [null, 'F'],
])('the letter of %j is %s', (location, letter) => expect(initialOf(location)).toBe(letter))

test.each([
  [null, [], 0],
  [['a', 'b', 'c'], ['a', 'b', 'c'], 0],
  [['a', 'b', 'c', 'd', 'e'], ['a', 'b', 'c'], 2],
])('of %j the card shows %j and +%i', (all, shown, more) => expect(splitHashtags(all)).toEqual({ shown, more }))

test.each([
  [null, 'No date'],
  ['2026-11-24', 'Nov 24, 2026'],
  ['2026-11-24T23:30:00.000Z', 'Nov 25, 2026'],
])('%s reads %s', (date, text) => expect(dateText(date, 'Europe/Berlin')).toBe(text))

test.each([
  [1112, 4, 4],
  [1112, 6, 6],
  [700, 6, 4],
  [358, 4, 2],
  [288, 4, 1],
  [100, 4, 1],
])('%i px hold of %i columns %i', (width, wanted, columns) =>
  expect(countColumns(width, wanted, width < 500 ? 12 : 16, 160)).toBe(columns),
)

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 9, null],
  ['ArrowLeft', 0, null],
  ['ArrowDown', 1, 5],
  // The last row has two cards: below the fourth column the last of them is next.
  ['ArrowDown', 7, 9],
  ['ArrowDown', 8, null],
  ['ArrowUp', 5, 1],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['x', 5, null],
])('%s from card %i of ten in four columns leads to %s', (key, from, to) =>
  expect(findCardAfterKey(key, from, 4, 10)).toBe(to),
)

const ids = ['a', 'b', 'c', 'd', 'e']
test.each([
  [[], { id: 'b', from: null }, ['b']],
  [['b'], { id: 'b', from: null }, []],
  [['b'], { id: 'd', from: 'b' }, ['b', 'c', 'd']],
  [['d'], { id: 'b', from: 'd' }, ['b', 'c', 'd']],
  [['d'], { id: 'b', from: 'gone' }, ['b', 'd']],
])('selected %j, pressed %j', (selected, pressed, after) =>
  expect([...updateSelection(new Set(selected), ids, pressed)].sort()).toEqual(after),
)

test.each([
  [{ mediaType: '', q: '' }, true],
  [{ mediaType: 'reel', q: '' }, false],
  [{ mediaType: 'image', q: 'BERGAMOT' }, true],
  [{ mediaType: '', q: 'valencia' }, true],
  [{ mediaType: '', q: 'citrus' }, true],
  [{ mediaType: '', q: '#citrus' }, true],
  [{ mediaType: '', q: ' citrus ' }, true],
  [{ mediaType: '', q: 'zebra' }, false],
])('asked for with %j: %s', (filter, is) => expect(isAskedFor(aDraft(), filter)).toBe(is))

const users = { sign: '@', spaces: 'no spaces', max: 3 } as const
test.each([
  ['ninabakes', { kind: 'added', tags: ['ana', 'ninabakes'], name: 'ninabakes' }],
  [' @@ninabakes ', { kind: 'added', tags: ['ana', 'ninabakes'], name: 'ninabakes' }],
  ['@Ana', { kind: 'known', tags: ['ana'], name: 'Ana' }],
  [' @ ', { kind: 'nothing' }],
  ['nina bakes', { kind: 'refused', problem: 'no spaces' }],
  ['x'.repeat(101), { kind: 'refused', problem: 'At most 100 characters.' }],
])('the tag %j', (typed, result) => expect(cleanTag(['ana'], typed, users)).toEqual(result))

test('thirty names alike are one', () => {
  let tags: readonly string[] = []
  for (let round = 0; round < 30; round += 1) {
    const result = cleanTag(tags, round % 2 ? '@Nina' : 'nina', users)
    if (result.kind === 'added') tags = result.tags
  }
  expect(tags).toEqual(['nina'])
})

const stored = toEditable(aDraft())
test.each([
  [stored, {}],
  [{ ...stored, caption: '' }, { caption: '' }],
  [{ ...stored, status: 'Approved' }, { status: 'Approved' }],
  [{ ...stored, taggedUsers: [] }, { taggedUsers: [] }],
  [{ ...stored, publishDate: null }, { publishDate: null }],
])('only what was touched is sent: %#', (typed, changes) => expect(changesOf(stored, typed)).toEqual(changes))

test.each([
  ['draft ', 'Draft'],
  ['APPROVED', 'Approved'],
  ['Scheduled', 'Scheduled'],
])('the status %j is shown as %s', (status, label) => expect(statusLabel(status)).toBe(label))

const news: [string, Parameters<typeof describeUpdate>[1], string][] = [
  ['Approved', { status: 'Approved' }, 'Post status changed to Approved'],
  ['Draft', { caption: '' }, 'Post status changed to Draft, caption was updated'],
  ['Delete', { taggedUsers: [] }, 'Post status changed to Delete, tagged users were updated'],
  [
    'Approved',
    { caption: 'x', taggedUsers: [] },
    'Post status changed to Approved, caption was updated, tagged users were updated',
  ],
  ['Draft', { publishDate: null }, 'Post status changed to Draft, planned date was updated'],
]
test.each(news)('%s with %j: %s', (status, changes, text) => expect(describeUpdate(status, changes)).toBe(text))

test('what one person alone has touched stands; what both have is theirs to choose', () => {
  const mine = { ...stored, caption: 'mine', status: 'Approved' }
  const theirs = { ...stored, caption: 'theirs', taggedUsers: ['zoe'] }
  expect(mergeVersions({ base: stored, mine, theirs }, findDifferences)).toEqual({
    merged: { ...stored, caption: 'mine', status: 'Approved', taggedUsers: ['zoe'] },
    conflicts: ['caption'],
  })
  const same = { ...stored, caption: 'same' }
  expect(mergeVersions({ base: stored, mine: same, theirs: same }, findDifferences).conflicts).toEqual([])
})

test.each([
  [409, { error: 'changed_meanwhile', current: aDraft() }, true],
  [409, { error: 'changed_meanwhile' }, false],
  [409, { error: 'other', current: aDraft() }, false],
  [500, { error: 'changed_meanwhile', current: aDraft() }, false],
])('a %i with %j names the version of another user: %s', (status, body, is) =>
  expect(readCurrentPost(new ApiError(status, JSON.stringify(body))) !== null).toBe(is),
)

test.each([
  ['', [], []],
  ['x'.repeat(2_200), [], []],
  ['x'.repeat(2_205), [], ['Instagram cuts a caption that is too long: 5 over its limit.']],
  ['@ana '.repeat(20), [], []],
  ['@ana '.repeat(21), [], ['Instagram takes 20 mentions, this caption has 21.']],
  ['write to me@example.org', [], []],
  ['#a #b #c', ['A', 'd', 'e'], []],
  ['#a #b #c', ['d', 'e', 'f'], ['6 hashtags: more than 5 read as spam, and Instagram shows the post less.']],
])('advice %#', (caption, hashtags, advice) => expect(findAdvice(caption, hashtags)).toEqual(advice))

test('an emoji is one character', () => expect(countCharacters('🍊a')).toBe(2))

test.each([
  [{ day: '', time: '' }, null],
  [{ day: '2026-11-24', time: '' }, '2026-11-24'],
  [{ day: '2026-11-24', time: '09:00' }, '2026-11-24T08:00:00.000Z'],
  [{ day: '', time: '09:00' }, undefined],
  [{ day: '2026-02-30', time: '' }, undefined],
  [{ day: '2026-11-24', time: 'noon' }, undefined],
])('the fields %j say %s', (fields, date) => expect(parseDateFields(fields, 'Europe/Berlin')).toBe(date))

test.each([
  ['caption', null, 'empty'],
  ['caption', `${'long '.repeat(40)}`, `${'long '.repeat(16)}...`],
  ['taggedUsers', ['ana', 'zoe'], '@ana @zoe'],
  ['hashtags', [], 'empty'],
  ['publishDate', '2026-11-24T08:00:00.000Z', 'Nov 24, 2026, 09:00'],
  ['likes', 0, '0'],
  ['imageUrl', '/media/u/0123456789abcdef', 'an image'],
] as const)('the history says of %s: %#', (field, value, text) =>
  expect(valueText(field, value, 'Europe/Berlin')).toBe(text),
)
