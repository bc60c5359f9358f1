/** The short form of the trial; `npm run trials -- once-kills` is the long one. */
import { expect, onTestFinished, test } from 'vitest'
import { emptyPostgres, testEngine } from '../test-store.ts'
import { onceKillsTrial } from './once-kills.ts'

test('a server that is killed at each step of making something makes it once, and takes one credit', async () => {
  const database = testEngine === 'postgres' ? await emptyPostgres() : null
  if (database) onTestFinished(database.drop)
  const report = await onceKillsTrial(database ? { databaseUrl: database.url } : {})
  expect(report).toEqual({ kills: 5, wishes: 15 })
}, 400_000)
