/**
 * Tables of an Airtable base. One call is one turn of the caller's; every call ends. Columns are requested by name and
 * the table by id, so that a table may be renamed at any time, and a column that was is noticed.
 */
import { CallFailure, type CallLimits, callOut, type OutgoingCall } from '#platform/http/call-out.ts'
import type { Clock } from '#ports/clock.ts'
import {
  type ContentDatabase,
  ContentDatabaseFailure,
  type ContentTable,
  type TableRecord,
  type Turn,
  type WrittenCell,
} from '#ports/content-database.ts'
import { isFields } from '../figures-file/fields.ts'
import { jsonOf } from '../vendor-answer.ts'
import { AIRTABLE_TITLE, airtableError, notUnderstood } from './airtable-errors.ts'
import { airtablePages } from './airtable-pages.ts'
import { columnsOf, describeTable, withChangedTime } from './airtable-query.ts'
import { filesIn, recordIn, recordsIn, tableIn } from './airtable-tables.ts'

export interface AirtableOptions {
  /** Such as https://api.airtable.com. */
  url: string
  token: string
  baseId: string
  clock: Clock
  limits?: Partial<CallLimits>
}

/**
 * The vendor takes five calls in any second. A little further apart than that, so that calls which travel unequally fast
 * are not six in one second.
 */
const CALLS_PER_HOUR = 4.8 * 3_600
const WRITES_PER_CALL = 10
/** A hundred records with the longest texts there are. */
const LIMITS: CallLimits = { connectMs: 3_000, wholeMs: 10_000, bytes: 16 * 1024 * 1024 }
/** Files have a host of their own. */
const VENDOR = 'https://api.airtable.com'
const VENDOR_FILES = 'https://content.airtable.com'

export function airtable(options: AirtableOptions): ContentDatabase {
  const { token, baseId, clock } = options
  const limits = { ...LIMITS, ...options.limits }
  const url = options.url.replace(/\/+$/, '')

  /** One call; what it answers as JSON. */
  async function ask(
    path: string,
    what: string,
    signal: AbortSignal,
    { method = 'GET', body, at = url }: Pick<OutgoingCall, 'method'> & { body?: object; at?: string } = {},
  ): Promise<unknown> {
    const answer = await callOut({
      url: new URL(`${at}/v0/${path}`),
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      limits,
      signal,
    }).catch((error: unknown) => {
      if (!(error instanceof CallFailure)) throw error
      throw new ContentDatabaseFailure('unavailable', `${AIRTABLE_TITLE} ${error.message}.`, { isUncertain: true })
    })
    const json = jsonOf(answer)
    if (answer.status !== 200) throw airtableError(answer, json, { what, token, clock })
    if (json === undefined) throw notUnderstood(answer.status)
    return json
  }

  const pathOf = (table: ContentTable) => `${baseId}/${encodeURIComponent(table.id)}`

  const pages = airtablePages((table, query, signal) => ask(`${pathOf(table)}?${query}`, describeTable(table), signal))

  /** Creates, or changes, as many as one call takes. */
  async function write(
    table: ContentTable,
    method: 'POST' | 'PATCH',
    entries: readonly { id?: string; cells: ReadonlyMap<string, WrittenCell> }[],
    turn: Turn,
  ): Promise<TableRecord[]> {
    if (entries.length > WRITES_PER_CALL) throw new RangeError(`At most ${WRITES_PER_CALL} records in one call`)
    const columns = columnsOf(table, [...new Set(entries.flatMap(({ cells }) => [...cells.keys()]))])
    const nameOf = new Map(columns.map(({ id, name }) => [id, name]))
    const body = {
      records: entries.map(({ id, cells }) => ({
        ...(id !== undefined && { id }),
        fields: Object.fromEntries([...cells].map(([columnId, cell]) => [nameOf.get(columnId), cell])),
      })),
      typecast: true,
    }
    const json = await turn((signal) => ask(pathOf(table), describeTable(table), signal, { method, body }))
    const records = recordsIn(json, withChangedTime(table, columns))
    if (records?.length !== entries.length) throw notUnderstood(200)
    return records
  }

  return {
    title: AIRTABLE_TITLE,
    callsPerHour: CALLS_PER_HOUR,
    writesPerCall: WRITES_PER_CALL,

    async describe(wanted, turn) {
      const json = await turn((signal) => ask(`meta/bases/${baseId}/tables`, THE_BASE, signal))
      const table = tableIn(json, wanted)
      if (table === undefined) throw notUnderstood(200)
      if (table === 'missing')
        throw new ContentDatabaseFailure('missing', `The ${AIRTABLE_TITLE} base has no table “${wanted}”.`)
      return table
    },

    pages,

    async read(table, recordId, columnIds, turn) {
      const columns = columnsOf(table, columnIds)
      const json = await turn((signal) => ask(`${pathOf(table)}/${recordId}`, `record ${recordId}`, signal))
      const record = recordIn(json, columns)
      if (!record) throw notUnderstood(200)
      return record
    },

    change: (table, changes, turn) => write(table, 'PATCH', changes, turn),

    create: (table, records, turn) =>
      write(
        table,
        'POST',
        records.map((cells) => ({ cells })),
        turn,
      ),

    async addFile(table, recordId, columnId, { bytes, type, name }, turn) {
      const [column] = columnsOf(table, [columnId])
      const body = { contentType: type, file: Buffer.from(bytes).toString('base64'), filename: name }
      const path = `${baseId}/${recordId}/${encodeURIComponent(columnId)}/uploadAttachment`
      const at = url === VENDOR ? VENDOR_FILES : url
      const json = await turn((signal) => ask(path, `record ${recordId}`, signal, { method: 'POST', body, at }))
      // The vendor answers this one by the ids of columns, other calls by their names.
      const cells = isFields(json) && isFields(json.fields) ? json.fields : {}
      return filesIn(cells[columnId] ?? cells[column?.name ?? ''])
    },

    async test(turn) {
      await turn((signal) => ask(`meta/bases/${baseId}/tables`, THE_BASE, signal))
    },
  }
}

const THE_BASE =
  'the base (AIRTABLE_BASE_ID; the token needs data.records:read, data.records:write and schema.bases:read)'
