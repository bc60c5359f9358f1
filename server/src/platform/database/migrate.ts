/**
 * Brings the schema up to what this program needs, inside the program, at its start.
 * One step is one transaction; a step that ran is remembered with the checksum of its file. A lock row (not a session
 * lock, which poolers break) lets one node of PostgreSQL migrate while the others wait. SQLite is copied and the copy
 * checked first.
 * A schema that is newer than the program, or a step edited after it ran, stops the start.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ColumnDefinitionBuilder, type CreateTableBuilder, type SchemaModule, sql } from 'kysely'
import { StartRefused } from '../start-refused.ts'
import { type LeftToPeople, leaveToPeople } from './after-restore.ts'
import type { RanStep } from './carried-rows.ts'
import { type Database, type Engine, openDatabase, type Queries } from './database.ts'
import { backUp } from './migration-backup.ts'
import { makeTable, runLocked } from './migration-lock.ts'
import { RESTORE_MARK } from './restore-mark.ts'

export interface MigrationTools {
  schema: SchemaModule
  engine: Engine
  /** For what a step does with rows. */
  queries: Queries
  /** A generated whole-number primary key. */
  idColumn: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder
  /** Keeps the rows in the order of the primary key where the store can (SQLite: without rowid). */
  clustered: <Name extends string, Columns extends string>(
    table: CreateTableBuilder<Name, Columns>,
  ) => CreateTableBuilder<Name, Columns>
}

export interface Migration {
  name: string
  /** `import.meta.url` of the file, from which the checksum is made. */
  file: string
  /** Checksums of earlier texts of the file that did the same to the schema: a step that ran as one of them has run. */
  formerly?: readonly string[]
  /**
   * Runs before `up` and outside of its transaction: what takes long while other nodes go on, such as checking rows and
   * building indexes. It may have run before, wholly or in part.
   */
  prepare?(database: Database): Promise<void>
  up(tools: MigrationTools): Promise<void>
}

const checksumOf = ({ file }: Migration) =>
  createHash('sha256')
    .update(readFileSync(fileURLToPath(file), 'utf8').replaceAll('\r\n', '\n'))
    .digest('hex')

/** Answers the names of the steps that ran now. Throws `StartRefused` when this program must not run on this schema. */
export async function migrate(
  database: Database,
  steps: readonly Migration[],
  {
    now = Date.now,
    restores = false,
  }: {
    now?: () => number
    /** A backup is being put into the store, which is marked as unfinished. */
    restores?: boolean
  } = {},
): Promise<string[]> {
  await makeTable(
    database,
    sql`create table if not exists migrations (name text primary key, checksum text not null, ran_at bigint not null)`,
  )
  const readPending = async () => pendingSteps(await stepsThatRan(database, { restores }), steps)
  if ((await readPending()).length === 0) return []
  return await runLocked(database, now, async () => {
    const pending = await readPending()
    const [first] = pending
    if (first && pending.length < steps.length && database.location.engine === 'sqlite')
      await backUp(database.location.path, first.name, now())
    await patiently(database, async (patient) => {
      for (const step of pending) await runStep(patient, step, now())
    })
    return pending.map((step) => step.name)
  })
}

/** Throws `StartRefused` unless exactly these steps have run: for programs that only look. */
export async function refuseOtherSchema(database: Database, steps: readonly Migration[]): Promise<void> {
  if (pendingSteps(await stepsThatRan(database), steps).length > 0)
    throw new StartRefused(
      'The data were written by an older tangelo: start this one once, which brings them up to date.',
    )
}

/**
 * Of the file of a SQLite store that was just put back: throws `StartRefused` as `refuseNewerSchema`, and ends all sessions.
 * Those that were ended since must not come back to life.
 */
export async function acceptRestored(
  path: string,
  steps: readonly Migration[],
  moments: { madeAt: number; now: number },
): Promise<LeftToPeople> {
  const database = openDatabase({ engine: 'sqlite', path })
  try {
    await refuseNewerSchema(database, steps)
    await database.queries.deleteFrom('sessions').execute()
    return await leaveToPeople(database.queries, moments)
  } finally {
    await database.close()
  }
}

/** Throws `StartRefused` where a step has run that this program does not know, or knows otherwise. */
export async function refuseNewerSchema(database: Database, steps: readonly Migration[]): Promise<void> {
  pendingSteps(await stepsThatRan(database), steps)
}

/** The steps that a store had when these were all that had run. Throws `StartRefused` as `refuseNewerSchema`. */
export function stepsThatHadRun(ran: readonly RanStep[], steps: readonly Migration[]): Migration[] {
  const pending = pendingSteps(ran, steps)
  return steps.filter((step) => !pending.includes(step))
}

/** Throws `StartRefused` where only part of a backup was put back. */
async function stepsThatRan({ queries }: Database, { restores = false } = {}): Promise<RanStep[]> {
  const { rows } = await sql<RanStep>`select name, checksum from migrations order by name`.execute(queries)
  const ran = rows.filter(({ name }) => name !== RESTORE_MARK)
  if (ran.length < rows.length && !restores)
    throw new StartRefused(
      'A backup was being restored into this database, and not all of it is there: let npm run restore -- FILE end, or run it again.',
    )
  return ran
}

function pendingSteps(ran: readonly RanStep[], steps: readonly Migration[]): Migration[] {
  const [first] = steps
  if (ran.length > 0 && !ran.some(({ name }) => name === first?.name))
    throw new StartRefused(
      'The data were written by a tangelo from before its first release, which this one cannot read: start with an empty DATA_DIR or database, and import your files again.',
    )
  for (const { name, checksum } of ran) {
    const step = steps.find((candidate) => candidate.name === name)
    if (!step)
      throw new StartRefused(
        `The data were written by a newer tangelo (it has the step ${name}, this one does not): update this program, or restore a backup made before.`,
      )
    if (checksumOf(step) !== checksum && !step.formerly?.includes(checksum))
      throw new StartRefused(
        `The migration ${name} was edited after it had run on these data: restore the file, and put the change into a new step.`,
      )
  }
  return steps.filter((step) => !ran.some(({ name }) => name === step.name))
}

/** A step may take longer than any statement of the running product. */
async function patiently(database: Database, work: (patient: Database) => Promise<void>): Promise<void> {
  if (database.engine === 'sqlite') return work(database)
  const patient = openDatabase(database.location, { connections: 2, isPatient: true })
  try {
    await work(patient)
  } finally {
    await patient.close()
  }
}

async function runStep(database: Database, step: Migration, ranAt: number) {
  await step.prepare?.(database)
  await database.transaction(async (tx) => {
    await step.up({
      schema: tx.schema,
      queries: tx,
      idColumn: (column) =>
        database.engine === 'sqlite'
          ? column.primaryKey().autoIncrement()
          : column.primaryKey().generatedByDefaultAsIdentity(),
      engine: database.engine,
      clustered: (table) => (database.engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table),
    })
    await sql`insert into migrations (name, checksum, ran_at) values (${step.name}, ${checksumOf(step)}, ${ranAt})`.execute(
      tx,
    )
  })
}
