/** Decisions about credits that need no server. */
import type { Credits } from '@tangelo/contract'
import { CREDITS_GRANTED_MAX, CREDITS_WITHOUT_PLAN } from '@tangelo/contract/limits'
import { formatAhead } from '#lib/format.ts'
import { texts } from './texts.ts'

/** spec §9: what counts while none are loaded. The server has the last word on every credit. */
export const DEFAULT_CREDITS: Credits = {
  total: CREDITS_WITHOUT_PLAN,
  used: 0,
  remaining: CREDITS_WITHOUT_PLAN,
  renewalDate: null,
}

/** spec §6: reel and upload buttons are live from one credit on. */
export function hasCredit({ remaining }: Pick<Credits, 'remaining'>): boolean {
  return remaining >= 1
}

/** How much of all of them is left, 0 to 1; nothing of nothing is 0. */
export function shareLeft({ remaining, total }: Pick<Credits, 'remaining' | 'total'>): number {
  return total > 0 ? Math.min(1, Math.max(0, remaining / total)) : 0
}

/** 'Renews in 11 days', or that they do not. */
export function renewalText({ renewalDate }: Pick<Credits, 'renewalDate'>, now: Date): string {
  return renewalDate === null ? texts.once : texts.renews(formatAhead(renewalDate, now))
}

/** How many credits were typed; null for anything that cannot be given at once. */
export function parseCredits(text: string): number | null {
  const count = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0
  return count >= 1 && count <= CREDITS_GRANTED_MAX ? count : null
}
