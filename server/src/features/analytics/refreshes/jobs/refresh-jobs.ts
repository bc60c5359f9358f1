/**
 * Reading accounts over the network: one at once when a user requests it or adds it, and the daily round over all
 * tracked names. What has been stored stays stored, so a process may end at any moment and another goes on.
 */

import { type ProviderQuotasService, publishEvents, type SourcePause } from '#features/core/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { InstagramSource } from '#ports/instagram.ts'
import {
  type DeadJob,
  type Handler,
  PermanentError,
  type Queue,
  RetryAt,
  type RunningJob,
  type Schedule,
} from '#ports/queue.ts'
import { allowedAgainAt } from '../refreshes.rules.ts'
import { refreshesStore } from '../refreshes.store.ts'
import type { ProfileSyncService } from '../service/profiles.ts'
import { readAllDue } from './daily-round.ts'

export const REFRESH_ACCOUNT = 'refresh-account'
const REFRESH_ROUND = 'refresh-round'
/**
 * The payload of a refresh that a user requested, or of the first one of a new account: its success counts for the day.
 */
export const ON_DEMAND = { isOnDemand: true }
const ROUND_EVERY_MS = 30_000
/** Accounts that people wait for, read at once over all nodes. */
const ON_DEMAND_AT_ONCE = 8

/** Reads a new account at once, in the background, where a source is connected: that is its refresh of the day (D42). */
export const refreshAfterAdding =
  ({ queue, isConnected }: { queue: Queue; isConnected: boolean }) =>
  async (tx: Queries, { id, company_id }: { id: number; company_id: number }): Promise<void> => {
    if (isConnected)
      await queue.enqueue(tx, [
        { kind: REFRESH_ACCOUNT, key: String(id), companyId: company_id, payload: ON_DEMAND, priority: 10 },
      ])
  }

interface Tools {
  database: Database
  clock: Clock
  profiles: ProfileSyncService
  quotas: ProviderQuotasService
}

export function refreshJobs(tools: Tools): { handlers: Handler[]; schedules: Schedule[] } {
  return {
    handlers: [
      {
        kind: REFRESH_ACCOUNT,
        concurrency: ON_DEMAND_AT_ONCE,
        run: async ([job]) => {
          if (job) await refreshAccount(job, tools)
          return undefined
        },
        onDeadLetter: (job) => publishDead(job, tools),
      },
      {
        kind: REFRESH_ROUND,
        concurrency: 1,
        // It takes hours, and what it has stored stays stored: however often its process ends, it goes on.
        attempts: Number.POSITIVE_INFINITY,
        run: async ([job]) => {
          if (job) await refreshDue(job, tools)
          return undefined
        },
      },
    ],
    schedules: [{ kind: REFRESH_ROUND, everyMs: ROUND_EVERY_MS }],
  }
}

/** A source that refuses us needs an administrator to act: waiting users are informed now. */
const explainPause = ({ title }: InstagramSource, { isRefused, failure, until }: SourcePause): Error =>
  isRefused
    ? new PermanentError(failure ?? `${title} refuses to answer.`)
    : new RetryAt(failure ?? `${title} is left alone for a while.`, until)

async function refreshAccount(job: RunningJob, tools: Tools): Promise<void> {
  const { database, clock, profiles } = tools
  const account = await refreshesStore(database.queries).account(Number(job.key))
  if (!account) return
  const isOnDemand = job.payload.isOnDemand === true
  if (isOnDemand && allowedAgainAt(account.refreshed_on_demand_at, clock.now()) !== null) return
  await publishEvents(
    database.queries,
    [{ companyId: account.company_id, kind: 'refresh-started', accountId: account.id }],
    clock.now(),
  )
  for (;;) {
    const profile = await profiles.followed(account)
    const source = profile && profiles.sourceOf(profile)
    if (!source) throw new PermanentError('No source for Instagram figures is connected.')
    await tools.quotas.waitForSlot(source, job.signal, { isAwaited: true, explain: (why) => explainPause(source, why) })
    const verdicts = await profiles.read(source, [profile], job.signal, async (tx, now) => {
      if (isOnDemand) await refreshesStore(tx).setRefreshedOnDemand(account.id, now)
      await job.complete(tx)
    })
    const verdict = verdicts.get(account.username_key)
    if (verdict?.was === 'failed') throw new PermanentError(verdict.message)
    // Overtaken by the round: its reading is as new as ours. Elsewhere: the other source is next.
    if (verdict?.was !== 'elsewhere') return
  }
}

/** Open screens that wait for the refresh hear that it has ended. */
async function publishDead({ key, companyId, isSilent }: DeadJob, { database, clock }: Tools): Promise<void> {
  if (companyId === null || !isSilent) return
  const happening = { companyId, kind: 'refresh-failed' as const, accountId: Number(key), message: INTERRUPTED }
  await publishEvents(database.queries, [happening], clock.now())
}

const INTERRUPTED = 'The refresh did not come to its end. Please try again.'

/** Reads every profile whose time has come, from all sources side by side. */
async function refreshDue(job: RunningJob, tools: Tools): Promise<void> {
  const { clock, profiles } = tools
  await profiles.followNew()
  const total = await profiles.countDue(clock.now())
  let done = 0
  const onDone = async (count: number) => {
    done += count
    await job.progress(Math.min(1, done / total))
  }
  if (total > 0)
    await Promise.all(profiles.sources.map((source) => readAllDue(source, { ...tools, signal: job.signal, onDone })))
  // A round that must end early is given back, and goes on elsewhere.
  job.signal.throwIfAborted()
}
