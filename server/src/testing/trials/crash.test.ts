/** The short form of the crash trial; `npm run trials -- crash` is the long one. */
import { expect, test } from 'vitest'
import { databaseUrlOfTest } from '../test-server.ts'
import { crashTrial } from './crash.ts'

test('a server that is killed while people write and a file is imported loses nothing that it acknowledged', async () => {
  const databaseUrl = await databaseUrlOfTest()
  // The seed decides how long each round lives; on any machine one of them ends within the import.
  const report = await crashTrial({ rounds: 2, seed: 7, databaseUrl })
  expect(report.kills).toBe(2)
}, 60_000)
