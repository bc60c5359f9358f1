/**
 * Content tables of an external service that the installation has connected. Columns go by their ids and cells by what
 * they hold; the service's paging, spelling and token stay in its adapter.
 */

/**
 * What the cells of a column hold. `text`: a text. `option`: one of the column's options. `options`: a list of them.
 * `day`: `2026-11-20`. `moment`: an ISO text in UTC. `changed_time`: as `moment`, the record's last change, kept by the
 * service. `files`: a list of files. `other`: any other type; it cannot be written.
 */
export type ColumnKind =
  | 'text'
  | 'option'
  | 'options'
  | 'number'
  | 'yes_no'
  | 'day'
  | 'moment'
  | 'changed_time'
  | 'files'
  | 'other'

export interface Column {
  id: string
  name: string
  /** The service's own word for what it holds. */
  type: string
  kind: ColumnKind
  isWritable: boolean
  /** Of `option` and `options`; none elsewhere. */
  options: readonly string[]
}

export interface ContentTable {
  id: string
  name: string
  /** In the table's order. */
  columns: readonly Column[]
}

/** A file in a cell. Its address works for a while only: copy it soon, or read the record again. */
export interface TableFile {
  id: string
  url: string
  name: string
  /** Null where the service does not report it. */
  bytes: number | null
}

/** What a cell holds; null when it is empty, `unreadable` when it is something that cells of tables do not hold. */
export type Cell = string | number | boolean | readonly string[] | readonly TableFile[] | null | { unreadable: true }

export interface TableRecord {
  /** `rec` and 14 letters or digits. */
  id: string
  /** Epoch milliseconds. */
  createdAt: number
  /** By the ids of the requested columns; each of them is present. */
  cells: ReadonlyMap<string, Cell>
}

/** A cell as it is to be; null empties it. Files are not written so: see `addFile`. */
export type WrittenCell = string | number | readonly string[] | null

/**
 * Why a call failed, as a sentence for users, without tokens and addresses. `unauthorized`: the service does not accept
 * our token. `missing`: the base or the table is not there, or not for us. `gone`: the record is not there any more.
 * `columns_changed`: a column has another name than a moment ago; describe the table again. `refused`: the service does
 * not take what it was given. `limited`: too many calls; `retryAt` is the moment to retry. `unavailable`: network,
 * time-outs and faults at the service; trying again may help. `not_understood`: an answer that does not fit what was
 * agreed.
 */
export class ContentDatabaseFailure extends Error {
  override name = 'ContentDatabaseFailure'
  readonly kind:
    | 'unauthorized'
    | 'missing'
    | 'gone'
    | 'columns_changed'
    | 'refused'
    | 'limited'
    | 'unavailable'
    | 'not_understood'
  /** Epoch milliseconds; null where it is unknown. */
  readonly retryAt: number | null
  /** A change may have been made all the same: no answer came, or none that can be read. */
  readonly isUncertain: boolean
  constructor(
    kind: ContentDatabaseFailure['kind'],
    message: string,
    { retryAt = null, isUncertain = false }: { retryAt?: number | null; isUncertain?: boolean } = {},
  ) {
    super(message)
    this.kind = kind
    this.retryAt = retryAt
    this.isUncertain = isUncertain
  }
}

/**
 * Wraps every single call to the service: waits for its slot, makes the call, and sees its outcome. Anything it throws
 * ends the whole request.
 */
export type Turn = <Result>(call: (signal: AbortSignal) => Promise<Result>) => Promise<Result>

export interface RecordsQuery {
  /** Ids of the columns to read; at least one. */
  columnIds: readonly string[]
  /** Only records that changed after this moment, in epoch milliseconds, by a column of kind `changed_time`. */
  changedAfter?: { columnId: string; at: number }
  /** Only records that were made after this moment, in epoch milliseconds; every table knows it. */
  createdAfter?: number
}

export interface ContentDatabase {
  /** As people call it: 'Airtable'. */
  readonly title: string
  /** Calls that the service allows, on average; the quota of all processes together. */
  readonly callsPerHour: number
  /** Records of one `change` or `create` at most. */
  readonly writesPerCall: number
  /** The columns of a table, found by its name or id. */
  describe(table: string, turn: Turn): Promise<ContentTable>
  /**
   * All matching records, page by page, in no promised order. A scan that the service has lost begins again: then a
   * page `isFirst` once more, and earlier records come again. A page that failed for a temporary cause is retried
   * twice.
   */
  pages(
    table: ContentTable,
    options: RecordsQuery,
    turn: Turn,
  ): AsyncGenerator<{ records: TableRecord[]; isFirst: boolean }, void, undefined>
  /** The record as it is now. Throws `gone`. */
  read(table: ContentTable, recordId: string, columnIds: readonly string[], turn: Turn): Promise<TableRecord>
  /** All of them or none; other columns stay as they are. Answers the records as they then are, with the columns written. */
  change(
    table: ContentTable,
    changes: readonly { id: string; cells: ReadonlyMap<string, WrittenCell> }[],
    turn: Turn,
  ): Promise<TableRecord[]>
  /** All of them or none. Answers the new records in the order given. */
  create(table: ContentTable, records: readonly ReadonlyMap<string, WrittenCell>[], turn: Turn): Promise<TableRecord[]>
  /** Adds a file to a cell of kind `files`; at most 5 MB. Answers the files that the cell then holds. */
  addFile(
    table: ContentTable,
    recordId: string,
    columnId: string,
    file: { bytes: Uint8Array; type: string; name: string },
    turn: Turn,
  ): Promise<readonly TableFile[]>
  /** Makes a small call; throws like any other call. */
  test(turn: Turn): Promise<void>
}
