/**
 * How a worker writes a publication: one transaction for each step, refused when another worker has taken it meanwhile. A worker
 * that lost it stops without a trace.
 */
import { MISSED_TOLERANCE_MINUTES, type PublicationState } from '@tangelo/contract/limits'
import { publishEvents } from '#features/core/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { Refusal } from '#ports/publishing-outcome.ts'
import { type Queue, RetryAt } from '#ports/queue.ts'
import { sentMediaStore } from '../../sent-media/sent-media.store.ts'
import { publicationsChanged } from '../../slots/slots.rules.ts'
import { slotsStore } from '../../slots/slots.store.ts'
import { afterRefusal, HOLD_MS, pollAfterMs, tryAfterMs } from '../publications.rules.ts'
import { type Change, type PublicationRow, publicationsStore } from '../publications.store.ts'
import { gaveUp, SENTENCES } from '../rules/sentences.ts'
import { mayFollow } from '../rules/states.ts'
import type { Opened, PublishingAccess } from './access.ts'
import { hastenNext } from './queued.ts'

/** Another worker has the publication by now, or a person changed it. */
export class Overtaken extends Error {
  override name = 'Overtaken'
}

export interface NewStep {
  title: string
  detail?: string | null
}

export type Commits = ReturnType<typeof commits>

