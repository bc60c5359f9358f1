/** When accounts publish: their slots, how late a post may be, and whether publishing is paused. */
import type { PublishingSlots, RouteInput } from '@tangelo/contract'
import { MISSED_TOLERANCE_MINUTES } from '@tangelo/contract/limits'
import { type AuditLog, publishEvents, visible } from '#features/core/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { mayPublish } from '../own-accounts/own-accounts.policy.ts'
import { freeSlots, inOrder, publicationsChanged, type Slot } from './slots.rules.ts'
import { slotsStore } from './slots.store.ts'

export type SlotsService = ReturnType<typeof slotsService>

const SHOWN = 4

export function slotsService({
  database,
  clock,
  audit,
}: {
  database: Database
  clock: Clock
  audit: Pick<AuditLog, 'record'>
}) {
  const store = slotsStore(database.queries)

  async function visibleTo(viewer: Viewer, accountId: number) {
    mayPublish(viewer)
    const account = visible(viewer, await store.account(accountId))
    if (!account) throw notFound('Account')
    return account
  }

  /** The next moments of the account's slots at which nothing goes out yet. */
  async function nextFree(accountId: number, companyId: number) {
    const now = clock.now()
    const timeZone = (await store.company(companyId))?.time_zone ?? 'UTC'
    const slots = await store.of(companyId, accountId)
    const taken = await store.findPlannedMoments(companyId, accountId, now)
    return { timeZone, slots, moments: freeSlots({ slots, taken, after: now, timeZone, limit: SHOWN }) }
  }

  async function describeSlots({ id, company_id }: { id: number; company_id: number }): Promise<PublishingSlots> {
    const [{ timeZone, slots, moments }, settings] = await Promise.all([nextFree(id, company_id), store.settings(id)])
    return {
      accountId: id,
      timeZone,
      slots: slots.map(({ weekday, minute }) => ({ weekday, time: timeText(minute) })),
      toleranceMinutes: settings?.tolerance_minutes ?? MISSED_TOLERANCE_MINUTES.usual,
      pausedBecause: settings?.paused_at == null ? null : (settings.paused_because ?? ''),
      next: moments.map(momentToText),
    }
  }

  return {
    nextFree,

    read: async (viewer: Viewer, accountId: number) => describeSlots(await visibleTo(viewer, accountId)),

    /** Absent fields stay. */
    async change(
      viewer: Viewer,
      accountId: number,
      { slots, toleranceMinutes, isPaused }: RouteInput<'PUT /api/accounts/:accountId/publishing'>['body'],
    ): Promise<PublishingSlots> {
      const account = await visibleTo(viewer, accountId)
      await database.transaction(async (tx) => {
        const now = clock.now()
        const inside = slotsStore(tx)
        await inside.lockSettings(accountId, MISSED_TOLERANCE_MINUTES.usual, database.engine)
        if (slots !== undefined) await inside.set(account.company_id, accountId, inOrder(slots.map(asSlot)))
        if (toleranceMinutes !== undefined)
          await inside.changeSettings(accountId, { tolerance_minutes: toleranceMinutes })
        if (isPaused !== undefined)
          await inside.changeSettings(
            accountId,
            isPaused
              ? { paused_because: `${viewer.username} paused it.`, paused_at: now }
              : { paused_because: null, paused_at: null, waits_until: null },
          )
        await audit.record(tx, viewer, {
          act: 'publishing.changed',
          object: { kind: 'account', id: accountId, name: account.username },
          companyId: account.company_id,
          details: {
            ...(slots && { slots: slots.length }),
            ...(toleranceMinutes !== undefined && { toleranceMinutes }),
            ...(isPaused !== undefined && { isPaused }),
          },
        })
        await publishEvents(tx, [publicationsChanged(account.company_id)], now)
      })
      return describeSlots(account)
    },
  }
}

const timeText = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

const asSlot = ({ weekday, time }: { weekday: number; time: string }): Slot => {
  const [hours = '0', minutes = '0'] = time.split(':')
  return { weekday, minute: Number(hours) * 60 + Number(minutes) }
}
