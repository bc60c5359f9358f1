/** The job that reads one account which a user waits for: through one connection after the other. */
import { type ProviderQuotasService, publishEvents, type SourcePause } from '#features/core/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import { SourceFailure } from '#ports/instagram.ts'
import { type DeadJob, type Handler, PermanentError, type Queue, RetryAt, type RunningJob } from '#ports/queue.ts'
import { findAllowedAgainAt } from '../refreshes.rules.ts'
import { refreshesStore } from '../refreshes.store.ts'
import type { ReadOptions, Verdict } from '../service/keep-reading.ts'
import type { ProfileConnection } from '../service/profile-connections.ts'
import type { ProfileSyncService } from '../service/profiles.ts'
import type { ProfileRow } from '../store/profile-rows.ts'

export const REFRESH_ACCOUNT = 'refresh-account'
/** Accounts that people wait for, read at once over all nodes. */
const ON_DEMAND_AT_ONCE = 8
export const NO_SOURCE = 'No source for Instagram figures is connected.'

/** A refresh that a user requested, or the first one of a new account: its success counts for the day. */
export const enqueueRefresh = (queue: Queue, tx: Queries, { id, company_id }: { id: number; company_id: number }) =>
  queue.enqueue(tx, [
    { kind: REFRESH_ACCOUNT, key: String(id), companyId: company_id, payload: { isOnDemand: true }, priority: 10 },
  ])

export interface RefreshTools {
  database: Database
  clock: Clock
  profiles: ProfileSyncService
  quotas: ProviderQuotasService
}

/** Reads one account; what has been stored stays stored, so a process may end at any moment and another goes on. */
export const refreshAccountHandler = (tools: RefreshTools): Handler => ({
  kind: REFRESH_ACCOUNT,
  concurrency: ON_DEMAND_AT_ONCE,
  run: async ([job]) => {
    if (job) await refreshAccount(job, tools)
    return undefined
  },
  onDeadLetter: (job) => publishDead(job, tools),
})

/** A source that refuses us needs an administrator to act: waiting users are informed now. */
const explainPause = ({ title }: ProfileConnection['source'], { isRefused, failure, until }: SourcePause): Error =>
  isRefused
    ? new PermanentError(failure ?? `${title} refuses to answer.`)
    : new RetryAt(failure ?? `${title} is left alone for a while.`, until)

async function refreshAccount(job: RunningJob, tools: RefreshTools): Promise<void> {
  const { database, clock, profiles } = tools
  const account = await refreshesStore(database.queries).account(Number(job.key))
  if (!account || account.isDemo) return
  const isOnDemand = job.payload.isOnDemand === true
  if (isOnDemand && findAllowedAgainAt(account.refreshed_on_demand_at, clock.now()) !== null) return
  await publishEvents(
    database.queries,
    [{ companyId: account.company_id, kind: 'refresh-started', accountId: account.id }],
    clock.now(),
  )
  const also: ReadOptions['also'] = async (tx, now) => {
    if (isOnDemand) await refreshesStore(tx).setRefreshedOnDemand(account.id, now)
    await job.complete(tx)
  }
  for (;;) {
    const profile = await profiles.findOrFollow(account)
    const connections = profile ? await tools.quotas.inOrder(await profiles.connectionsOf(profile)) : []
    if (!profile || connections.length === 0) throw new PermanentError(NO_SOURCE)
    const verdict = await readThroughOne(connections, profile, job.signal, { ...tools, also, accountId: account.id })
    if (verdict?.was === 'failed') throw new PermanentError(verdict.message)
    // Its reading, by the round, is as new as ours would be.
    if (verdict?.was === 'overtaken') return void (await endOvertaken(job, account, tools))
    if (verdict?.was !== 'elsewhere') return
  }
}

/** One that is paused, refuses or has no calls left is followed by the next; the last one's failure counts. */
async function readThroughOne(
  connections: readonly ProfileConnection[],
  profile: ProfileRow,
  signal: AbortSignal,
  { profiles, quotas, also, accountId }: RefreshTools & Pick<ReadOptions, 'also' | 'accountId'>,
): Promise<Verdict | undefined> {
  const last = connections.at(-1)
  for (const connection of connections) {
    try {
      const explain = (why: SourcePause) => explainPause(connection.source, why)
      await quotas.waitForSlot(connection, signal, { isAwaited: true, explain })
      const verdicts = await profiles.read(connection, [profile], signal, {
        ...(also && { also }),
        ...(accountId && { accountId }),
      })
      return verdicts.get(profile.username_key)
    } catch (error) {
      const isOfConnection =
        error instanceof PermanentError ||
        error instanceof RetryAt ||
        (error instanceof SourceFailure && error.kind !== 'unavailable')
      if (!isOfConnection || connection === last || signal.aborted) throw error
    }
  }
  return undefined
}

/** The job ends and its event is published in one transaction: a page that asked at the other reading saw the job still running. */
async function endOvertaken(
  job: RunningJob,
  { id, company_id }: { id: number; company_id: number },
  { database, clock }: RefreshTools,
): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await refreshesStore(tx).account(id))) return
    await publishEvents(tx, [{ companyId: company_id, kind: 'refresh-done', accountId: id }], clock.now())
    await job.complete(tx)
  })
}

/** For open pages that wait for the refresh, also those that asked between its last failure and its end. */
async function publishDead({ key, companyId, isSilent }: DeadJob, { database, clock }: RefreshTools): Promise<void> {
  if (companyId === null) return
  const message = isSilent ? INTERRUPTED : FAILED
  const happening = { companyId, kind: 'refresh-failed' as const, accountId: Number(key), message }
  await publishEvents(database.queries, [happening], clock.now())
}

const INTERRUPTED = 'The refresh did not finish. Try again.'
const FAILED = 'The refresh ended without figures.'
