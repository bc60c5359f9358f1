/** Parquet, compressed with Snappy, which DuckDB, Spark and pandas read. */
import { fileWriter, ParquetWriter } from 'hyparquet-writer'
import { VERSION } from '#platform/version.ts'
import type { Column, ColumnFile, ColumnRow, ColumnType, ColumnValue } from '#ports/column-file.ts'

/** Of one group, which is in memory at once. */
const GROUP_ROWS = 50_000

const TYPES = {
  integer: { type: 'INT32' },
  long: { type: 'INT64' },
  double: { type: 'DOUBLE' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  moment: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  day: { type: 'INT32', converted_type: 'DATE' },
} as const satisfies Record<ColumnType, object>

const toParquet = (type: ColumnType, value: ColumnValue) =>
  value !== null && (type === 'long' || type === 'moment') ? BigInt(value) : value

export const parquetFile: ColumnFile = (path, columns) => {
  const parquet = new ParquetWriter({
    writer: fileWriter(path),
    schema: [{ name: 'root', num_children: columns.length }, ...columns.map(elementOf)],
    createdBy: `tangelo ${VERSION}`,
  })
  let waiting: ColumnRow[] = []

  async function write(): Promise<void> {
    const rows = waiting
    waiting = []
    const columnData = columns.map(({ name, type }) => ({
      name,
      data: rows.map((row) => toParquet(type, row[name] ?? null)),
    }))
    await parquet.write({ columnData, rowGroupSize: GROUP_ROWS })
  }

  return {
    async add(rows) {
      for (const row of rows) {
        waiting.push(row)
        if (waiting.length === GROUP_ROWS) await write()
      }
    },
    async end() {
      if (waiting.length > 0) await write()
      await parquet.finish()
    },
  }
}

const elementOf = ({ name, type, isRequired }: Column) =>
  Object.assign({ name, repetition_type: isRequired ? ('REQUIRED' as const) : ('OPTIONAL' as const) }, TYPES[type])
