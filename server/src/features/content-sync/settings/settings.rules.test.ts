/** Which column holds which field. */
import { describe, expect, test } from 'vitest'
import type { Column, ColumnKind } from '#ports/content-database.ts'
import { guessColumns } from './rules/guess-columns.ts'
import { fieldColumns, fieldsFor, readColumns } from './settings.rules.ts'

const column = (name: string, kind: ColumnKind = 'text', isWritable = true): Column => ({
  id: `fld ${name}`,
  name,
  type: kind,
  kind,
  isWritable,
  options: [],
})

const guess = (...columns: Column[]) =>
  Object.fromEntries(
    Object.entries(guessColumns(columns, {}, {})).map(([field, id]) => [field, id?.slice('fld '.length)]),
  )

describe('a column is found by its name', () => {
  test.each<[string, ColumnKind, string]>([
    ['Caption', 'text', 'caption'],
    ['post text', 'text', 'caption'],
    ['COPY', 'text', 'caption'],
    ['State', 'option', 'status'],
    ['User Tags', 'options', 'taggedUsers'],
    ['Mentions', 'text', 'taggedUsers'],
    ['Format', 'option', 'mediaType'],
    ['Place', 'text', 'location'],
    ['Attachments', 'files', 'image'],
    ['Like-Count', 'number', 'likes'],
    ['Comments', 'number', 'comments'],
    ['Planned for', 'moment', 'publishDate'],
    ['Scheduled', 'day', 'publishDate'],
    ['hashtags', 'options', 'hashtags'],
    ['Touched', 'changed_time', 'changedTime'],
  ])('%s (%s) holds %s', (name, kind, field) => {
    expect(guess(column(name, kind))).toEqual({ [field]: name })
  })

  test('the likeliest name first, and each column for one field', () => {
    expect(guess(column('Text'), column('Caption'))).toEqual({ caption: 'Caption' })
    expect(guess(column('Status'), column('Stage'))).toEqual({ status: 'Status' })
    expect(guess(column('Budget'))).toEqual({})
  })

  test('one that can hold the field before one of the same meaning that cannot', () => {
    expect(guess(column('Image'), column('Photo', 'files'))).toEqual({ image: 'Photo' })
    expect(guess(column('Likes', 'text'))).toEqual({ likes: 'Likes' })
  })

  test('and kept under any other name, until it is gone', () => {
    const renamed = { ...column('Caption'), name: 'Whatever' }
    const before = { caption: renamed.id }
    expect(guessColumns([renamed, column('Text')], before, {}).caption).toBe(renamed.id)
    expect(guessColumns([column('Text')], before, {}).caption).toBe('fld Text')
    expect(guessColumns([column('Text')], {}, { hashtags: 'fld Text' }).caption).toBeUndefined()
  })
})

describe('what is wrong with a column', () => {
  const problemOf = (field: string, chosen: object, ...columns: Column[]) =>
    fieldColumns(columns, chosen, guessColumns(columns, {}, chosen)).find((one) => one.field === field)

  test.each([
    ['likes', {}, column('Likes', 'text'), '“Likes” does not hold a number: it is left alone.'],
    [
      'caption',
      {},
      column('Caption', 'text', false),
      '“Caption” cannot be written: changes here do not reach the table.',
    ],
    ['likes', {}, column('Likes', 'number', false), null],
    ['caption', { caption: 'fld Gone' }, column('Likes', 'number'), 'The column that held it is gone.'],
    ['caption', { caption: null }, column('Caption'), null],
  ])('%s', (field, chosen, one, problem) => {
    expect(problemOf(field, chosen, one)?.problem).toBe(problem)
  })

  test('a chosen one comes before a guessed one, and none is none', () => {
    const columns = [column('Caption'), column('Other')]
    expect(problemOf('caption', { caption: 'fld Other' }, ...columns)).toMatchObject({ origin: 'chosen' })
    expect(problemOf('caption', {}, ...columns)).toMatchObject({ origin: 'guessed' })
    expect(problemOf('likes', {}, ...columns)).toMatchObject({ origin: 'none', column: null })
  })

  test('only what can hold its field is read', () => {
    const columns = [column('Caption'), column('Likes', 'text')]
    expect([...readColumns(fieldColumns(columns, {}, guessColumns(columns, {}, {}))).keys()]).toEqual(['caption'])
    expect(fieldsFor(column('x', 'number'))).toEqual(['likes', 'comments'])
  })
})
