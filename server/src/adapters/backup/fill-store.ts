/** Makes a store of the same steps that the rows come from, and puts these into it. */
import { setTimeout as pause } from 'node:timers/promises'
import type { CarriedTable, RanStep } from '#platform/database/carried-rows.ts'
import { type Database, openDatabase, type StoreLocation } from '#platform/database/database.ts'
import { type Migration, migrate, stepsThatHadRun } from '#platform/database/migrate.ts'
import { postgresLoader, type RowLoader, sqliteLoader } from '#platform/database/row-loader.ts'

export interface FillSource {
  steps: readonly RanStep[]
  tables: readonly CarriedTable[]
  counters: Readonly<Record<string, number>>
}

export interface StoreFiller {
  put(table: string, lines: readonly string[]): Promise<void>
  /** Answers how many rows each table got. */
  end(): Promise<ReadonlyMap<string, number>>
  /** After a failure. */
  abandon(): Promise<void>
}

/** An empty store; of PostgreSQL one that is marked as unfinished. Throws `StartRefused` for steps that this program lacks. */
export async function fillStore(
  location: StoreLocation,
  source: FillSource,
  { steps, now, isPaced = false }: { steps: readonly Migration[]; now: () => number; isPaced?: boolean },
): Promise<StoreFiller> {
  const had = stepsThatHadRun(source.steps, steps)
  const database = openDatabase(location, { connections: 2, isPatient: true })
  let loader: RowLoader
  try {
    await migrate(database, had, { now, restores: true })
    loader = await loaderFor(location, database)
  } catch (error) {
    await database.close()
    throw error
  }
  const counts = new Map<string, number>()
  const waiting = [...source.tables]
  let current: CarriedTable | undefined

  /** Tables without rows have their turn too: a step may have put rows there. */
  async function beginUntil(name: string | null): Promise<void> {
    while (current?.name !== name && waiting.length > 0) {
      current = waiting.shift()
      if (current) {
        await loader.begin(current)
        counts.set(current.name, 0)
      }
    }
  }

  return {
    async put(name, lines) {
      await beginUntil(name)
      if (current?.name !== name) throw new Error(`The rows of ${name} are out of their order`)
      const since = performance.now()
      counts.set(name, (counts.get(name) ?? 0) + (await loader.put(current, lines)))
      if (isPaced) await pause(performance.now() - since)
    },
    async end() {
      await beginUntil(null)
      await loader.setCounters(source.counters)
      await loader.end()
      await database.close()
      return counts
    },
    async abandon() {
      await loader.end()
      await database.close()
    },
  }
}

async function loaderFor(location: StoreLocation, database: Database): Promise<RowLoader> {
  if (location.engine === 'postgres') return postgresLoader(database)
  // The file has one writer at a time.
  await database.close()
  return sqliteLoader(location.path)
}
