/**
 * One worker node of the bench of refreshes, as a process of its own: the parts of the server that read accounts, on a clock that
 * the bench moves over the channel between them.
 */
import { graphSource } from '../../../server/src/adapters/instagram/graph.ts'
import { tableQueue } from '../../../server/src/adapters/queue/table-queue.ts'
import { profileSyncService, refreshJobs, refreshRanges } from '../../../server/src/features/analytics/index.ts'
import { providerQuotasService } from '../../../server/src/features/core/index.ts'
import { openDatabase } from '../../../server/src/platform/database/database.ts'
import { openLog } from '../../../server/src/platform/log.ts'
import type { SourceConnection } from '../../../server/src/ports/instagram-connection.ts'
import { hashedBlobs } from '../../../server/src/testing/hashed-blobs.ts'

export interface RefreshNodeSettings {
  databaseUrl: string
  graphUrl: string
  tokens: string[]
  callsPerHour: number
  now: number
}

/** Sent once a second: seconds of CPU since the start. */
export interface RefreshNodeReport {
  cpuSeconds: number
}

const REPORT_EVERY_MS = 1_000

function run({ databaseUrl, graphUrl, tokens, callsPerHour, now: begin }: RefreshNodeSettings): void {
  let now = begin
  const clock = { now: () => now }
  let waiting: { at: number; go: () => void }[] = []
  process.on('message', (moment: unknown) => {
    if (typeof moment !== 'number') return
    now = moment
    const over = waiting.filter(({ at }) => at <= now)
    waiting = waiting.filter(({ at }) => at > now)
    for (const { go } of over) go()
  })
  const pause = (milliseconds: number, signal: AbortSignal) =>
    new Promise<void>((go, fail) => {
      waiting.push({ at: now + milliseconds, go })
      signal.addEventListener('abort', () => fail(signal.reason), { once: true })
    })
  const database = openDatabase({ engine: 'postgres', url: databaseUrl })
  const log = openLog('error')
  const queue = tableQueue({ database, clock, log })
  const quotas = providerQuotasService({ database, clock, pause })
  const all = tokens.map((token, at): SourceConnection => {
    const options = { url: graphUrl, version: 'v25.0', ownId: '17841405309211844', token, callsPerHour, clock }
    const source = graphSource(at === 0 ? options : Object.assign(options, { connection: token }))
    return at === 0
      ? { name: 'graph', id: null, callsPerHour, source }
      : { name: `graph:${at}`, id: at, callsPerHour, source }
  })
  const connections = { active: async () => all, isOpen: async () => true }
  const profiles = profileSyncService({ database, clock, blobs: hashedBlobs, queue, connections, quotas, own: null })
  const ranges = refreshRanges({ database, clock, queue })
  const { handlers, schedules } = refreshJobs({ database, clock, queue, profiles, quotas, ranges, connections })
  queue.work(handlers, schedules)
  setInterval(() => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuSeconds: (user + system) / 1e6 } satisfies RefreshNodeReport)
  }, REPORT_EVERY_MS)
}

process.once('disconnect', () => process.exit(0))
process.once('message', (settings) => run(settings as RefreshNodeSettings))
