/** The short form of the crash trial; `npm run trials -- crash` is the long one. */
import { expect, onTestFinished, test } from 'vitest'
import { emptyPostgres, testEngine } from '../test-store.ts'
import { crashTrial } from './crash.ts'

test('a server that is killed while people write and a file is imported loses nothing that it acknowledged', async () => {
  const database = testEngine === 'postgres' ? await emptyPostgres() : null
  if (database) onTestFinished(database.drop)
  // The seed decides how long each round lives; on any machine one of them ends within the import.
  const report = await crashTrial({ rounds: 2, seed: 7, ...(database && { databaseUrl: database.url }) })
  expect(report.kills).toBe(2)
}, 60_000)
