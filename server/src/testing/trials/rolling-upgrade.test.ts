/** The short form of the trial; `npm run trials -- rolling-upgrade` is the long one. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { postgresPrograms } from '../own-postgres.ts'
import { versionBefore } from './lib/earlier-version.ts'
import { rollingUpgradeTrial } from './rolling-upgrade.ts'

const isCheckout = existsSync(resolve(import.meta.dirname, '../../../../.git'))

test.skipIf(postgresPrograms() === undefined || !isCheckout)(
  'nodes of the version before are replaced one after the other, and no request fails',
  async () => {
    const report = await rollingUpgradeTrial({ from: versionBefore().reference, secondsEach: 0.5 })
    expect(report.requests).toBeGreaterThan(0)
    expect(report.migrations.length).toBeGreaterThan(0)
  },
  240_000,
)
