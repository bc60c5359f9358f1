/** The short form of the trial; `npm run trials -- mail` is the long one. */
import { expect, test } from 'vitest'
import { databaseUrlOfTest } from '../test-server.ts'
import { mailTrial } from './mail.ts'

test('a mail server that fails at every step, and kills at every step, lose no mail and change none', async () => {
  const databaseUrl = await databaseUrlOfTest()
  // Two processes send on PostgreSQL, and more in the same time.
  const [mails, processes, bounced] = databaseUrl === '' ? [48, 1, 1] : [192, 2, 4]
  const report = await mailTrial({ mails, kills: 8, seed: 7, databaseUrl })
  expect(report).toMatchObject({ mails, kills: 8, processes, arrived: mails - bounced, bounced })
}, 180_000)
