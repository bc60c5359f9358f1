import { readFileSync } from 'node:fs'
import { type AirtableOptions, airtableStandIn } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import {
  anyTurn,
  beginning,
  clock,
  columnNamed,
  expectPlain,
  failureOf,
  idsOf,
  walkTable,
} from '../../testing/asked-tables.ts'
import { contentDatabaseFaultsSuite } from '../../testing/content-database-faults-suite.ts'
import { contentDatabaseSuite } from '../../testing/content-database-suite.ts'
import { contentDatabaseWritesSuite } from '../../testing/content-database-writes-suite.ts'
import { forOneTest } from '../../testing/instagram-suite.ts'
import { airtable } from './airtable.ts'
import { whereChangedAfter } from './airtable-formula.ts'

async function startAirtable({ wholeMs, ...given }: Partial<AirtableOptions> & { wholeMs?: number } = {}) {
  const free = { clock, callsPerSecond: Number.POSITIVE_INFINITY }
  const standIn = await forOneTest(airtableStandIn({ ...free, ...given }).start())
  const { url, token, baseId } = standIn
  return { standIn, database: airtable({ url, token, baseId, clock, ...(wholeMs && { limits: { wholeMs } }) }) }
}

interface Sample {
  name: string
  operation: string
  part: 'request' | 'response' | 'error'
  status: number
  body: { records?: { id: string; fields: object }[]; offset?: string; id?: string }
}

const { samples } = JSON.parse(
  readFileSync(new URL('../../../../stand-ins/contracts/airtable/samples.json', import.meta.url), 'utf8'),
) as { samples: Sample[] }
const ofPart = (part: Sample['part'], ...operations: string[]) =>
  samples.filter((sample) => sample.part === part && (operations.length === 0 || operations.includes(sample.operation)))

const everyColumn = ['Caption', 'Status', 'Media Type', 'Location', 'Image', 'Tagged Users', 'Hashtags', 'Likes']

describe('Airtable as a content database', () => {
  contentDatabaseSuite(startAirtable)
  contentDatabaseWritesSuite(startAirtable)
  contentDatabaseFaultsSuite(startAirtable)
})

