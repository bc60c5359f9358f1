/** The short form of the trial; `npm run trials -- reel-crash` is the long one. */
import { expect, test } from 'vitest'
import { databaseUrlOfTest } from '../test-server.ts'
import { reelCrashTrial } from './reel-crash.ts'

test('a server that is killed while reels are rendered charges no company twice, and leaves no partial video', async () => {
  const databaseUrl = await databaseUrlOfTest()
  const short = { kills: 2, people: 2, livesAtMostMs: 1_000, seed: 7 }
  const report = await reelCrashTrial({ ...short, databaseUrl })
  expect(report.kills).toBe(2)
  expect(report.videos).toBeGreaterThan(0)
}, 180_000)
