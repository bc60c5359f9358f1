/** What every service that keeps tables promises of writing to them (`ports/content-database.ts`). */
import { expect, test } from 'vitest'
import type { WrittenCell } from '#ports/content-database.ts'
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

export function contentDatabaseWritesSuite(asked: Asked): void {
  const begun = withPosts(asked)

  test('writes change only what they name, add options, empty cells, and answer what stands then', async () => {
    const { database, table, standIn } = await begun({ tables: posts(2) })
    const records = standIn.table('Posts').records()
    const [status = '', likes = '', location = '', changedTime = ''] = idsOf(
      table,
      'Status',
      'Likes',
      'Location',
      'Last Modified',
    )
    const captions = records.map(({ fields }) => fields.Caption)
    const cells = new Map<string, WrittenCell>([
      [status, 'Brand new'],
      [likes, 7],
      [location, null],
    ])
    const answered = await database.change(
      table,
      records.map(({ id }) => ({ id, cells })),
      anyTurn,
    )
    expect(answered.map(({ cells: then }) => [then.get(status), then.get(location)])).toEqual([
      ['Brand new', null],
      ['Brand new', null],
    ])
    expect(answered[0]?.cells.get(changedTime)).toBe('2026-11-21T12:00:00.000Z')
    expect(
      standIn
        .table('Posts')
        .records()
        .map(({ fields }) => [fields.Caption, fields.Likes]),
    ).toEqual(captions.map((caption) => [caption, 7]))
    const [made] = await database.create(table, [new Map([[status, 'Draft']])], anyTurn)
    expect(standIn.table('Posts').find(made?.id ?? '')?.fields.Status).toBe('Draft')
  })

  test('a batch with a record that is gone changes nothing', async () => {
    const { database, table, standIn } = await begun({ tables: posts(2) })
    const [one, other] = standIn.table('Posts').records()
    standIn.table('Posts').remove(other?.id ?? '')
    const [caption = ''] = idsOf(table, 'Caption')
    const changes = [one, other].map((record) => ({ id: record?.id ?? '', cells: new Map([[caption, 'both']]) }))
    const failure = await failureOf(database.change(table, changes, anyTurn))
    expect(failure).toMatchObject({ kind: 'gone', isUncertain: false })
    expectPlain(failure.message, standIn)
    expect(standIn.table('Posts').find(one?.id ?? '')?.fields.Caption).not.toBe('both')
    expect((await failureOf(database.read(table, other?.id ?? '', [caption], anyTurn))).kind).toBe('gone')
  })

  test('a file is added to a cell', async () => {
    const { database, table, standIn } = await begun({ tables: posts(0) })
    const id = standIn.table('Posts').add({ Caption: 'x' })
    const [image = ''] = idsOf(table, 'Image')
    const file = { bytes: new Uint8Array([1, 2, 3]), type: 'image/png', name: 'new.png' }
    expect(await database.addFile(table, id, image, file, anyTurn)).toMatchObject([{ name: 'new.png' }])
    expect(standIn.table('Posts').find(id)?.fields.Image).toMatchObject([{ filename: 'new.png' }])
  })

  test('more records than a call takes are a mistake of the caller', async () => {
    const { database, table } = await begun()
    const eleven = Array.from({ length: database.writesPerCall + 1 }, () => new Map())
    await expect(database.create(table, eleven, anyTurn)).rejects.toThrow(RangeError)
  })

  test('a column that has another name by now is noticed, in reading, looking and writing', async () => {
    const here = await begun()
    const { database, table, standIn } = here
    const [record] = standIn.table('Posts').records()
    const [caption = '', status = '', changedTime = ''] = idsOf(table, 'Caption', 'Status', 'Last Modified')
    standIn.table('Posts').renameField('Caption', 'Text {of} the \\ post')
    standIn.table('Posts').renameField('Last Modified', 'Touched')
    const changedAfter = { columnId: changedTime, at: beginning }
    const cells = new Map([[caption, 'x']])
    for (const asking of [
      walkTable(here, table, { columnIds: [caption] }),
      walkTable(here, table, { columnIds: [status], changedAfter }),
      database.change(table, [{ id: record?.id ?? '', cells }], anyTurn),
    ])
      expect((await failureOf(asking)).kind).toBe('columns_changed')
    const anew = await database.describe('Posts', anyTurn)
    expect(columnNamed(anew, 'Text {of} the \\ post').id).toBe(caption)
    standIn.table('Posts').renameField('Touched', 'When {it} \\ "changed"}')
    const again = await database.describe('Posts', anyTurn)
    expect((await walkTable(here, again, { columnIds: [caption], changedAfter })).records).toEqual([])
  })
}
