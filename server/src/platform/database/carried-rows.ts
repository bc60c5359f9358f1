/**
 * Reads all rows of a store as they were at one moment, table by table, to be put back into a store of the same steps, on
 * either engine (docs/decisions/0055). A row is a JSON object without what is null; bytes are written `\x` and hex digits.
 */
import { selectNamedBlobs } from './blob-columns.ts'
import { inOrder, isCarried, type Reference } from './carried-tables.ts'
import type { StoreLocation } from './database.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'

export interface CarriedTable {
  name: string
  columns: string[]
}

/** A step of the schema that has run. */
export interface RanStep {
  name: string
  checksum: string
}

export interface CarriedRows {
  readonly steps: readonly RanStep[]
  /** In an order in which rows can be put back: a table comes after those that its rows refer to. */
  readonly tables: readonly CarriedTable[]
  /** The last number that each table has given to a row, which it gives to no other. */
  readonly counters: Readonly<Record<string, number>>
  /** Lines, some at a time. */
  rows(table: string): AsyncGenerator<string[]>
  /** The blobs that rows name; `packed` are compressed. Some at a time. */
  blobs(): AsyncGenerator<NamedBlob[]>
  /** Safe to repeat. */
  end(): Promise<void>
}

export interface NamedBlob {
  name: string
  packed: boolean
}

/** Throws where the store cannot be reached. */
export async function openCarriedRows(location: StoreLocation): Promise<CarriedRows> {
  const snapshot = await openSnapshot(location)
  try {
    return await open(snapshot, location.engine === 'postgres' ? POSTGRES : SQLITE)
  } catch (error) {
    await snapshot.end()
    throw error
  }
}

interface Dialect {
  tables(snapshot: Snapshot): Promise<CarriedTable[]>
  references(snapshot: Snapshot, tables: readonly string[]): Promise<Reference[]>
  counters(snapshot: Snapshot): Promise<{ name: string; last: number }[]>
  rowsOf(table: string): string
  lineOf(row: Record<string, unknown>): string
  hexOf(column: string): string
}

async function open(snapshot: Snapshot, dialect: Dialect): Promise<CarriedRows> {
  const present = await dialect.tables(snapshot)
  const columns = new Map(present.filter(({ name }) => isCarried(name)).map((table) => [table.name, table.columns]))
  const names = [...columns.keys()]
  const counters = (await dialect.counters(snapshot)).filter(({ name }) => isCarried(name))
  return {
    steps: await snapshot.all<RanStep>('select name, checksum from migrations order by name'),
    tables: inOrder(names, await dialect.references(snapshot, names)).map((name) => ({
      name,
      columns: columns.get(name) ?? [],
    })),
    counters: Object.fromEntries(counters.map(({ name, last }) => [name, last])),
    async *rows(table) {
      for await (const rows of snapshot.stream<Record<string, unknown>>(dialect.rowsOf(table)))
        yield rows.map(dialect.lineOf)
    },
    async *blobs() {
      const query = selectNamedBlobs(new Set(present.map(({ name }) => name)), dialect.hexOf)
      for await (const rows of snapshot.stream<{ name: string; packed: number }>(query))
        yield rows.map(({ name, packed }) => ({ name, packed: packed === 1 }))
    },
    end: () => snapshot.end(),
  }
}

const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`

const SQLITE: Dialect = {
  async tables(snapshot) {
    const found = await snapshot.all<{ name: string }>(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
    )
    const columnsOf = async (table: string) =>
      (
        await snapshot.all<{ name: string }>(
          'select name from pragma_table_xinfo(?) where hidden = 0 order by cid',
          table,
        )
      ).map(({ name }) => name)
    return Promise.all(found.map(async ({ name }) => ({ name, columns: await columnsOf(name) })))
  },
  async references(snapshot, tables) {
    const of = async (from: string) =>
      (await snapshot.all<{ to: string }>('select "table" as "to" from pragma_foreign_key_list(?)', from)).map(
        ({ to }): Reference => ({ from, to }),
      )
    return (await Promise.all(tables.map(of))).flat()
  },
  counters: (snapshot) => snapshot.all('select name, seq as last from sqlite_sequence'),
  rowsOf: (table) => `select * from ${quoteName(table)}`,
  lineOf: (row) =>
    JSON.stringify(row, (_, value) =>
      value === null ? undefined : value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value,
    ),
  hexOf: (column) => `lower(hex(${column}))`,
}

const POSTGRES: Dialect = {
  // Whole tables, not the months that some are divided into, and no column that PostgreSQL computes.
  tables: (snapshot) =>
    snapshot.all(`select cls.relname as name, array_agg(att.attname::text order by att.attnum) as columns
      from pg_class as cls join pg_attribute as att on att.attrelid = cls.oid
      where cls.relkind in ('r', 'p') and not cls.relispartition and cls.relnamespace = current_schema::regnamespace
        and att.attnum > 0 and not att.attisdropped and att.attgenerated = ''
        and not exists (select 1 from pg_depend where objid = cls.oid and deptype = 'e')
      group by cls.relname`),
  references: (snapshot) =>
    snapshot.all(`select source.relname as "from", target.relname as "to"
      from pg_constraint as con join pg_class as source on source.oid = con.conrelid
      join pg_class as target on target.oid = con.confrelid
      where con.contype = 'f' and con.connamespace = current_schema::regnamespace and con.conparentid = 0`),
  async counters(snapshot) {
    const found = await snapshot.all<{ name: string; sequence: string }>(
      `select cls.relname as name, seq.relname as sequence
      from pg_class as seq join pg_depend as dep on dep.objid = seq.oid and dep.deptype in ('a', 'i')
      join pg_class as cls on cls.oid = dep.refobjid
      where seq.relkind = 'S' and seq.relnamespace = current_schema::regnamespace and not cls.relispartition`,
    )
    const counters: { name: string; last: number }[] = []
    for (const { name, sequence } of found) {
      const [row] = await snapshot.all<{ last: number }>(
        `select case when is_called then last_value else 0 end as last from ${quoteName(sequence)}`,
      )
      counters.push({ name, last: row?.last ?? 0 })
    }
    return counters
  },
  rowsOf: (table) => `select json_strip_nulls(row_to_json(carried))::text as line from ${quoteName(table)} as carried`,
  lineOf: ({ line }) => String(line),
  hexOf: (column) => `encode(${column}, 'hex')`,
}
