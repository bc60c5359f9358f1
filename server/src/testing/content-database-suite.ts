/**
 * What every service that keeps tables promises (`ports/content-database.ts`), proven against its stand-in. Call it with a
 * way to make one that asks a stand-in.
 */
import { type AirtableOptions, type AirtableStandIn, airtableErrors, type Fault, postsTable } from '@tangelo/stand-ins'
import { expect, test } from 'vitest'
import {
  type Column,
  type ContentDatabase,
  ContentDatabaseFailure,
  type ContentTable,
  type RecordsQuery,
  type TableFile,
  type TableRecord,
  type Turn,
  type WrittenCell,
} from '#ports/content-database.ts'

export const beginning = Date.parse('2026-11-21T12:00:00Z')
export const clock = { now: () => beginning }

const posts = (records: number) => [postsTable({ records, begins: beginning })]

export interface AskedTables {
  database: ContentDatabase
  standIn: AirtableStandIn
}

/** A caller who has time and keeps no pace. */
export const anyTurn: Turn = (call) => call(new AbortController().signal)

export const columnNamed = ({ columns }: ContentTable, name: string): Column => {
  const column = columns.find((one) => one.name === name)
  if (!column) throw new Error(`no column ${name}`)
  return column
}

export const idsOf = (table: ContentTable, ...names: string[]) => names.map((name) => columnNamed(table, name).id)

/** What a walk brought: the records that stand at its end, and how many pages came. */
export async function walked(
  { database }: AskedTables,
  table: ContentTable,
  request: RecordsQuery,
  turn: Turn = anyTurn,
) {
  let records: TableRecord[] = []
  let pages = 0
  for await (const page of database.pages(table, request, turn)) {
    if (page.isFirst) records = []
    records.push(...page.records)
    pages += 1
  }
  return { records, pages }
}

export async function failureOf(asking: Promise<unknown>): Promise<ContentDatabaseFailure> {
  const failure = await asking.then(
    () => 'nothing',
    (error: unknown) => error,
  )
  if (!(failure instanceof ContentDatabaseFailure)) throw new Error(`not a failure of the service: ${String(failure)}`)
  return failure
}

