/** Cells of a table and fields of an item, both ways. */
import { describe, expect, test } from 'vitest'
import type { Cell, Column, ColumnKind } from '#ports/content-database.ts'
import { asStoredBy, type CellField, cellOf, type Value, valueIn } from './rules/cells.ts'

const column = (kind: ColumnKind, options: string[] = []): Column => ({
  id: 'fld',
  name: 'Column',
  type: kind,
  kind,
  isWritable: true,
  options,
})

test.each<[CellField, Cell, Value | undefined]>([
  ['caption', 'words', 'words'],
  ['caption', '', null],
  ['caption', null, null],
  ['caption', 'x'.repeat(100_001), 'x'.repeat(100_000)],
  ['caption', { unreadable: true }, undefined],
  ['status', ['a', 'b'], 'a, b'],
  ['status', 7, '7'],
  ['status', true, undefined],
  ['taggedUsers', '@one, @@two\n three;@ONE', ['one', 'two', 'three']],
  ['taggedUsers', ['rider one', '@two'], ['rider one', 'two']],
  ['taggedUsers', ' , @ ', null],
  ['taggedUsers', 7, undefined],
  ['taggedUsers', Array.from({ length: 150 }, (_, at) => `u${at}`), Array.from({ length: 100 }, (_, at) => `u${at}`)],
  ['hashtags', '#one#two  three', ['one', 'two', 'three']],
  ['hashtags', 'سفر #ride', ['سفر', 'ride']],
  ['likes', 3, 3],
  ['likes', 3.6, 4],
  ['likes', 'many', undefined],
  ['likes', Number.NaN, undefined],
  ['publishDate', '2026-11-25', '2026-11-25'],
  ['publishDate', '2026-11-25T10:00:00+02:00', '2026-11-25T08:00:00.000Z'],
  ['publishDate', '2026-13-45', undefined],
  ['publishDate', 'soon', undefined],
  ['publishDate', 5, undefined],
  ['location', [{ id: 'att', url: 'x', name: 'x', bytes: null }], undefined],
])('%s of %j is %j', (field, cell, value) => {
  expect(valueIn(field, cell)).toEqual(value)
})

test.each<[CellField, Value, ColumnKind, unknown]>([
  ['caption', 'words', 'text', 'words'],
  ['caption', '', 'text', null],
  ['taggedUsers', ['one', 'two'], 'text', 'one, two'],
  ['taggedUsers', ['one', 'two'], 'options', ['one', 'two']],
  ['taggedUsers', [], 'options', null],
  ['hashtags', ['one', 'two'], 'text', '#one #two'],
  ['likes', 3, 'number', 3],
  ['publishDate', '2026-11-25', 'day', '2026-11-25'],
  ['publishDate', '2026-11-25', 'moment', '2026-11-25T00:00:00.000Z'],
  ['publishDate', '2026-11-25T22:00:00.000Z', 'day', '2026-11-26'],
  ['publishDate', '2026-11-25T22:00:00.000Z', 'moment', '2026-11-25T22:00:00.000Z'],
])('%s %j is written into a column of %s as %j', (field, value, kind, cell) => {
  expect(cellOf(field, value, column(kind), 'Asia/Tokyo')).toEqual(cell)
})

test('an option is written as the table spells it', () => {
  expect(cellOf('status', 'APPROVED', column('option', ['Draft', 'approved']), 'UTC')).toBe('approved')
  expect(cellOf('status', 'New', column('option', ['Draft']), 'UTC')).toBe('New')
})

describe('values that a column cannot distinguish are equal to it', () => {
  test.each<[CellField, Value, Value, ColumnKind]>([
    ['caption', '', null, 'text'],
    ['taggedUsers', [], null, 'options'],
    ['taggedUsers', ['a', 'A'], ['a'], 'text'],
    ['publishDate', '2026-11-25T10:00:00.000Z', '2026-11-25', 'day'],
    ['publishDate', '2026-11-25', '2026-11-25T00:00:00.000Z', 'moment'],
  ])('%s: %j and %j in %s', (field, one, other, kind) => {
    expect(asStoredBy(field, one, column(kind), 'UTC')).toEqual(asStoredBy(field, other, column(kind), 'UTC'))
  })
})
