/** The short form of the trial; `npm run trials -- reports` is the long one. */
import { expect, test } from 'vitest'
import { databaseUrlOfTest } from '../test-server.ts'
import { reportsTrial } from './reports.ts'

test('reports made again from a restored backup have the same bytes', async () => {
  const lines: string[] = []
  const databaseUrl = await databaseUrlOfTest()
  await reportsTrial({ reports: 4, accounts: 3, days: 90, seed: 7, databaseUrl, say: (line) => lines.push(line) })
  expect(lines).toEqual(['4 reports frozen, of 4 different files'])
}, 120_000)
