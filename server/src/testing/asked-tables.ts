/** Tables of a stand-in, asked through the service that a test makes (`ports/content-database.ts`), and what comes of it. */
import { type AirtableOptions, type AirtableStandIn, postsTable } from '@tangelo/stand-ins'
import { expect } from 'vitest'
import {
  type Column,
  type ContentDatabase,
  ContentDatabaseFailure,
  type ContentTable,
  type RecordsQuery,
  type TableRecord,
  type Turn,
} from '#ports/content-database.ts'

export const beginning = Date.parse('2026-11-21T12:00:00Z')
export const clock = { now: () => beginning }

export const posts = (records: number) => [postsTable({ records, begins: beginning })]

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
export async function walkTable(
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

export type Asked = (given?: Partial<AirtableOptions> & { wholeMs?: number }) => Promise<AskedTables>

/** The service, and the table of posts as it describes it. */
export const withPosts =
  (asked: Asked) =>
  async (given: Parameters<Asked>[0] = {}) => {
    const here = await asked(given)
    return { ...here, table: await here.database.describe('Posts', anyTurn) }
  }
