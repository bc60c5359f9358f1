/** What must hold when the trial of a cluster is over. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, openDatabase, type StoreLocation } from '#platform/database/database.ts'
import { Broken } from '../../trial.ts'
import type { ClusterLedger } from './cluster-load.ts'
import { onceEach, verifyLedger } from './store-ledger.ts'

const DRAINED_WITHIN_MS = 120_000
const LOOK_EVERY_MS = 500
/** A video whose node had no room is not made, and costs nothing. */
const DISK_FULL = /disk of (the|this) server/

/** Throws `Broken` for what is lost, done twice, paid for otherwise than once, or still waiting. */
export async function verifyCluster(ledger: ClusterLedger, location: StoreLocation): Promise<void> {
  const database = openDatabase(location)
  try {
    await queueIsEmpty(database)
    await verifyLedger(ledger, database, (message) => DISK_FULL.test(message ?? ''))
    await verifyPlans(ledger, database)
  } finally {
    await database.close()
  }
}

/** No job that is due is left, and none has failed for good but videos without room. */
async function queueIsEmpty({ queries }: Database): Promise<void> {
  const giveUpAt = Date.now() + DRAINED_WITHIN_MS
  for (;;) {
    const left = await queries
      .selectFrom('jobs')
      .select(['kind', 'key', 'state', 'attempt', 'silences', 'reason'])
      .where('state', 'in', ['waiting', 'running'])
      .where('run_at', '<=', Date.now())
      .execute()
    if (left.length === 0) break
    if (Date.now() > giveUpAt) throw new Broken(`Jobs are stuck: ${JSON.stringify(left.slice(0, 5))}`)
    await pause(LOOK_EVERY_MS)
  }
  const dead = await queries
    .selectFrom('jobs')
    .select(['kind', 'key', 'reason'])
    .where('state', '=', 'failed')
    .execute()
  const wrong = dead.find(({ kind, reason }) => kind !== 'render-reel' || !DISK_FULL.test(reason ?? ''))
  if (wrong) throw new Broken(`A job has failed for good: ${JSON.stringify(wrong)}`)
}

/** Each company that has paid has its plan's credits, once. */
async function verifyPlans({ plans }: ClusterLedger, { queries }: Database): Promise<void> {
  const entries = await queries
    .selectFrom('credit_entries')
    .select(['company_id', 'credits'])
    .where('reason', 'like', 'plan:%')
    .execute()
  onceEach(
    'Plan of company',
    entries.map(({ company_id }) => String(company_id)),
    new Set([...plans.keys()].map(String)),
  )
  const wrong = entries.find(({ company_id, credits }) => plans.get(company_id) !== credits)
  if (wrong) throw new Broken(`Company ${wrong.company_id} got ${wrong.credits} credits`)
}
