/** The short form of the trial; `npm run trials -- publishing` is the long one. */
import { expect, test } from 'vitest'
import { databaseUrlOfTest } from '../test-server.ts'
import { publishingTrial } from './publishing.ts'

test('posts go out once, whatever step of them a server is killed at', async () => {
  const databaseUrl = await databaseUrlOfTest()
  // On PostgreSQL each kill costs the length of a lease.
  const posts = databaseUrl ? 12 : 27
  const report = await publishingTrial({ posts, batch: databaseUrl ? 4 : 3, accounts: 3, seed: 24, databaseUrl })
  expect(report).toMatchObject({ posts, duplicates: 0, lost: 0 })
  expect(report.kills).toBeGreaterThan(0)
}, 240_000)
