/**
 * The demo workspace: opened, followed and removed by administrators (docs/decisions/0040). What it is filled with is decided
 * in `demo.jobs.ts`. Neither opening nor removing is in the audit log.
 */
import type { Demo } from '@tangelo/contract'
import { eraseAccountsOf } from '#features/analytics/index.ts'
import { removeDemoPlans } from '#features/billing/index.ts'
import { expireBlobs, publishEvents } from '#features/core/index.ts'
import { eraseCompany } from '#features/identity/index.ts'
import { dayOf } from '#platform/calendar.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import type { Clock } from '#ports/clock.ts'
import type { Queue } from '#ports/queue.ts'
import { describeDemo } from './demo.rules.ts'
import { demoStore } from './demo.store.ts'
import { demoRemovalStore } from './store/removal.ts'

export type DemoService = ReturnType<typeof demoService>

export const FILL_DEMO = 'fill-demo'
/** There is one. */
const KEY = 'demo'

export function demoService({
  database,
  clock,
  queue,
  sweep,
  letGo,
}: {
  database: Database
  clock: Clock
  queue: Queue
  /** Removes blobs that nothing names any more. */
  sweep: () => Promise<void>
  /** Resolves when this process fills nothing any more. */
  letGo: () => Promise<void>
}) {
  const store = demoStore(database.queries)
  let removing: Promise<Demo> | null = null

  async function read(): Promise<Demo> {
    const [workspace, rendered, companies, isAlone] = await Promise.all([
      store.findWithJob(FILL_DEMO),
      store.countVideos(),
      store.companies(),
      store.isAlone(),
    ])
    return describeDemo(workspace, { rendered, companyIds: companies.map(({ id }) => id), isAlone, now: clock.now() })
  }

  async function enqueue(tx: Queries) {
    const job = { kind: FILL_DEMO, key: KEY, companyId: null, payload: {}, priority: 10 }
    if ((await queue.enqueue(tx, [job])).length === 0) return
    await publishEvents(tx, [{ companyId: null, kind: 'activity-changed' }], clock.now())
  }

  async function removeAll(): Promise<Demo> {
    const job = await queue.findLive(FILL_DEMO, KEY)
    if (job) await queue.cancel(job.id)
    for (const { id } of await demoRemovalStore(database.queries).liveJobs()) await queue.cancel(id)
    await letGo()
    // One after the other: on SQLite others have their turn between two.
    for (const { id } of await store.companies()) await database.transaction((tx) => eraseAccountsOf(tx, id))
    await database.transaction(async (tx) => {
      const inside = demoStore(tx)
      const workspace = await inside.find()
      const now = clock.now()
      const blobs = await demoRemovalStore(tx).blobs()
      await demoRemovalStore(tx).removeTraces(FILL_DEMO)
      const { own } = await inside.users(workspace?.begun_at ?? 0)
      await inside.removeUsers(own.map(({ id }) => id))
      for (const { id } of await inside.companies()) {
        // An import may have added some until its company was gone.
        await eraseAccountsOf(tx, id)
        await eraseCompany(tx, id, now)
      }
      await removeDemoPlans(tx)
      await expireBlobs(tx, blobs, now)
      await inside.end()
    })
    await sweep()
    return read()
  }

  /** Requests that come meanwhile join it. */
  function remove(): Promise<Demo> {
    removing ??= removeAll().finally(() => {
      removing = null
    })
    return removing
  }

  return {
    read,

    async open(): Promise<Demo> {
      const workspace = await store.find()
      if (workspace?.state === 'removing')
        throw conflict('demo_removing', 'The demo workspace is being removed: try again in a moment')
      const now = clock.now()
      await database.transaction(async (tx) => {
        const inside = demoStore(tx)
        const isNew = await inside.begin(dayOf(now, 'UTC'), now)
        // Also one that is being filled: its job may have been cancelled. Where it was not, the new one is dropped.
        if (isNew || (await inside.change(['failed', 'filling'], { state: 'filling', failure: null })))
          await enqueue(tx)
      })
      return read()
    },

    async remove(): Promise<Demo> {
      const workspace = await store.find()
      if (!workspace) return read()
      const { others } = await store.users(workspace.begun_at)
      if (others.length > 0) {
        const names = others.map(({ username }) => username)
        throw conflict(
          'demo_in_use',
          `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''} ${names.length === 1 ? 'belongs' : 'belong'} to a company of the demo: move or delete ${names.length === 1 ? 'this user' : 'these users'} first`,
          { users: names },
        )
      }
      await store.change(['filling', 'filled', 'failed'], { state: 'removing' })
      return remove()
    },

    /** Goes on with a removal whose process ended under it. Safe to repeat. */
    async settle(): Promise<void> {
      if ((await store.find())?.state === 'removing') await remove()
    },
  }
}
