/** A file of rows by columns, which programs for analysis read. */

/** `moment`: epoch milliseconds, as an instant in UTC. `day`: days since 1970-01-01, as a date. */
export type ColumnType = 'integer' | 'long' | 'double' | 'text' | 'moment' | 'day'

export interface Column {
  name: string
  type: ColumnType
  isRequired: boolean
}

export type ColumnValue = number | string | null
export type ColumnRow = Record<string, ColumnValue>

export interface ColumnFileWriter {
  /** Rows are written in groups: memory is bounded. */
  add(rows: readonly ColumnRow[]): Promise<void>
  /** The file is whole when this resolves. */
  end(): Promise<void>
}

/** Writes over what is at `path`. */
export type ColumnFile = (path: string, columns: readonly Column[]) => ColumnFileWriter
