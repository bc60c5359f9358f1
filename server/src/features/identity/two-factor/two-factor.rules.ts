/** Codes of authenticator apps (RFC 6238, as all of them speak it: SHA-1, six digits, 30 seconds) and recovery codes. */
import { randomInt } from 'node:crypto'
import { HOTP, Secret } from 'otpauth'

const PERIOD_MS = 30_000
/** Clocks differ: the period before and the one after count too. */
const PERIODS_ASIDE = 1

/** 160 random bits, as RFC 4226 wants them, in base32. */
export const newTwoFactorSecret = () => new Secret({ size: 20 }).base32

/** @param period number of the period since 1970. */
export const codeOf = (secret: string, period: number) =>
  HOTP.generate({ secret: Secret.fromBase32(secret), counter: period })

export const periodAt = (now: number) => Math.floor(now / PERIOD_MS)

/** The period whose code this is, of those that count now and came after `last`; null for a wrong or used code. */
export function periodOf(token: string, { secret, now, last }: { secret: string; now: number; last: number }) {
  const counter = periodAt(now)
  const aside = HOTP.validate({ token, secret: Secret.fromBase32(secret), counter, window: PERIODS_ASIDE })
  return aside === null || counter + aside <= last ? null : counter + aside
}

/** What authenticator apps read from the picture. */
export function addressFor(username: string, secret: string): string {
  const values = new URLSearchParams({ secret, issuer: 'tangelo', algorithm: 'SHA1', digits: '6', period: '30' })
  return `otpauth://totp/${encodeURIComponent(`tangelo:${username}`)}?${values}`
}

const RECOVERY_CODES = 10
/** Without look-alikes (0 o, 1 l i): people write these on paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LETTERS_PER_CODE = 10

/** Fifty bits each, in two groups. */
export const newRecoveryCodes = () =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: LETTERS_PER_CODE }, () => LETTERS[randomInt(LETTERS.length)]).join('')
    return `${letters.slice(0, 5)}-${letters.slice(5)}`
  })

/** The typed code, without characters that do not matter. */
export function readCode(typed: string): { kind: 'app' | 'recovery'; code: string } | null {
  const code = typed.replace(/[\s-]/g, '').toLowerCase()
  if (/^\d{6}$/.test(code)) return { kind: 'app', code }
  return code.length === LETTERS_PER_CODE ? { kind: 'recovery', code } : null
}

export const plainRecoveryCode = (code: string) => code.replace('-', '')
