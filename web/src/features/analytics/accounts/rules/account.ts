/** Decisions about one account that need no server: what its name may be, where its profile lies. */

import {
  ACCOUNT_CATEGORIES,
  type AccountCategory,
  NOTES_MAX_LENGTH,
  USERNAME_MAX_LENGTH,
} from '@tangelo/contract/limits'
import { ApiError } from '#lib/api.ts'
import { pickChanged } from '#lib/pick-changed.ts'
import { texts } from '../texts/account.ts'

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
  const { username, companyId, category, notes } = typed
  return pickChanged(
    { ...stored, companyId: stored.companyId, notes: stored.notes || null },
    {
      category,
      notes: notes.trim() || null,
      ...(username !== undefined && { username: cleanUsername(username) }),
      ...(companyId !== undefined && { companyId }),
    },
  )
}

/** Whether an answer means that there is no such account: 404, or an id the server does not take as one. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}