/** A sentence for people that gives away neither the token nor an address. */
export function expectPlain(message: string, { token }: AirtableStandIn): void {
  expect(message).not.toContain(token)
  expect(message).not.toMatch(/https?:|127\.0\.0\.1|Bearer|undefined|\[object/)
  expect(message).toMatch(/^[A-Z].*[.…]$/s)
}

type Asked = (given?: Partial<AirtableOptions> & { wholeMs?: number }) => Promise<AskedTables>

export function contentDatabaseSuite(asked: Asked): void {
  const begun = async (given: Parameters<Asked>[0] = {}) => {
    const here = await asked(given)
    return { ...here, table: await here.database.describe('Posts', anyTurn) }
  }

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
      const { records, pages } = await walked(here, here.table, { columnIds: idsOf(here.table, 'Caption') })
      expect(new Set(records.map(({ id }) => id)).size).toBe(137)
      expect(records).toHaveLength(137)
      expect(pages).toBe(hasShortPages ? 3 : 2)
    }
  })

  test('a walk that vanished begins again, and says so', async () => {
    const here = await begun({ tables: posts(137) })
    here.standIn.vanishOffsets(1)
    const { records, pages } = await walked(here, here.table, { columnIds: idsOf(here.table, 'Caption') })
    expect(records).toHaveLength(137)
    expect(pages).toBe(3)
  })

  test('a walk that vanishes again and again ends with a failure', async () => {
    const here = await begun({ tables: posts(137) })
    here.standIn.vanishOffsets(100)
    const failure = await failureOf(walked(here, here.table, { columnIds: idsOf(here.table, 'Caption') }))
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
      const { records } = await walked(here, here.table, { columnIds: idsOf(here.table, 'Caption') }, counting)
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
    const { records } = await walked(here, table, request)
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
    const { records } = await walked(here, table, { columnIds: idsOf(table, ...names) })
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
      walked(here, table, { columnIds: [caption] }),
      walked(here, table, { columnIds: [status], changedAfter }),
      database.change(table, [{ id: record?.id ?? '', cells }], anyTurn),
    ])
      expect((await failureOf(asking)).kind).toBe('columns_changed')
    const anew = await database.describe('Posts', anyTurn)
    expect(columnNamed(anew, 'Text {of} the \\ post').id).toBe(caption)
    standIn.table('Posts').renameField('Touched', 'When {it} \\ "changed"}')
    const again = await database.describe('Posts', anyTurn)
    expect((await walked(here, again, { columnIds: [caption], changedAfter })).records).toEqual([])
  })

  const faults: [Fault, ContentDatabaseFailure['kind'], boolean][] = [
    [airtableErrors.authenticationRequired(), 'unauthorized', false],
    [airtableErrors.notAllowed(), 'missing', false],
    [airtableErrors.notFound(), 'missing', false],
    [airtableErrors.tooLarge(), 'refused', false],
    [airtableErrors.badValue('Likes'), 'refused', false],
    [airtableErrors.newOption('Archived'), 'refused', false],
    [airtableErrors.rateLimit(), 'limited', false],
    [airtableErrors.rateLimitPlain(), 'limited', false],
    [airtableErrors.billingLimit(), 'limited', false],
    [airtableErrors.unavailable(), 'unavailable', true],
    [{ status: 500, body: 'oops' }, 'unavailable', true],
    [{ status: 502, body: 'gateway' }, 'unavailable', true],
    [{ status: 302, headers: { Location: '/elsewhere' } }, 'not_understood', true],
    ['reset', 'unavailable', true],
    ['html', 'not_understood', true],
    ['truncated', 'not_understood', true],
    ['huge', 'unavailable', true],
    ['emptyList', 'not_understood', true],
    ['hang', 'unavailable', true],
    ['trickle', 'unavailable', true],
    [{ delayMs: 5_000 }, 'unavailable', true],
  ]
  test.each(faults)('a write that meets %j fails by name: %s', async (fault, kind, isUncertain) => {
    const { database, table, standIn } = await begun({ wholeMs: 1_000 })
    const [record] = standIn.table('Posts').records()
    const [caption = ''] = idsOf(table, 'Caption')
    const change = () =>
      database.change(table, [{ id: record?.id ?? '', cells: new Map([[caption, 'changed']]) }], anyTurn)
    standIn.faults.next(1, fault)
    const failure = await failureOf(change())
    expect({ kind: failure.kind, isUncertain: failure.isUncertain }).toEqual({ kind, isUncertain })
    expectPlain(failure.message, standIn)
    expect(await change()).toHaveLength(1)
  })

  test.each(faults.filter(([fault]) => fault !== 'emptyList'))(
    'a question that meets %j fails by name: %s',
    async (fault, kind) => {
      const here = await begun({ wholeMs: 1_000 })
      here.standIn.faults.always(fault)
      const failures = await Promise.all([
        failureOf(here.database.test(anyTurn)),
        failureOf(here.database.describe('Posts', anyTurn)),
        failureOf(walked(here, here.table, { columnIds: idsOf(here.table, 'Caption') })),
      ])
      for (const failure of failures) {
        expect(failure.kind).toBe(kind)
        expectPlain(failure.message, here.standIn)
      }
    },
  )

  test('after too many calls it says when to retry: after half a minute, or as late as the vendor says', async () => {
    const { database, standIn } = await begun()
    const retryAt = async (fault: Fault) => {
      standIn.faults.next(1, fault)
      return (await failureOf(database.test(anyTurn))).retryAt
    }
    expect(await retryAt(airtableErrors.rateLimit())).toBe(beginning + 30_000)
    expect(await retryAt({ ...airtableErrors.rateLimit(), headers: { 'Retry-After': '90' } })).toBe(beginning + 90_000)
    expect(await retryAt(airtableErrors.billingLimit())).toBe(beginning + 3_600_000)
  })

  test('numbers that are words, and cells of another kind, harm nothing else', async () => {
    const here = await begun({ tables: posts(5) })
    here.standIn.faults.next(1, 'wrongTypes')
    const { records } = await walked(here, here.table, { columnIds: idsOf(here.table, 'Caption', 'Length') })
    expect(records).toHaveLength(5)
    expect([...(records[0]?.cells.values() ?? [])][1]).toBe('many')
  })

  test('a service that is not there is unavailable', async () => {
    const { database, standIn } = await begun()
    await standIn.end()
    expect(await failureOf(database.test(anyTurn))).toMatchObject({
      kind: 'unavailable',
      message: `${database.title} could not be reached: the connection was refused.`,
    })
  })

  test('who gives up gets their own reason back', async () => {
    const here = await begun()
    here.standIn.faults.next(1, 'hang')
    const giving = new AbortController()
    const reason = new Error('stopping')
    const reading = walked(here, here.table, { columnIds: idsOf(here.table, 'Caption') }, (call) => call(giving.signal))
    giving.abort(reason)
    await expect(reading).rejects.toBe(reason)
  })
}
