/** Damages a SQLite file as a disk does: one page of a table holds something else from then on. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Overwrites the last leaf page of a table. The store must have been closed properly: a write-ahead log would hide it. */
export function damagePage(databasePath: string, table: string): void {
  const database = new DatabaseSync(databasePath, { readOnly: true })
  const page = database
    .prepare("select max(pageno) as number from dbstat where name = ? and pagetype = 'leaf'")
    .get(table)?.number
  const size = database.prepare('pragma page_size').get()?.page_size
  database.close()
  const file = openSync(databasePath, 'r+')
  writeSync(file, Buffer.alloc(Number(size), 0xa5), 0, Number(size), (Number(page) - 1) * Number(size))
  closeSync(file)
}