describe('the samples of the contract', () => {
  test.each(ofPart('response', 'records.list'))('are read as pages: $name', async ({ body, status }) => {
    const here = await startAirtable()
    const table = await here.database.describe('Posts', anyTurn)
    here.standIn.faults.next(1, { status, body })
    const walk = here.database.pages(table, { columnIds: idsOf(table, ...everyColumn) }, anyTurn)
    const { value } = await walk.next()
    expect(value?.records.map(({ id }) => id)).toEqual(body.records?.map(({ id }) => id))
    const [first] = value?.records ?? []
    if (first?.id === 'rec00000000000001') {
      const cell = (name: string) => first.cells.get(columnNamed(table, name).id)
      expect([cell('Status'), cell('Tagged Users'), cell('Likes')]).toEqual(['Draft', ['northlane', 'rider.one'], null])
      expect(cell('Image')).toMatchObject([{ id: 'att00000000000001', name: 'sunrise.jpg', bytes: 184_320 }])
    }
  })

  test.each(ofPart('response', 'records.get', 'records.update'))(
    'are read as records: $name',
    async ({ body, status }) => {
      const { database, standIn } = await startAirtable()
      const table = await database.describe('Posts', anyTurn)
      standIn.faults.next(1, { status, body })
      const record = await database.read(table, body.id ?? '', idsOf(table, ...everyColumn), anyTurn)
      expect(record.id).toBe(body.id)
    },
  )

  test.each(ofPart('response', 'records.create', 'records.updateMany'))(
    'are read as writes: $name',
    async ({ body, status }) => {
      const { database, standIn } = await startAirtable()
      const table = await database.describe('Posts', anyTurn)
      const [caption = ''] = idsOf(table, 'Caption')
      const records = (body.records ?? []).map(() => new Map([[caption, 'x']]))
      standIn.faults.next(1, { status, body })
      const made = await database.create(table, records, anyTurn)
      expect(made.map(({ id }) => id)).toEqual(body.records?.map(({ id }) => id))
    },
  )

  test.each(ofPart('response', 'meta.tables'))('are read as tables: $name', async ({ body, status }) => {
    const { database, standIn } = await startAirtable()
    standIn.faults.next(1, { status, body })
    const { columns } = await database.describe('Posts', anyTurn)
    expect(columns.map(({ name, kind, options }) => [name, kind, options.length])).toEqual([
      ['Caption', 'text', 0],
      ['Status', 'option', 3],
      ['Image', 'files', 0],
      ['Last Modified', 'changed_time', 0],
    ])
  })

  test('every response of what is asked here is among them', () => {
    const others = ['records.delete', 'records.deleteMany', 'webhooks.create', 'webhooks.payloads']
    const read = [
      'records.list',
      'records.get',
      'records.update',
      'records.create',
      'records.updateMany',
      'meta.tables',
    ]
    expect(ofPart('response').filter(({ operation }) => ![...others, ...read].includes(operation))).toEqual([])
  })

  const sentences: Record<string, string> = {
    '401 no or bad token':
      'unauthorized: Airtable does not accept the token. An administrator must put a valid one into AIRTABLE_TOKEN.',
    '403 token lacks the base or the base/table does not exist':
      'missing: Airtable does not let this token use the table “Posts”, or it is not there.',
    '404 plain string body': 'missing: Airtable does not know the table “Posts”.',
    '422 unknown field': 'columns_changed: A column of the table “Posts” has another name in Airtable now.',
    '422 select option missing and typecast off':
      'refused: Airtable did not accept it: Insufficient permissions to create new select option "Archived".',
    '422 bad value': 'refused: Airtable did not accept it: Field "Likes" cannot accept the provided value.',
    '422 formula': 'columns_changed: A column of the table “Posts” has another name in Airtable now.',
    '422 more than ten':
      'refused: Airtable did not accept it: Invalid request: parameter validation failed. Check your request data.',
    '422 page iterator gone: restart from the first page':
      'unavailable: Airtable lost its place in the table “Posts” 4 times. Try again later.',
    '429 rate limit (form 1)': 'limited: Airtable accepts no more calls for now: its rate limit is reached.',
    '429 rate limit (form 2)': 'limited: Airtable accepts no more calls for now: its rate limit is reached.',
    '429 monthly call cap: waiting does not help':
      'limited: Airtable accepts no more calls this month: those of its plan are used up.',
    '503': 'unavailable: Airtable has a problem (status 503). Try again later.',
  }
  test.each(ofPart('error'))('are explained in a sentence: $name', async ({ name, status, body }) => {
    const here = await startAirtable()
    const table = await here.database.describe('Posts', anyTurn)
    here.standIn.faults.always({ status, body })
    const { kind, message } = await failureOf(walkTable(here, table, { columnIds: idsOf(table, 'Caption') }))
    expect(`${kind}: ${message}`).toBe(sentences[name])
    expectPlain(message, here.standIn)
  })
})

test('the vendor’s own message is passed on without the token', async () => {
  const { database, standIn } = await startAirtable()
  const error = {
    type: 'OTHER',
    message: `The token ${standIn.token} and\nanother patAbcdefghijkl12.0123abc asks too much.`,
  }
  standIn.faults.next(1, { status: 422, body: { error } })
  expect((await failureOf(database.test(anyTurn))).message).toBe(
    'Airtable did not accept it: The token … and another … asks too much.',
  )
})

test('a wrong token and another base', async () => {
  const { standIn } = await startAirtable()
  const { url, token, baseId } = standIn
  const wrong = airtable({ url, token: 'patWrong000000000.0', baseId, clock })
  expect((await failureOf(wrong.test(anyTurn))).kind).toBe('unauthorized')
  const elsewhere = airtable({ url, token, baseId: 'app00000000000009', clock })
  expect(await failureOf(elsewhere.describe('Posts', anyTurn))).toMatchObject({
    kind: 'missing',
    message: expect.stringContaining('AIRTABLE_BASE_ID'),
  })
})

test('a name cannot end its place in a formula', () => {
  expect(whereChangedAfter('a}, 1) & "\\', beginning)).toBe(
    'IS_AFTER({a\\}, 1) & "\\\\}, DATETIME_PARSE("2026-11-21 12:00:00", "YYYY-MM-DD HH:mm:ss"))',
  )
})
