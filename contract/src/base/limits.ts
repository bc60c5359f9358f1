/** Constants both sides show or enforce, by domain. No zod here: the web may import this file at run time. */

export * from '../analytics/limits.ts'
export * from '../billing/limits.ts'
export * from '../clients/limits.ts'
export * from '../content/limits.ts'
export * from '../content-sync/limits.ts'
export * from '../core/limits.ts'
export * from '../drive/limits.ts'
export * from '../identity/limits.ts'
export * from '../mail/limits.ts'
export * from '../operations/limits.ts'
export * from '../publishing/limits.ts'
export * from '../reels/limits.ts'
export * from '../webhooks/limits.ts'

/** Ids are 32-bit on every store. */
export const ID_MAX = 2_147_483_647
/** D17: rows of a list page, by default and at most. */
export const PAGE_ROWS_MAX = 200
