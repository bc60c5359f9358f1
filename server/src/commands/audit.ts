/**
 * `npm run audit [-- --entry NUMBER:HASH] [--months FOLDER|bucket]`: makes every derived figure again from the snapshots and names what differs; then
 * checks that no entry of the audit log was changed or taken away since it was written. Given an entry that was noted earlier,
 * it also tells whether the log still leads to that one; given a place of exported months, whether these are what the store has. Runs beside a server: it reads what is committed and writes one row.
 * Ends with 1 when something does not hold.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Audit, AuditCheck } from '@tangelo/contract'
import { integrityCheckService, type MonthProblem, UnknownMonths } from '#features/analytics/index.ts'
import { auditLogService, type Noted } from '#features/core/index.ts'
import { loadDotEnv } from '#platform/config.ts'
import { findDamage } from '#platform/database/sqlite-check.ts'
import { endWithReader } from '#platform/reader-gone.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { systemClock } from '#ports/clock.ts'
import { monthExportOf, monthFilesAt } from '../composition/month-export.ts'
import { openBeside } from '../composition/open-store.ts'
import { explainAndExit } from '../composition/start.ts'
import { explainDamage } from './backup-words.ts'

const SHOWN = 20

async function main() {
  endWithReader()
  const { noted, months } = optionsOf(process.argv.slice(2))
  loadDotEnv(resolve(import.meta.dirname, '../../../.env'))
  const { config, database, places } = await openBeside()
  try {
    const cause = database.engine === 'sqlite' ? findDamage(places.databasePath) : null
    if (cause !== null) {
      process.stderr.write(`${explainDamage(cause, places)}\n`)
      process.exitCode = 1
      return
    }
    const figures = await integrityCheckService({ database, clock: systemClock }).run(showProgress)
    const log = await auditLogService({ database, clock: systemClock }).check(noted)
    process.stdout.write(process.stdout.isTTY ? '\r' : '')
    reportFigures(figures)
    reportLog(log, noted)
    const exported = months === null ? null : monthExportOf(database.location, monthFilesAt(months, config), places)
    const problems = exported === null ? 0 : reportMonths(await exported.check())
    process.exitCode = figures.mismatchCount + log.problemCount + problems > 0 ? 1 : 0
  } finally {
    await database.close()
  }
}

function optionsOf(args: string[]): { noted: Noted | null; months: string | null } {
  const usage = new StartRefused(
    'An entry is named as an earlier audit printed it: npm run audit -- --entry NUMBER:HASH. Exported months: --months FOLDER, or --months bucket.',
  )
  try {
    const { entry, months = null } = parseArgs({
      args,
      options: { entry: { type: 'string' }, months: { type: 'string' } },
    }).values
    if (entry === undefined) return { noted: null, months }
    const [, number, hash] = /^([1-9]\d{0,9}):([0-9a-f]{64})$/i.exec(entry) ?? []
    if (!number || !hash) throw usage
    return { noted: { number: Number(number), hash: hash.toLowerCase() }, months }
  } catch {
    throw usage
  }
}

function showProgress(accounts: number) {
  if (process.stdout.isTTY) process.stdout.write(`\r${accounts.toLocaleString('en-US')} accounts`)
}

function reportFigures({ accounts, snapshots, mismatches, mismatchCount }: Audit) {
  say(
    `${accounts.toLocaleString('en-US')} accounts, ${snapshots.toLocaleString('en-US')} snapshots`,
    'every figure follows from what was stored',
    mismatches.map(
      ({ username, capturedAt, figure, stored, expected }) =>
        `@${username}, ${capturedAt ? `snapshot of ${capturedAt}` : 'latest figures'}: ${figure} is ${stored}, but follows as ${expected}`,
    ),
    mismatchCount,
  )
}

function reportLog({ entries, lastHash, problems, problemCount }: AuditCheck, noted: Noted | null) {
  const asNoted = noted ? `, and entry ${noted.number} is the one that was noted` : ''
  say(
    `${entries.toLocaleString('en-US')} audit entries`,
    `each follows from the one before${asNoted}${entries > 0 ? `; the last is ${entries}:${lastHash}` : ''}`,
    problems.map(({ number, kind }) => `entry ${number} ${PROBLEMS[kind]}`),
    problemCount,
  )
}

/** Answers how many do not hold. */
function reportMonths(found: { months: number; problems: MonthProblem[] } | null): number {
  const { months, problems } = found ?? { months: 0, problems: [] }
  say(
    `${months.toLocaleString('en-US')} exported months`,
    found === null ? 'nothing was exported there' : 'each is what the store has',
    problems.map(({ table, month, kind }) => `${table} ${month}: ${kind}`),
    problems.length,
  )
  return problems.length
}

const PROBLEMS: Record<AuditCheck['problems'][number]['kind'], string> = {
  changed: 'is not as it was written',
  missing: 'is missing',
  not_the_last: 'is not the one that was written last',
  not_as_noted: 'is not the one that was noted',
}

function say(looked: string, praise: string, problems: string[], count: number) {
  const lines = problems.slice(0, SHOWN)
  if (count > lines.length) lines.push(`and ${count - lines.length} more`)
  process.stdout.write(
    `${looked}: ${count === 0 ? praise : `${count} do not hold:`}\n${lines.map((line) => `  ${line}\n`).join('')}`,
  )
}

await main().catch((error: unknown) =>
  explainAndExit(error instanceof UnknownMonths ? new StartRefused(error.message) : error),
)
