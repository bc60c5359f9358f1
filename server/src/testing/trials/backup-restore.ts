/**
 * `npm run trials -- backup-restore [--seconds N] [--kills N] [--seed N]`: people write through HTTP while a backup is made; then the
 * database, the data folder and the bucket are destroyed, a restore is killed some times, and the last one runs to its end. What was
 * acknowledged before the backup began is back, the audit finds nothing, and the media are served. On both engines, media in a
 * bucket. Prints sizes, seconds and memory.
 */
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type S3StandIn, s3StandIn } from '@tangelo/stand-ins'
import { ownPostgres, postgresPrograms } from '../own-postgres.ts'
import { randomFrom } from '../random-from.ts'
import { type RunningServer, runMeasured, runToEnd, type Settings, startServer } from '../server-process.ts'
import {
  Broken,
  listAll,
  PASSWORD,
  requireAnswer,
  requireJson,
  type TrialOptions,
  trialOptions,
  trialPlace,
} from '../trial.ts'
import { emptyDatabase } from './lib/empty-database.ts'
import { type Acknowledged, beginWriting, type Spread, WRITERS } from './lib/store-writers.ts'

export interface BackupRestoreReport {
  bytes: number
  backup: { ms: number; peakBytes: number }
  restore: { ms: number; peakBytes: number }
  killed: number
  /** Acknowledged while the backup was made. */
  writes: number
  /** Of a write: the 99th in a hundred and the longest, before the backup and while it was made. */
  writeMs: { before: Spread; during: Spread }
  accounts: number
  objects: number
}

/** Acknowledged writes among which there are accounts, figures and pictures. */
const ALL_KINDS = 15

export async function backupRestoreTrial({
  seed,
  databaseUrl = '',
  seconds,
  kills,
  isFilled = true,
  say = () => {},
}: TrialOptions & {
  /** Of writing before the backup begins. */
  seconds: number
  kills: number
  /** With the demo workspace: two years of figures, drafts, reels. */
  isFilled?: boolean
}): Promise<BackupRestoreReport> {
  const chance = randomFrom(seed)
  const place = trialPlace(databaseUrl)
  const [from, to] = [await s3StandIn().start(), await s3StandIn().start()]
  const key = { ENCRYPTION_KEY: 'ab'.repeat(32) }
  const settings: Settings = Object.assign(place.settings, key, bucketOf(from))
  const file = join(place.folder, 'all.tar')
  const servers: RunningServer[] = []
  const start = async (given: Settings) => {
    const server = await startServer(given)
    servers.push(server)
    return server
  }
  try {
    const server = await start(settings)
    const token = await server.signIn('admin', PASSWORD)
    if (isFilled) await fillDemo(server, token)
    const load = beginWriting(server, token)
    await pause(seconds * 1_000)
    await load.until(ALL_KINDS)
    const before = load.mark()
    const made = await runMeasured('commands/backup.ts', [file], settings)
    if (made.code !== 0) throw new Broken(`The backup ended with ${made.code}: ${made.stderr}`)
    const during = load.mark()
    await load.end()
    if (during.writes === 0) throw new Broken('Nothing was written while the backup was made')
    await server.end('SIGKILL')
    say(`backed up ${statSync(file).size} bytes in ${Math.round(made.ms)} ms beside ${during.writes} writes`)

    // Everything is destroyed.
    await emptyDatabase(databaseUrl)
    rmSync(place.dataFolder, { recursive: true })
    await from.end()
    const elsewhere: Settings = Object.assign({}, settings, bucketOf(to))
    let killed = 0
    for (let kill = 0; kill < kills; kill += 1) {
      const cut = await runMeasured('commands/restore.ts', [file], elsewhere, {
        killedAfterMs: 200 + chance() * made.ms,
      })
      if (cut.code === 0) {
        // It was quicker: destroyed again.
        await emptyDatabase(databaseUrl)
        rmSync(place.dataFolder, { recursive: true })
        continue
      }
      if (await isWhole(elsewhere, databaseUrl)) {
        // All of it was there, and its last words were cut off.
        await expectBack(elsewhere, start, before.acknowledged, load.readAcknowledged())
        await emptyDatabase(databaseUrl)
        rmSync(place.dataFolder, { recursive: true })
        continue
      }
      killed += 1
    }
    const back = await runMeasured('commands/restore.ts', [file], elsewhere)
    if (back.code !== 0) throw new Broken(`The restore ended with ${back.code}: ${back.stderr}`)
    say(`restored in ${Math.round(back.ms)} ms after ${killed} restores that were killed`)
    const accounts = await expectBack(elsewhere, start, before.acknowledged, load.readAcknowledged())
    return {
      bytes: statSync(file).size,
      backup: { ms: made.ms, peakBytes: made.peakBytes },
      restore: { ms: back.ms, peakBytes: back.peakBytes },
      killed,
      writes: during.writes,
      writeMs: { before: before.spread, during: during.spread },
      accounts,
      objects: to.objects.size,
    }
  } finally {
    await Promise.all(servers.map((server) => server.end('SIGKILL')))
    await Promise.all([from.end(), to.end()])
    place.remove()
  }
}

