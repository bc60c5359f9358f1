/** What causes are called, grouped and counted by. Pure. */
import type { AlertThreshold } from '@tangelo/contract'
import { type AlertKind, type AlertMetric, FAILED_WORK, type FailedWork } from '@tangelo/contract/limits'

/** As it was found; `kind`, `subject` and `marker` name it for good. */
export interface FoundCause {
  kind: AlertKind
  subject: string
  marker: number
  groupKey: string
  companyId: number | null
  accountId: number | null
  userId: number | null
  amount: number | null
  name: string
  detail: string | null
}

/** As it is stored. */
export interface Cause extends FoundCause {
  id: number
}

/** Of backups that a drill could not restore, or whose audit found something. */
export const DRILL_GROUP = 'backup:drill'

/** What failed, by the group of its alert; null for one that is about something else. */
export const findFailedWork = (groupKey: string): FailedWork | null =>
  FAILED_WORK.find((work) => groupKey === `failed:${work}`) ?? null

/** What one evaluation finds. */
export interface Findings {
  found: FoundCause[]
  /** Ids of causes that hold no more. */
  ended: number[]
  /** What is said of causes that last. */
  changed: Pick<Cause, 'id' | 'groupKey' | 'amount' | 'detail'>[]
}

/** The same threshold of the same person is the same cause; a changed one is another. */
export const thresholdKey = (
  userId: number,
  { subject, metric, side, value }: Pick<AlertThreshold, 'subject' | 'metric' | 'side' | 'value'>,
): string => `${userId}:${subject.kind}:${subject.id}:${metric}:${side}:${value}`

const METRICS: Record<AlertMetric, string> = {
  followers: 'Followers',
  followerChange: 'Followers gained in 30 days',
  engagementRate: 'Engagement rate',
}

/** 'Followers of @nasa are above 10,000'. */
export function sayThreshold(
  { metric, side, value }: Pick<AlertThreshold, 'metric' | 'side' | 'value'>,
  name: string,
): string {
  const verb = metric === 'engagementRate' ? 'is' : 'are'
  return `${METRICS[metric]} of ${name} ${verb} ${side} ${sayValue(metric, value)}`
}

export const sayValue = (metric: AlertMetric, value: number): string =>
  metric === 'engagementRate'
    ? `${value.toLocaleString('en-US', { maximumFractionDigits: 2 })}%`
    : sayWhole(value).replace('-', '−')

const sayWhole = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 0 })
