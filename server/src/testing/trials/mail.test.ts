/** The short form of the trial; `npm run trials -- mail` is the long one. */
import { expect, test } from 'vitest'
import { databaseUrlOfTest } from '../test-server.ts'
import { mailTrial } from './mail.ts'

test('a mail server that fails at every step, and kills at every step, lose no mail and change none', async () => {
  const databaseUrl = await databaseUrlOfTest()
  const report = await mailTrial({ mails: 48, kills: 8, seed: 7, databaseUrl })
  expect(report).toMatchObject({ mails: 48, kills: 8, arrived: 47, bounced: 1 })
}, 180_000)
