/** Pure decisions on guessing (D5): passwords and codes alike. */
import { hash } from 'node:crypto'
import { isIPv6 } from 'node:net'

/** This many failures within the window are free. */
export const FREE_FAILURES = 5
/** From one address, whatever the names: a whole office may sit behind it, a guessing program does not stop here. */
export const FREE_FAILURES_PER_ADDRESS = 50
const WINDOW_MS = 15 * 60_000
const FIRST_DELAY_MS = 30_000
const LONGEST_DELAY_MS = 15 * 60_000

export interface Failures {
  failures: number
  window_started_at: number
  blocked_until: number
}

export const failureKey = (...parts: string[]) => hash('sha256', parts.join('\n'), 'base64url')

/** Who guesses, as far as an address tells: a machine with IPv6 has a whole network of addresses, which counts as one. */
export function guesserAt(address: string): string {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  const inside = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (inside) return inside
  const [head = '', tail] = plain.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const network = [...before, ...Array<string>(gap).fill('0'), ...after].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

export const secondsToWait = (known: Failures | undefined, now: number) =>
  known && known.blocked_until > now ? Math.ceil((known.blocked_until - now) / 1000) : 0

/** One failure more: after the free ones each doubles the delay, up to 15 minutes. */
export function afterFailure(known: Failures | undefined, now: number, free: number): Failures {
  const isOver = !known || now - Math.max(known.window_started_at, known.blocked_until) >= WINDOW_MS
  const failures = isOver ? 1 : known.failures + 1
  const delayMs = failures < free ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (failures - free), LONGEST_DELAY_MS)
  return { failures, window_started_at: isOver ? now : known.window_started_at, blocked_until: now + delayMs }
}
