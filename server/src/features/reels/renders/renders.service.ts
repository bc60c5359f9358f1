/**
 * Renders of reels: created, watched, cancelled (D25, D26). The request, its credit and its job are one transaction,
 * and so is every end of a render: the ledger and the renders never disagree.
 */
import { randomUUID } from 'node:crypto'
import type { ReelSettings, RenderResult } from '@tangelo/contract'
import { RENDERS_WAITING_MAX } from '@tangelo/contract/limits'
import { isRenderId, unknownRender } from '@tangelo/contract/render-id'
import { giveBack, spend } from '#features/billing/index.ts'
import { type Actor, type AuditLog, mayMakeReels, publishEvents, THE_SERVER, visible } from '#features/core/index.ts'
import { lockCompany } from '#features/identity/index.ts'
import { enqueueWebhooks } from '#features/webhooks/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { tooManyRenders } from '#platform/limit-errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { Queue } from '#ports/queue.ts'
import { asResult, changesOf, creditOf, isLive, movement, type RenderRow } from './renders.rules.ts'
import { type EndedState, rendersStore } from './renders.store.ts'

export type RendersService = ReturnType<typeof rendersService>

export const RENDER_REEL = 'render-reel'

/** Work whose credit is given back when it fails: it begins anew with an order, never by itself. */
export const isPaidWork = (kind: string): boolean => kind === RENDER_REEL
/** When a place becomes free is unknown: one render takes about this long. */
const RETRY_AFTER_SECONDS = 60

interface RenderRequest {
  companyId: number
  itemId: string
  images: readonly string[]
  settings: ReelSettings
}

