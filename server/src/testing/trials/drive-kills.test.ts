/** The short form of the trial; `npm run trials -- drive-kills` is the long one. */
import { expect, test } from 'vitest'
import { databaseUrlOfTest } from '../test-server.ts'
import { driveKillsTrial } from './drive-kills.ts'

test('a server that is killed while folders are imported makes one record of each, and renames it once', async () => {
  const databaseUrl = await databaseUrlOfTest()
  const short = { kills: 1, livesAtMostMs: 700, seed: 3 }
  const report = await driveKillsTrial({ ...short, databaseUrl })
  expect(report).toEqual({ kills: 1, folders: 1 })
}, 60_000)
