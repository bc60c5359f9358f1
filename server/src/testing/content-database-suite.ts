/**
 * What every service that keeps tables promises of reading them (`ports/content-database.ts`), proven against its stand-in.
 * Call it with a way to make one that asks a stand-in.
 */
import type { Fault } from '@tangelo/stand-ins'
import { expect, test } from 'vitest'
import type { TableFile, Turn } from '#ports/content-database.ts'
import {
  type Asked,
  anyTurn,
  beginning,
  columnNamed,
  expectPlain,
  failureOf,
  idsOf,
  posts,
  walkTable,
  withPosts,
} from './asked-tables.ts'

export function contentDatabaseSuite(asked: Asked): void {
  const begun = withPosts(asked)

  test('describes a table: its columns in order, what they hold, whether they can be written', async () => {
    const { table } = await begun()
    expect(table.name).toBe('Posts')
    expect(table.columns.map(({ name, kind, isWritable }) => [name, kind, isWritable])).toEqual([
      ['Caption', 'text', true],
      ['Status', 'option', true],
      ['Media Type', 'option', true],
      ['Location', 'text', true],
      ['Image', 'files', true],
      ['Tagged Users', 'options', true],
      ['Hashtags', 'text', true],
      ['Likes', 'number', true],
      ['Comments', 'number', true],
      ['Publish Date', 'day', true],
      ['Last Modified', 'changed_time', false],
      ['Created', 'moment', false],
      ['Length', 'number', false],
    ])
    expect(columnNamed(table, 'Status').options).toContain('Approved')
  })

  test('a table is found by its id and by its name in any case; another one is missing', async () => {
    const { database, table, standIn } = await begun()
    expect((await database.describe(table.id, anyTurn)).name).toBe('Posts')
    expect((await database.describe('POSTS', anyTurn)).id).toBe(table.id)
    const failure = await failureOf(database.describe('Elsewhere', anyTurn))
    expect(failure).toMatchObject({ kind: 'missing', message: expect.stringContaining('“Elsewhere”') })
    expectPlain(failure.message, standIn)
  })

  test('137 records come once each, from full pages and from short ones', async () => {
    for (const hasShortPages of [false, true]) {
      const here = await begun({ tables: posts(137), hasShortPages })
      const { records, pages } = await walkTable(here, here.table, { columnIds: idsOf(here.table, 'Caption') })
      expect(new Set(records.map(({ id }) => id)).size).toBe(137)
      expect(records).toHaveLength(137)
      expect(pages).toBe(hasShortPages ? 3 : 2)
    }
  })

  test('a walk that vanished begins again, and says so', async () => {
    const here = await begun({ tables: posts(137) })
    here.standIn.vanishOffsets(1)
    const { records, pages } = await walkTable(here, here.table, { columnIds: idsOf(here.table, 'Caption') })
    expect(records).toHaveLength(137)
    expect(pages).toBe(3)
  })

  test('a walk that vanishes again and again ends with a failure', async () => {
    const here = await begun({ tables: posts(137) })
    here.standIn.vanishOffsets(100)
    const failure = await failureOf(walkTable(here, here.table, { columnIds: idsOf(here.table, 'Caption') }))
    expect(failure.kind).toBe('unavailable')
    expectPlain(failure.message, here.standIn)
  })

  test('a page that fails for a passing cause is asked for again, each time in its turn', async () => {
    for (const fault of ['reset', { status: 503 }, 'truncated'] as Fault[]) {
      const here = await begun({ tables: posts(137) })
      here.standIn.faults.next(2, fault)
      let turns = 0
      const counting: Turn = (call) => {
        turns += 1
        return anyTurn(call)
      }
      const { records } = await walkTable(here, here.table, { columnIds: idsOf(here.table, 'Caption') }, counting)
      expect([records.length, turns]).toEqual([137, 4])
    }
  })

  test('only what changed after a moment', async () => {
    const here = await begun({ tables: posts(20) })
    const { standIn, table } = here
    const [first] = standIn.table('Posts').records()
    standIn.moveTime(60_000)
    standIn.table('Posts').edit(first?.id ?? '', { Caption: 'newer' })
    const [changedTime = ''] = idsOf(table, 'Last Modified')
    const request = {
      columnIds: idsOf(table, 'Caption'),
      changedAfter: { columnId: changedTime, at: beginning + 30_000 },
    }
    const { records } = await walkTable(here, table, request)
    expect(records.map(({ id, cells }) => [id, ...cells.values()])).toEqual([[first?.id, 'newer']])
  })

  test('cells are what they hold, and null where they are empty', async () => {
    const here = await begun({ tables: posts(0) })
    const { standIn, table } = here
    standIn.table('Posts').add({
      Caption: 'a',
      'Tagged Users': ['one', 'two'],
      Likes: 3,
      Image: [{ url: 'https://files.example.test/x.png' }],
    })
    const names = ['Caption', 'Location', 'Tagged Users', 'Likes', 'Image', 'Last Modified']
    const { records } = await walkTable(here, table, { columnIds: idsOf(table, ...names) })
    expect(records[0]).toMatchObject({ createdAt: beginning })
    expect([...(records[0]?.cells.values() ?? [])]).toEqual([
      'a',
      null,
      ['one', 'two'],
      3,
      [{ id: expect.stringMatching(/^att/), url: expect.stringMatching(/^http/), name: 'x.png', bytes: 4_096 }],
      '2026-11-21T12:00:00.000Z',
    ])
  })

  test('a record is read again, with links that work', async () => {
    const { database, table, standIn } = await begun()
    const found = standIn
      .table('Posts')
      .records()
      .find(({ fields }) => fields.Image)
    const record = await database.read(table, found?.id ?? '', idsOf(table, 'Image'), anyTurn)
    const [files] = [...record.cells.values()] as (readonly TableFile[])[]
    expect((await fetch(files?.[0]?.url ?? '')).status).toBe(200)
  })
}