export function rendersService({
  database,
  clock,
  queue,
  audit,
}: {
  database: Database
  clock: Clock
  queue: Queue
  audit: AuditLog
}) {
  const store = rendersStore(database.queries)

  async function answerFor(
    row: RenderRow,
  ): Promise<{ success: boolean; status: RenderResult['status']; result: RenderResult }> {
    const result = asResult(row, row.state === 'waiting' ? await store.listQueued() : [], clock.now())
    return { success: result.status !== 'failed', status: result.status, result }
  }

  /** Throws `not_found` alike for a missing render and one of another company. */
  async function visibleTo(viewer: Viewer, id: string): Promise<RenderRow> {
    const row = visible(viewer, isRenderId(id) ? await store.find(id.toLowerCase()) : undefined)
    if (!row) throw notFound('Render')
    return row
  }

  /** Ends a render without a video, and gives its credit back. False when it had ended already. */
  async function endWithout(
    tx: Queries,
    actor: Actor,
    id: string,
    state: Exclude<EndedState, 'done'>,
    message?: string,
  ): Promise<boolean> {
    const now = clock.now()
    const row = await rendersStore(tx).end(id, { state, ended_at: now, ...(message && { message }) })
    if (!row) return false
    const companyId = row.company_id
    await giveBack({ queries: tx }, { companyId, because: creditOf(id), userId: row.user_id, at: now })
    await audit.record(tx, actor, movement(`render.${state}`, row, 1, message))
    await publishEvents(tx, changesOf(companyId), now)
    if (state === 'failed') {
      const data = () => ({ reelId: row.item_id, renderId: id, message: row.message })
      await enqueueWebhooks(tx, [{ companyId, kind: 'render.failed', subject: null, data }], now)
    }
    return true
  }

  /** Lets a worker go that has the render; one on another node finds out by itself within a second. */
  async function letGo(id: string): Promise<void> {
    const job = await queue.findLive(RENDER_REEL, id)
    if (job) await queue.cancel(job.id)
  }

  /** A render without a worker: its process has ended under it too often. */
  async function endIfAbandoned(row: RenderRow): Promise<RenderRow> {
    if (!isLive(row) || (await queue.findLive(RENDER_REEL, row.id))) return row
    await database.transaction((tx) => endWithout(tx, THE_SERVER, row.id, 'failed', ABANDONED))
    return (await store.find(row.id)) ?? row
  }

  return {
    /**
     * Creates a render in the caller's transaction: the row, one credit and the job, or none of them when it throws.
     * Throws `render_under_way`, `too_many_renders` and `not_enough_credits`.
     */
    async start(tx: Queries, viewer: Viewer, { companyId, itemId, images, settings }: RenderRequest): Promise<string> {
      const into = { queries: tx, engine: database.engine }
      const inside = rendersStore(tx)
      await lockCompany(into, companyId)
      const live = await inside.live(itemId)
      if (live) throw conflict('render_under_way', 'This reel is already being made', { renderId: live.id })
      const waiting = (await inside.listQueued()).filter(({ state }) => state === 'waiting')
      if (waiting.filter(({ company_id }) => company_id === companyId).length >= RENDERS_WAITING_MAX.company)
        throw tooManyRenders('company', RETRY_AFTER_SECONDS)
      if (waiting.length >= RENDERS_WAITING_MAX.all) throw tooManyRenders('all', RETRY_AFTER_SECONDS)
      const now = clock.now()
      const id = randomUUID()
      const { userId, username } = viewer
      await spend(into, { companyId, because: creditOf(id), userId, at: now })
      const row = { id, company_id: companyId, item_id: itemId }
      await inside.add({
        ...row,
        user_id: userId,
        user_name: username,
        state: 'waiting',
        created_at: now,
        images: JSON.stringify(images),
        settings: JSON.stringify(settings),
      })
      await audit.record(tx, viewer, movement('render.started', row, -1))
      await queue.enqueue(tx, [{ kind: RENDER_REEL, key: id, companyId, payload: {} }])
      await publishEvents(tx, changesOf(companyId), now)
      return id
    },

    /** spec §4: what is no id of a render counts as one that failed. */
    async status(viewer: Viewer, id: string) {
      mayMakeReels(viewer)
      if (!isRenderId(id)) {
        const result = unknownRender(id)
        return { success: false, status: result.status, result }
      }
      return answerFor(await endIfAbandoned(await visibleTo(viewer, id)))
    },

    /** What has ended stays as it ended. */
    async cancel(viewer: Viewer, renderId: string) {
      mayMakeReels(viewer)
      const { id } = await visibleTo(viewer, renderId)
      await database.transaction((tx) => endWithout(tx, viewer, id, 'cancelled'))
      await letGo(id)
      return answerFor(await visibleTo(viewer, id))
    },

    /** Cancels what a reel that goes away has under way, in the caller's transaction. Answers whom to let go after it. */
    async cancelOf(tx: Queries, viewer: Viewer, itemId: string): Promise<string | null> {
      const live = await rendersStore(tx).live(itemId)
      if (!live) return null
      await endWithout(tx, viewer, live.id, 'cancelled')
      return live.id
    },

    letGo,

    /** Ends a render that says it is under way but has no job left. Safe to repeat. */
    async settle(id: string): Promise<void> {
      const row = await store.find(id)
      if (row) await endIfAbandoned(row)
    },

    /** For the worker: the render has failed for good. */
    fail: (id: string, message: string) =>
      database.transaction((tx) => endWithout(tx, THE_SERVER, id, 'failed', message)),

    /** Whether the render is the viewer's, and of that reel. */
    async isOf(viewer: Viewer, id: string, itemId: string): Promise<boolean> {
      return isRenderId(id) && visible(viewer, await store.find(id.toLowerCase()))?.item_id === itemId
    },

    queued: store.listQueued,

    /** For the list of work: the reel and its caption, by render. */
    captions: store.captions,

    /** Settles renders whose work is gone. Safe to repeat. */
    async purge(): Promise<void> {
      for (const { id } of await store.listQueued()) {
        const row = await store.find(id)
        if (row) await endIfAbandoned(row)
      }
    },
  }
}

const ABANDONED = 'The process that made it crashed again and again.'
