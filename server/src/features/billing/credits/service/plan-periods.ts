/** What a plan brings for each period that is paid, and what of it lapses. */
import { lockCompany } from '#features/identity/index.ts'
import { creditsStore } from '../credits.store.ts'
import { asGrant, hold, type Into, lapse, type Moved, publishCreditsChanged, WELCOME } from './movements.ts'

/** A period of a plan that is paid for. */
interface PaidPeriod extends Moved {
  /** Names the subscription and the period: it grants once. */
  key: string
  startsAt: number
  endsAt: number
  credits: number
}

/** Grants what the period brings, once; what was left of the one before lapses. False where it has been granted before. */
export async function beginPeriod(into: Into, period: PaidPeriod): Promise<boolean> {
  const store = creditsStore(into.queries)
  await hold(into, period)
  const movement = { ...period, because: `plan:${period.key}`, userId: null }
  if (await store.has(period.companyId, movement.because)) return false
  await lapse(into, { ...period, at: Number.POSITIVE_INFINITY }, period.at)
  await store.add(asGrant(movement, period.credits))
  const { used } = await store.sums(period.companyId, WELCOME)
  await store.setPeriod({
    company_id: period.companyId,
    key: period.key,
    starts_at: period.startsAt,
    ends_at: period.endsAt,
    credits: period.credits,
    used_before: used,
    renews: 1,
  })
  await publishCreditsChanged(into.queries, period)
  return true
}

/** Adds to the period that runs what another plan brings for the rest of it, once for each `name`. */
export async function raisePeriod(
  into: Into,
  { key, name, credits, ...movement }: Moved & { key: string; name: string; credits: number },
): Promise<void> {
  const store = creditsStore(into.queries)
  await hold(into, movement)
  const period = await store.period(movement.companyId)
  if (period?.key !== key) return
  if (!(await store.add(asGrant({ ...movement, because: `plan:${key}:${name}`, userId: null }, credits)))) return
  await store.setPeriod({ ...period, credits: period.credits + credits })
  await publishCreditsChanged(into.queries, movement)
}

/** Notes whether another period is expected after this one, and takes away what is over. */
export async function followPeriod(into: Into, { renews, ...movement }: Moved & { renews: boolean }): Promise<void> {
  const store = creditsStore(into.queries)
  await lockCompany(into, movement.companyId)
  const period = await store.period(movement.companyId)
  if (!period) return
  await hold(into, movement)
  if (period.renews !== (renews ? 1 : 0)) {
    await store.setPeriod({ ...period, renews: renews ? 1 : 0 })
    await publishCreditsChanged(into.queries, movement)
  }
  await lapse(into, movement)
}