export function commits({
  database,
  clock,
  queue,
  access,
}: {
  database: Database
  clock: Clock
  queue: Pick<Queue, 'hasten'>
  access: Pick<PublishingAccess, 'end'>
}) {
  /** In the caller's transaction. Throws `Overtaken`, which must undo it. */
  async function commitIn(
    tx: Queries,
    row: PublicationRow,
    change: Change,
    step: NewStep | null,
  ): Promise<PublicationRow> {
    const now = clock.now()
    const to: PublicationState = change.state ?? row.state
    if (to !== row.state && !mayFollow(row.state, to))
      throw new Error(`A publication never goes from ${row.state} to ${to}`)
    const store = publicationsStore(tx)
    const after = await store.advance(row, Object.assign({}, change, { changed_at: now }))
    if (!after) throw new Overtaken(`Publication ${row.id} is in other hands`)
    if (step) {
      const { title, detail = null } = step
      await store.addStep({ publication_id: row.id, at: now, state: to, title, detail })
    }
    if (row.state === 'publishing' && to !== 'publishing') await hastenNext(queue, tx, row, now)
    if (step || to !== row.state) await publishEvents(tx, [publicationsChanged(row.company_id)], now)
    return after
  }

  const commit = (row: PublicationRow, change: Change, step: NewStep | null = null): Promise<PublicationRow> =>
    database.transaction((tx) => commitIn(tx, row, change, step))

  /** The next state, with the counter of its tries at 0 and nothing to wait for. */
  const enter = (
    row: PublicationRow,
    state: PublicationState,
    change: Change,
    step: NewStep | null,
  ): Promise<PublicationRow> =>
    commit(row, Object.assign({ tries: 0, waits_for: null, waits_until: null }, change, { state }), step)

  /** An end without a post. Nothing was ordered, or every order was clearly refused. */
  const fail = (row: PublicationRow, sentence: string, detail: string | null = null): Promise<PublicationRow> =>
    commit(
      row,
      { state: 'failed', sentence, ended_at: clock.now(), waits_for: null, waits_until: null },
      { title: 'Not published', detail: detail ?? sentence },
    )

  /** Counts the try and throws when it is tried again; ends it after the last one. */
  async function tryAgain(row: PublicationRow, why: string, afterMs = tryAfterMs(row.tries)): Promise<PublicationRow> {
    if (afterMs === null) return fail(row, SENTENCES.silent, why)
    await commit(row, { tries: row.tries + 1 })
    throw new RetryAt(why, clock.now() + afterMs)
  }

  /** Looks again while the service prepares something. It answered, so only calls that fail count as tries. */
  async function poll(row: PublicationRow, why: string): Promise<PublicationRow> {
    const afterMs = pollAfterMs(row.looks)
    if (afterMs === null) return fail(row, SENTENCES.slow)
    await commit(row, { looks: row.looks + 1, tries: 0 })
    throw new RetryAt(why, clock.now() + afterMs)
  }

  /** Waits for a person, who finds it among what needs attention; looked at again from time to time. */
  async function hold(
    row: PublicationRow,
    waitsFor: NonNullable<PublicationRow['waits_for']>,
    sentence: string,
  ): Promise<never> {
    const isNew = row.waits_for !== waitsFor
    if (isNew || row.sentence !== sentence)
      await commit(
        row,
        { waits_for: waitsFor, waits_until: null, sentence },
        isNew ? { title: 'Waits for you', detail: sentence } : null,
      )
    throw new RetryAt(sentence, clock.now() + HOLD_MS)
  }

  /** Waits by itself. Late is counted from its end. */
  async function wait(row: PublicationRow, until: number, why: string): Promise<never> {
    if (row.waits_until !== until)
      await commit(
        row,
        { waits_for: null, waits_until: until, sentence: why, due_at: Math.max(row.due_at, until) },
        row.waits_until === null ? { title: 'Waits', detail: why } : null,
      )
    throw new RetryAt(why, until)
  }

  async function pauseAccount(accountId: number, why: string): Promise<void> {
    await database.transaction(async (tx) => {
      const store = slotsStore(tx)
      const { paused_at } = await store.lockSettings(accountId, MISSED_TOLERANCE_MINUTES.usual, database.engine)
      if (paused_at === null) await store.changeSettings(accountId, { paused_because: why, paused_at: clock.now() })
    })
  }

  /** The longest wait stands: the answer to an earlier call may name a shorter one. */
  async function holdOthers(accountId: number, holds: Refusal['holds'], until: number): Promise<void> {
    if (holds === 'item') return
    await database.transaction(async (tx) => {
      const store = slotsStore(tx)
      if (holds === 'installation') await store.holdInstallation(until)
      else {
        const { waits_until } = await store.lockSettings(accountId, MISSED_TOLERANCE_MINUTES.usual, database.engine)
        if ((waits_until ?? 0) < until) await store.changeSettings(accountId, { waits_until: until })
      }
    })
  }

  return {
    commitIn,
    commit,
    enter,
    fail,
    tryAgain,
    poll,
    hold,
    wait,
    pauseAccount,

    /**
     * What follows when the service said no before anything could be live. Answers the row where the worker goes on with it, and
     * throws where it waits.
     */
    async handleRefusal(row: PublicationRow, refusal: Refusal, opened: Opened): Promise<PublicationRow> {
      const now = clock.now()
      const next = afterRefusal(refusal, { tries: row.tries, containers: row.containers, now })
      switch (next.do) {
        case 'retry':
          return tryAgain(row, refusal.message, next.afterMs)
        case 'new_container':
          return renew(row, refusal.message)
        case 'wait':
          await holdOthers(row.account_id, next.holds, next.until)
          return wait(row, next.until, refusal.message)
        case 'sign_in':
          await access.end(opened, refusal.message)
          return hold(row, 'sign_in', SENTENCES.signIn(row.account_name))
        case 'pause':
          await pauseAccount(row.account_id, refusal.message)
          return hold(row, 'paused', SENTENCES.paused(row.account_name, refusal.message))
        case 'give_up':
          return fail(row, gaveUp(refusal.reason), refusal.message)
        case 'fail':
          return fail(row, refusal.message)
      }
    },

    renew,
  }

  /** Begins with a new container. The former one is left to expire. One that the service did not make counts, and is made later. */
  async function renew(row: PublicationRow, why: string): Promise<PublicationRow> {
    const isAtStart = row.state === 'checked'
    const after = await database.transaction(async (tx) => {
      const store = sentMediaStore(tx)
      for (const { position, container_id } of await store.of(row.id))
        if (container_id !== null) await store.change(row.id, position, { container_id: null, upload_url: null })
      const change: Change = {
        container_id: null,
        container_at: null,
        upload_url: null,
        tries: 0,
        looks: 0,
        waits_until: null,
      }
      return commitIn(
        tx,
        row,
        Object.assign(change, isAtStart ? { containers: row.containers + 1 } : { state: 'checked' }),
        { title: 'Prepared anew', detail: why },
      )
    })
    const afterMs = isAtStart ? tryAfterMs(after.containers) : null
    if (afterMs !== null) throw new RetryAt(why, clock.now() + afterMs)
    return after
  }
}