const bucketOf = ({ url, bucket, region, accessKeyId, secretAccessKey }: S3StandIn) => ({
  S3_ENDPOINT: url,
  S3_BUCKET: bucket,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
})

async function fillDemo(server: RunningServer, token: string): Promise<void> {
  await requireAnswer(server.ask('POST', '/api/demo', { token }))
  for (;;) {
    const { state } = await requireJson<{ state: string }>(server.ask('GET', '/api/demo', { token }))
    if (state === 'filled') return
    if (state === 'failed') throw new Broken('The demo workspace could not be filled')
    await pause(500)
  }
}

/** After a kill there is no store, or one on which no server starts, or the whole one. */
async function isWhole(settings: Settings, databaseUrl: string): Promise<boolean> {
  const { code, stderr } = await runToEnd('commands/audit.ts', [], settings)
  if (code === 0) return true
  const isRefused = /There is nothing in|not all of it is there|no such table|does not exist|migrations/.test(stderr)
  if (!isRefused)
    throw new Broken(`After a restore that was killed${databaseUrl ? ' on PostgreSQL' : ''}: ${code} ${stderr}`)
  return false
}

/** The audit finds nothing, and a server shows what was acknowledged. Answers how many accounts there are. */
async function expectBack(
  settings: Settings,
  start: (settings: Settings) => Promise<RunningServer>,
  before: Acknowledged,
  ever: Acknowledged,
): Promise<number> {
  const server = await start(settings)
  const audit = await runToEnd('commands/audit.ts', [], settings)
  if (audit.code !== 0) throw new Broken(`The audit finds: ${audit.stdout}${audit.stderr}`)
  const accounts = await expectAcknowledged(server, before, ever)
  await server.end('SIGKILL')
  return accounts
}

/** What was acknowledged before the backup began is there, and nothing that was never written. Answers how many accounts. */
async function expectAcknowledged(server: RunningServer, before: Acknowledged, ever: Acknowledged): Promise<number> {
  const token = await server.signIn('admin', PASSWORD)
  const accounts = await listAll<{ username: string }>(server, token, '/api/accounts?limit=200')
  const found = new Set(accounts.map(({ username }) => username).filter((name) => name.startsWith('trial.')))
  const lost = before.usernames.filter((name) => !found.has(name))
  if (lost.length > 0) throw new Broken(`${lost.length} accounts are lost, such as ${lost[0]}`)
  const known = new Set(ever.usernames)
  // One of each writer may have been there before it was acknowledged.
  const unknown = [...found].filter((name) => !known.has(name))
  if (unknown.length > WRITERS) throw new Broken(`${unknown.length} accounts were never acknowledged`)
  for (const url of before.imageUrls) await requireAnswer(server.ask('GET', url))
  return accounts.length
}

const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

if (import.meta.main) {
  const { seed, seconds, kills, say } = trialOptions({ seed: Date.now() % 1_000_000, seconds: 10, kills: 5 })
  const bin = postgresPrograms()
  const own = bin ? await ownPostgres(bin) : null
  try {
    for (const databaseUrl of [...(own ? [own.url] : []), '']) {
      say(databaseUrl ? 'PostgreSQL and a bucket' : 'SQLite and a bucket')
      const report = await backupRestoreTrial({ seed, databaseUrl, seconds, kills, say })
      const { backup, restore, writeMs } = report
      say(
        `${inMegabytes(report.bytes)}, ${report.accounts} accounts, ${report.objects} objects; everything acknowledged is back`,
      )
      say(
        `backup ${(backup.ms / 1000).toFixed(1)} s, ${inMegabytes(backup.peakBytes)} of memory; restore ${(restore.ms / 1000).toFixed(1)} s, ${inMegabytes(restore.peakBytes)}`,
      )
      say(
        `writes p99 ${writeMs.before.p99} ms before, ${writeMs.during.p99} ms meanwhile; longest ${writeMs.before.longest} and ${writeMs.during.longest} ms`,
      )
    }
  } finally {
    await own?.stop()
  }
}
