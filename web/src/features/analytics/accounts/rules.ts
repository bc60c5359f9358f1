/** Decisions about tracked accounts that need no server: what a name may be, where its profile lies, what a row says. */

import type { Account } from '@tangelo/contract'
import {
  ACCOUNT_CATEGORIES,
  type AccountCategory,
  NOTES_MAX_LENGTH,
  USERNAME_MAX_LENGTH,
} from '@tangelo/contract/limits'
import { ApiError } from '#lib/api.ts'
import { describeComparison, type Telling } from '#lib/comparison.ts'
import { formatChange, formatMoment, formatPercentChange, formatShortDate } from '#lib/format.ts'
import { texts } from './texts.ts'

/** A name as people type it, without spaces around it and without its leading @ (spec §5). */
export function cleanUsername(typed: string): string {
  return typed.trim().replace(/^@/, '')
}

/** Why a name cannot be tracked, or nothing. */
export function usernameError(typed: string): string | undefined {
  const username = cleanUsername(typed)
  if (username === '') return texts.usernameRequired
  if (username.length > USERNAME_MAX_LENGTH) return texts.usernameTooLong
  return /^[A-Za-z0-9._]+$/.test(username) ? undefined : texts.usernameLetters
}

export function notesError(notes: string): string | undefined {
  return notes.length > NOTES_MAX_LENGTH ? texts.notesTooLong : undefined
}

/** spec §2: the stored address, made absolute, else the public profile of the name. */
export function profileUrl({ inputUrl, username }: { inputUrl: string | null; username: string }): string {
  if (!inputUrl) return `https://www.instagram.com/${username}/`
  return inputUrl.startsWith('http') ? inputUrl : `https://${inputUrl}`
}

/** How the changes of an account may be shown now: those of its counts, and that of its rate. */
export function describeComparisons({ lastUpdated, metrics }: Account, now: Date): { counts: Telling; rate: Telling } {
  const { comparedWith, countsBrokenAt, engagementBrokenAt } = metrics
  return {
    counts: describeComparison({ lastUpdated, comparedWith, brokenAt: countsBrokenAt }, now),
    rate: describeComparison({ lastUpdated, comparedWith, brokenAt: engagementBrokenAt }, now),
  }
}

/** Shown instead of a change that is not of this week (D45); null for one that is. */
function notOfWeek(amount: string | null, telling: Telling, broken: string, now: Date): string | null {
  if (telling.as === 'outdated') return texts.table.asOf(formatShortDate(telling.moment, now))
  if (telling.as === 'broken') return broken
  if (amount === null) return texts.table.noChange
  return telling.as === 'since' ? texts.table.since(amount, formatShortDate(telling.moment, now)) : null
}

/** '+4.8K this week', since when it is counted instead, or that nothing is known. */
export function followersChangeText(change: number | null, telling: Telling, now: Date): string {
  const amount = change === null ? null : formatChange(change)
  return notOfWeek(amount, telling, texts.table.newSource, now) ?? texts.table.thisWeek(amount ?? '')
}

/** '12.2% change', since when it is counted, or that nothing is known. */
export function engagementChangeText(change: number | null, telling: Telling, isNewSource: boolean, now: Date): string {
  const amount = change === null ? null : formatPercentChange(change)
  const broken = isNewSource ? texts.table.newSource : texts.table.newMethod
  return notOfWeek(amount, telling, broken, now) ?? texts.table.change(amount ?? '')
}

/** How old the figures are; an account that has none says so. */
export function lastUpdatedText(lastUpdated: string | null, now?: Date): string {
  return lastUpdated === null ? texts.table.noDataYet : formatMoment(lastUpdated, now)
}

/** Ids are decimal text in the URL; anything else is no account. */
export function accountIdFrom(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : null
}

export function isCategory(text: string | null): text is AccountCategory {
  return ACCOUNT_CATEGORIES.some((category) => category === text)
}

interface Editable {
  username?: string
  companyId?: number
  category: AccountCategory | null
  notes: string
}

/** Only what was touched: absent leaves alone, null clears. */
export function changesOf(
  stored: { username: string; category: string | null; notes: string | null; companyId?: number },
  typed: Editable,
): { username?: string; category?: AccountCategory | null; notes?: string | null; companyId?: number } {
  const username = typed.username === undefined ? stored.username : cleanUsername(typed.username)
  const notes = typed.notes.trim() === '' ? null : typed.notes.trim()
  return {
    ...(username === stored.username ? {} : { username }),
    ...(typed.category === stored.category ? {} : { category: typed.category }),
    ...(notes === (stored.notes || null) ? {} : { notes }),
    ...(typed.companyId === undefined || typed.companyId === stored.companyId ? {} : { companyId: typed.companyId }),
  }
}

/** Whether an answer means that there is no such account: 404, or an id the server does not take as one. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}
