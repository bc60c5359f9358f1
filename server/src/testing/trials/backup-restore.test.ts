/** The short form of the trial; `npm run trials -- backup-restore` is the long one. */
import { expect, test } from 'vitest'
import { emptyPostgres, testEngine } from '../test-store.ts'
import { backupRestoreTrial } from './backup-restore.ts'

test('what was acknowledged before a backup under load is back after everything was destroyed', async () => {
  const { url, drop } = testEngine === 'postgres' ? await emptyPostgres() : { url: '', drop: async () => {} }
  try {
    const report = await backupRestoreTrial({ seed: 7, databaseUrl: url, seconds: 1, kills: 1, isFilled: false })
    expect(report.writes).toBeGreaterThan(0)
    expect(report.objects).toBeGreaterThan(1)
  } finally {
    await drop()
  }
}, 240_000)
