/** The short form of the trial; `npm run trials -- once-kills` is the long one. */
import { expect, test } from 'vitest'
import { databaseUrlOfTest } from '../test-server.ts'
import { onceKillsTrial } from './once-kills.ts'

test('a server that is killed at each step of making something makes it once, and takes one credit', async () => {
  const databaseUrl = await databaseUrlOfTest()
  const report = await onceKillsTrial({ databaseUrl })
  expect(report).toEqual({ kills: 5, requests: 15 })
}, 400_000)
