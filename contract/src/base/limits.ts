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

/** How months and days of the week are called in English, on every screen and in every report. */
export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** From Monday on. */
export const WEEKDAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

// Spelled out: what is computed here would be in the first file of every page.
export const MONTH_SHORT_NAMES = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const

export const WEEKDAY_SHORT_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
