import { expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { mergeVersions, readCurrentVersion } from './three-way-merge.ts'

interface Note {
  readonly title: string
  readonly tags: readonly string[]
}
const findDifferences = (one: Note, other: Note) =>
  (['title', 'tags'] as const).filter((part) => JSON.stringify(one[part]) !== JSON.stringify(other[part]))
const base: Note = { title: 'base', tags: ['a'] }

test.each([
  ['a change on each side is kept', { title: 'mine' }, { tags: ['b'] }, { title: 'mine', tags: ['b'] }, []],
  ['the same change on both sides is no conflict', { title: 'same' }, { title: 'same' }, { title: 'same' }, []],
  ['different changes conflict, and mine stays', { title: 'mine' }, { title: 'theirs' }, { title: 'mine' }, ['title']],
  ['without a change here theirs is taken whole', {}, { title: 'theirs', tags: [] }, { title: 'theirs', tags: [] }, []],
  ['an undone change there leaves mine', { tags: ['c'] }, {}, { tags: ['c'] }, []],
])('%s', (_, mine: Partial<Note>, theirs: Partial<Note>, merged: Partial<Note>, conflicts) => {
  const versions = { base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs } }
  expect(mergeVersions(versions, findDifferences)).toEqual({ merged: { ...base, ...merged }, conflicts })
})

const isNote = (value: unknown): value is Note => typeof value === 'object' && value !== null && 'title' in value

test.each([
  [409, { error: 'changed_meanwhile', current: base }, base],
  [409, { error: 'changed_meanwhile', current: 'base' }, null],
  [409, { error: 'taken', current: base }, null],
  [400, { error: 'changed_meanwhile', current: base }, null],
])('a %i with %j names the current version: %j', (status, body, current) =>
  expect(readCurrentVersion(new ApiError(status, JSON.stringify(body)), isNote)).toEqual(current),
)

test('any other failure names no version', () => expect(readCurrentVersion(new Error('x'), isNote)).toBeNull())
