/**
 * `npm run audit`: makes every derived figure again from the snapshots and names what differs. Runs beside a server: it
 * reads what is committed and writes one row. Ends with 1 when something differs.
 */
import { resolve } from 'node:path'
import type { Audit } from '@tangelo/contract'
import { auditsService } from '#features/audits/index.ts'
import { loadDotEnv } from '#platform/config.ts'
import { systemClock } from '#ports/clock.ts'
import { explainAndExit, openBeside } from './start.ts'

const SHOWN = 20

async function main() {
  loadDotEnv(resolve(import.meta.dirname, '../../.env'))
  const { database } = await openBeside()
  try {
    const audit = await auditsService({ database, clock: systemClock }).run(showProgress)
    report(audit)
    process.exitCode = audit.mismatchCount > 0 ? 1 : 0
  } finally {
    await database.close()
  }
}

function showProgress(accounts: number) {
  if (process.stdout.isTTY) process.stdout.write(`\r${accounts.toLocaleString('en-US')} accounts`)
}

function report({ accounts, snapshots, mismatches, mismatchCount }: Audit) {
  const looked = `${accounts.toLocaleString('en-US')} accounts, ${snapshots.toLocaleString('en-US')} snapshots`
  const lines = mismatches
    .slice(0, SHOWN)
    .map(
      ({ username, capturedAt, figure, stored, expected }) =>
        `  @${username}, ${capturedAt ? `snapshot of ${capturedAt}` : 'latest figures'}: ${figure} is ${stored}, but follows as ${expected}`,
    )
  if (mismatchCount > lines.length) lines.push(`  and ${mismatchCount - lines.length} more`)
  const verdict = mismatchCount === 0 ? 'every figure follows from what was stored' : `${mismatchCount} do not hold:`
  process.stdout.write(
    `${process.stdout.isTTY ? '\r' : ''}${looked}: ${verdict}\n${lines.map((line) => `${line}\n`).join('')}`,
  )
}

await main().catch(explainAndExit)
