/**
 * PostgreSQL keeps snapshots, readings of posts, changes of content, audit entries and events by month. No row is copied: the table
 * that was becomes the partition of everything before the month after the next, and months follow it. What takes long is done before,
 * while others read and write. See docs/decisions/0053.
 */
import { sql } from 'kysely'
import type { Database, Queries } from '#platform/database/database.ts'
import type { Migration } from '#platform/database/migrate.ts'
import { boundOf, FIRST_MONTH, MONTHLY, MONTHLY_TABLES, type MonthlyTable, monthOf } from '#platform/database/months.ts'
import { monthStatements } from '#platform/database/partitions.ts'
import { withMaintenance } from '#platform/database/postgres-maintenance.ts'
import { lockShortly, SHORT_WAIT, untilLocked } from '#platform/database/short-lock.ts'

export const months: Migration = {
  name: '0028-months',
  file: import.meta.url,
  async prepare({ location }: Database) {
    if (location.engine === 'sqlite') return
    await withMaintenance(location.url, async ({ run, inTransaction }) => {
      for (const table of MONTHLY_TABLES) {
        const [first] = await run(`select 1 from ${table} limit 1`)
        // Written anew where it is empty; and a step that is repeated finds it done.
        if (!first) continue
        if (!(await run(HAS_BOUND, [`${table}_bound`, table])).length) {
          const [found] = await run<{ newest: string }>(`select max(${MONTHLY[table]}) as newest from ${table}`)
          const bound = boundAfter(Number(found?.newest))
          await untilLocked(() =>
            inTransaction(async () => {
              await run(SHORT_WAIT)
              await run(
                `alter table ${table} add constraint ${table}_bound check (${MONTHLY[table]} < ${bound}) not valid`,
              )
            }),
          )
        }
        await run(`alter table ${table} validate constraint ${table}_bound`)
        const { key, number } = SHAPES[table]
        if (number === null) continue
        const [index] = await run<{ isValid: boolean }>(
          `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)`,
          [`${table}_whole`],
        )
        if (index?.isValid) continue
        if (index) await run(`drop index concurrently ${table}_whole`)
        await run(`create unique index concurrently ${table}_whole on ${table} (${key})`)
      }
    })
  },
  async up({ engine, queries }) {
    if (engine === 'sqlite') return
    await sql`set local statement_timeout = 0`.execute(queries)
    await lockShortly(queries, MONTHLY_TABLES)
    for (const table of MONTHLY_TABLES) await partition(queries, table)
  },
}

interface Shape {
  /** The columns of the primary key, which must hold that of the time. */
  key: string
  /** The name that the key has, and keeps. */
  keyName: string
  /** A number that was the key by itself; and whether PostgreSQL hands it out. */
  number: 'generated' | 'given' | null
  indexes: readonly string[]
  triggers: readonly string[]
}

const SHAPES: Record<MonthlyTable, Shape> = {
  metric_snapshots: {
    key: 'company_id, account_id, captured_at, fingerprint',
    keyName: 'metric_snapshots_row',
    number: null,
    indexes: [],
    triggers: [],
  },
  post_readings: {
    key: 'company_id, account_id, post_id, read_at',
    keyName: 'post_readings_key',
    number: null,
    indexes: [],
    triggers: [],
  },
  content_changes: {
    key: 'id, at',
    keyName: 'content_changes_pkey',
    number: 'generated',
    indexes: ['content_changes_item on content_changes (company_id, item_id, id desc)'],
    triggers: [],
  },
  audit_entries: {
    key: 'number, at',
    keyName: 'audit_entries_pkey',
    number: 'given',
    indexes: [
      'audit_entries_act on audit_entries (act, number)',
      'audit_entries_act_group on audit_entries (act_group, number)',
      'audit_entries_user_id on audit_entries (user_id, number)',
      'audit_entries_company_id on audit_entries (company_id, number)',
      'audit_entries_at on audit_entries (at)',
    ],
    triggers: [
      `audit_entries_stay before update or delete or truncate on audit_entries
        for each statement execute function audit_entries_stay()`,
    ],
  },
  events: {
    key: 'id, at',
    keyName: 'events_pkey',
    number: 'generated',
    indexes: ['events_at on events (at)'],
    triggers: [`events_hint after insert on events for each statement execute function tangelo_hint('events')`],
  },
}

