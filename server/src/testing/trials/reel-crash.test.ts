/** The short form of the trial; `npm run trials -- reel-crash` is the long one. */
import { expect, onTestFinished, test } from 'vitest'
import { emptyPostgres, testEngine } from '../test-store.ts'
import { reelCrashTrial } from './reel-crash.ts'

test('a server that is killed while reels are rendered charges nobody twice, and leaves no half a video', async () => {
  const database = testEngine === 'postgres' ? await emptyPostgres() : null
  if (database) onTestFinished(database.drop)
  const short = { kills: 2, people: 2, livesAtMostMs: 1_000, seed: 7 }
  const report = await reelCrashTrial({ ...short, ...(database && { databaseUrl: database.url }) })
  expect(report.kills).toBe(2)
  expect(report.videos).toBeGreaterThan(0)
}, 180_000)
