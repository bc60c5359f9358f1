/** Decisions about the audit log that need no server: which moments a choice of time means, and how details read. */
import { AUDIT_GROUPS, type AuditAction, type AuditGroup } from '@tangelo/contract/audit-actions'
import { addDays, isDay } from '#lib/days.ts'
import { formatWhole } from '#lib/format.ts'
import type { AuditEntry, AuditQuery } from './queries.ts'

export const TIMES = ['any', 'today', 'week', 'month', 'year', 'own'] as const
export type TimeName = (typeof TIMES)[number]

/** Days before today that count too. */
const DAYS_BEFORE = { today: 0, week: 6, month: 29, year: 364 } as const

/** What a person has chosen. */
export interface Choice {
  readonly q: string
  readonly group: AuditGroup | 'all'
  /** One of the group. */
  readonly act: AuditAction | 'all'
  readonly time: TimeName
  /** Calendar days where the person is; they count with `time: 'own'`. */
  readonly from: string
  readonly to: string
  readonly user: { readonly id: number; readonly name: string } | null
  readonly company: { readonly id: number; readonly name: string } | null
}

export const EVERYTHING: Choice = {
  q: '',
  group: 'all',
  act: 'all',
  time: 'any',
  from: '',
  to: '',
  user: null,
  company: null,
}

export const listActions = (group: AuditGroup | 'all'): readonly AuditAction[] =>
  group === 'all' ? [] : AUDIT_GROUPS[group]

/** The same for a whole day, so that a list is not refetched for the same filter. */
export function toQuery(choice: Choice, today: string): AuditQuery {
  const { q, group, act, user, company } = choice
  return {
    ...(q && { q }),
    ...(group !== 'all' && { group }),
    ...(act !== 'all' && { act }),
    ...(user && { userId: String(user.id) }),
    ...(company && { companyId: String(company.id) }),
    ...toMoments(choice, today),
  }
}

function toMoments({ time, from, to }: Choice, today: string): Pick<AuditQuery, 'from' | 'to'> {
  if (time === 'any') return {}
  if (time !== 'own') return { from: toMidnight(addDays(today, -DAYS_BEFORE[time])) }
  return { ...(isDay(from) && { from: toMidnight(from) }), ...(isDay(to) && { to: toMidnight(addDays(to, 1)) }) }
}

/** Where a day begins for the person at the screen. */
const toMidnight = (day: string) => new Date(`${day}T00:00`).toISOString()

type Detail = AuditEntry['details'][string]
type Plain = Exclude<Detail, object> | null

/** 'role: basic → pro'; what is so is said by its name alone, and what is not is not said. */
export function detailText(name: string, detail: Detail, words: { nothing: string; yes: string; no: string }): string {
  if (detail === false) return ''
  const named = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  if (detail === true) return named
  const describeValue = (value: Plain): string => {
    if (value === null || value === '') return words.nothing
    if (typeof value === 'boolean') return value ? words.yes : words.no
    return typeof value === 'number' ? formatWhole(value) : value
  }
  if (typeof detail !== 'object' || detail === null) return `${named}: ${describeValue(detail)}`
  return `${named}: ${describeValue(detail.from)} → ${describeValue(detail.to)}`
}

/**
 * What an entry is about, as far as a person knows it by a name. A session's id means nothing to a reader; and who signs in
 * or out is named already.
 */
export function objectText({ act, objectKind, objectName, objectId, userName }: AuditEntry): string | null {
  if (objectName === userName && (act === 'session.opened' || act === 'session.closed')) return null
  return objectName || (objectKind === 'session' ? null : objectId)
}

/** What is wrong with one end of the chosen days. Days that end before they begin find nothing. */
export function dayError({ from, to }: Choice, end: 'from' | 'to'): 'noDay' | 'reversed' | undefined {
  const day = end === 'from' ? from : to
  if (day !== '' && !isDay(day)) return 'noDay'
  return end === 'to' && isDay(from) && isDay(to) && from > to ? 'reversed' : undefined
}