const HAS_BOUND = 'select 1 from pg_constraint where conname = $1 and conrelid = to_regclass($2)'

/** The months after this and the next: what comes before the new tables are there still fits. */
const boundAfter = (newest: number) => Math.max(monthOf(Date.now(), 2).from, monthOf(newest, 1).from)

async function partition(queries: Queries, table: MonthlyTable): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(queries)
  const before = `${table}_before`
  const { key, keyName, number, indexes, triggers } = SHAPES[table]
  const isEmpty = (await run(`select 1 from ${table} limit 1`)).rows.length === 0
  const to = isEmpty ? FIRST_MONTH : await endOf(queries, table)
  await run(`alter table ${table} rename to ${before}`)
  for (const name of await namesOf(queries, before)) await run(`alter index ${name} rename to ${renamed(name, table)}`)
  const isGenerated = number === 'generated'
  if (isGenerated) await run(`alter sequence ${table}_id_seq rename to ${before}_id_seq`)
  await run(`create table ${table} (like ${before} including defaults including constraints including identity)
    partition by range (${MONTHLY[table]})`)
  await run(`alter table ${table} drop constraint if exists ${table}_bound`)
  await run(`alter table ${table} add constraint ${keyName} primary key (${key})`)
  for (const index of indexes) await run(`create index ${index}`)
  if (isEmpty) {
    await run(`drop table ${before}`)
    for (const statement of monthStatements(table, { name: 'before', from: -Infinity, to })) await run(statement)
  } else {
    if (isGenerated) {
      await run(`select setval('${table}_id_seq', nextval('${before}_id_seq'), false)`)
      await run(`alter table ${before} alter column id drop identity`)
      await run(`drop trigger if exists ${table}_hint on ${before}`)
    }
    if (number !== null) {
      await run(`alter table ${before} drop constraint ${renamed(keyName, table)}`)
      if ((await namesOf(queries, before)).includes(`${before}_whole`))
        await run(`alter table ${before} add constraint ${before}_pkey primary key using index ${before}_whole`)
    }
    await run(`alter table ${table} attach partition ${before} for values ${boundOf({ from: -Infinity, to })}`)
    await run(`alter table ${before} drop constraint if exists ${table}_bound`)
  }
  for (const trigger of triggers) await run(`create trigger ${trigger}`)
  for (const later of [0, 1, 2])
    for (const statement of monthStatements(table, monthOf(isEmpty ? Date.now() : to, later))) await run(statement)
}

const renamed = (name: string, table: MonthlyTable) => name.replace(table, `${table}_before`)

/** What the rows have been checked for; rows that came to an empty table since then are few. */
async function endOf(queries: Queries, table: MonthlyTable): Promise<number> {
  const { rows } = await sql<{ text: string }>`select pg_get_constraintdef(oid) as text from pg_constraint
    where conname = ${`${table}_bound`} and conrelid = to_regclass(${table})`.execute(queries)
  const checked = /\d{6,}/.exec(rows[0]?.text ?? '')?.[0]
  if (checked !== undefined) return Number(checked)
  const { rows: found } = await sql<{ newest: number }>`select max(${sql.ref(MONTHLY[table])}) as newest
    from ${sql.table(table)}`.execute(queries)
  return boundAfter(Number(found[0]?.newest))
}

async function namesOf(queries: Queries, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select indexrelid::regclass::text as name from pg_index
    where indrelid = to_regclass(${table}) order by 1`.execute(queries)
  return rows.map(({ name }) => name)
}
