/** When two findings are one and the same thing, and what joins an alert that is there already. Pure. See docs/decisions/0048. */
import type { Alert } from '@tangelo/contract'
import type { AlertKind, AlertSide } from '@tangelo/contract/limits'
import { dayToText, momentToText } from '#platform/calendar.ts'
import type { Row } from '#platform/database/schema.ts'
import { findFailedWork } from './rules/causes.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** Moves this close together, in one direction, are one: a run of days is dated by its first one, which later days may move. */
export const SAME_MOVE_DAYS = 6

interface Move {
  /** Days since 1970-01-01. */
  day: number
  change: number
}

export const isSameMove = (one: Move, other: Move): boolean =>
  Math.abs(one.day - other.day) <= SAME_MOVE_DAYS && Math.sign(one.change) === Math.sign(other.change)

/** What is found so long after an alert of its group was opened joins it: a cleanup reaches ten thousand accounts over a day of readings. */
const JOINS_MS: Record<AlertKind, number> = {
  anomaly: DAY_MS,
  threshold: DAY_MS,
  unread: 2 * DAY_MS,
  approval: DAY_MS,
  failed: DAY_MS,
  credits: DAY_MS,
  token: HOUR_MS,
  access: HOUR_MS,
  backup: DAY_MS,
}

/** Also an alert that was closed since; and for as long one of the future, which a clock that was set back has left. */
export const joins = ({ kind, opened_at }: { kind: AlertKind; opened_at: number }, now: number): boolean =>
  Math.abs(now - opened_at) < JOINS_MS[kind]

/** Whether a threshold is crossed now: one that is open stays so until the value is back by the margin. */
export function isBeyond(
  { side, value, margin }: { side: AlertSide; value: number; margin: number },
  current: number,
  isOpen: boolean,
): boolean {
  const slack = isOpen ? margin : 0
  return side === 'above' ? current > value - slack : current < value + slack
}

/** A pause in evaluating after which readings are late for no fault of a source. */
const PAUSE_MS = 6 * HOUR_MS
/** Time for the sources to be read after it. */
const CATCH_UP_MS = 12 * HOUR_MS

/** From when on silence of an account counts, given the last evaluation: a machine that was off, or a clock that jumped, is no silence. */
export function silenceFrom(last: { evaluated_at: number; silence_from: number }, now: number): number {
  const gap = now - last.evaluated_at
  if (gap > PAUSE_MS || gap < -HOUR_MS) return now + CATCH_UP_MS
  return last.silence_from
}

export const asAlert = (row: Row<'alerts'>): Alert => ({
  id: row.id,
  kind: row.kind,
  sentence: row.sentence,
  cause: row.cause,
  number: row.number,
  change: row.change,
  accountId: row.account_id,
  day: row.day === null ? null : dayToText(row.day),
  companyId: row.company_id,
  failed: findFailedWork(row.group_key),
  openedAt: momentToText(row.opened_at),
  changedAt: momentToText(row.changed_at),
  closedAt: row.closed_at === null ? null : momentToText(row.closed_at),
  isRead: row.read_at !== null,
  snoozedUntil: row.snoozed_until === null ? null : momentToText(row.snoozed_until),
})
