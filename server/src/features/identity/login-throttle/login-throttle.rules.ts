/** Pure decisions on guessing (D5): passwords and codes alike. */
import { hash } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** This many failures within the window are free. */
const FREE_FAILURES = 5
/** From one address, for all names: a whole office may share it, yet it stops a guessing program. */
export const FREE_FAILURES_PER_ADDRESS = 50
/** On one account within an hour, from all addresses: after that, addresses that never signed in there wait. */
export const FREE_FAILURES_PER_ACCOUNT = 100
export const ACCOUNT_WINDOW_MS = 60 * 60_000
const WINDOW_MS = 15 * 60_000
const FIRST_DELAY_MS = 30_000
const LONGEST_DELAY_MS = 15 * 60_000

export interface Failures {
  failures: number
  window_started_at: number
  blocked_until: number
}

export const failureKey = (...parts: string[]) => hash('sha256', parts.join('\n'), 'base64url')

/** The network of an address: a machine with IPv6 has a whole network of addresses, which counts as one. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%')
  if (isIP(plain) === 0) return address
  const read = ipaddr.process(plain)
  if (read instanceof ipaddr.IPv4) return read.toString()
  const network = read.parts.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

export const secondsToWait = (known: Failures | undefined, now: number) =>
  known && known.blocked_until > now ? Math.ceil((known.blocked_until - now) / 1000) : 0

/** How many failures are free, and within which time they add up. */
export interface Rule {
  free?: number
  windowMs?: number
}

const delayMs = (failures: number, free: number) =>
  failures < free ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (failures - free), LONGEST_DELAY_MS)

/** What is stored, without moments that the rule cannot have led to: they were written while the clock was ahead. */
export function plausible(known: Failures, now: number, { free = FREE_FAILURES }: Rule): Failures {
  const latest = now + delayMs(known.failures, free)
  if (known.window_started_at <= now && known.blocked_until <= latest) return known
  return {
    failures: known.failures,
    window_started_at: Math.min(known.window_started_at, now),
    blocked_until: Math.min(known.blocked_until, latest),
  }
}

/** One failure more: after the free ones each doubles the delay, up to 15 minutes. */
export function afterFailure(
  known: Failures | undefined,
  now: number,
  { free = FREE_FAILURES, windowMs = WINDOW_MS }: Rule,
): Failures {
  const isOver = !known || now - Math.max(known.window_started_at, known.blocked_until) >= windowMs
  const failures = isOver ? 1 : known.failures + 1
  return {
    failures,
    window_started_at: isOver ? now : known.window_started_at,
    blocked_until: now + delayMs(failures, free),
  }
}

/** How long the owner and administrators are shown that an account was guessed at. */
export const ALERT_SHOWN_MS = 7 * 24 * 60 * 60_000
/** An address that was not used for this long is unknown again. */
export const ADDRESS_KNOWN_MS = 180 * 24 * 60 * 60_000
