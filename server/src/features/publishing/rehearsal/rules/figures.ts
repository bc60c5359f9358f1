/** How sizes, lengths and days read in a check, alike on every screen. Pure. */

const MB = 1_000_000
const KB = 1_000
/** Smaller files would read as 0.0 MB. */
const LEAST_MB = 0.1

/** '12.4 MB', '36 kB'. */
export const sizeText = (bytes: number): string =>
  bytes < LEAST_MB * MB ? `${Math.ceil(bytes / KB)} kB` : `${(bytes / MB).toFixed(1)} MB`

/** '0:15', '12:04'. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** 'Nov 27', with the year where it is another one: 'Jan 23, 2027'. */
export function dayText(moment: number, now: number, timeZone: string): string {
  const yearOf = (at: number) => new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric' }).format(at)
  const year = yearOf(moment) === yearOf(now) ? undefined : ('numeric' as const)
  return new Intl.DateTimeFormat('en-US', { timeZone, month: 'short', day: 'numeric', year }).format(moment)
}
