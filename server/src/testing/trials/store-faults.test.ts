/** The short form of the trial; `npm run trials -- store-faults` is the long one. */
import { expect, test } from 'vitest'
import { postgresPrograms } from '../own-postgres.ts'
import { testEngine } from '../test-store.ts'
import { postgresUnderFaults } from './lib/store-faults-postgres.ts'
import { sqliteUnderFaults } from './lib/store-faults-sqlite.ts'
import { storeFaultsTrial } from './store-faults.ts'

const bin = postgresPrograms()
/** On a machine that runs other tests too. */
const PATIENT = { seed: 7, recoversWithinMs: 60_000 }

const onPostgres = testEngine === 'postgres' && bin ? test : () => {}
const onSqlite = testEngine === 'sqlite' ? test : () => {}

onPostgres(
  'whatever happens to PostgreSQL ends no node, loses nothing that was acknowledged and does nothing twice',
  async () => {
    const store = await postgresUnderFaults(bin ?? '', { nodes: 1, isShort: true })
    const report = await storeFaultsTrial({ store, faults: store.faults.length, ...PATIENT })
    expect(report.faults).toBe(store.faults.length)
    expect(report.acknowledged).toBeGreaterThan(0)
  },
  240_000,
)

onSqlite(
  'whatever happens to the SQLite file ends no node, loses nothing that was acknowledged and does nothing twice',
  async () => {
    const store = await sqliteUnderFaults()
    const report = await storeFaultsTrial({ store, faults: store.faults.length, ...PATIENT })
    expect(report.faults).toBe(store.faults.length)
    expect(report.acknowledged).toBeGreaterThan(0)
  },
  240_000,
)
