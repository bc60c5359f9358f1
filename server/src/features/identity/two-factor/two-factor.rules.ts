/** Codes of authenticator apps (RFC 6238, as all of them speak it: SHA-1, six digits, 30 seconds) and recovery codes. */
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { sameSecret } from '#platform/secrets.ts'

const PERIOD_MS = 30_000
const DIGITS = 6
/** Clocks differ: the period before and the one after count too. */
const PERIODS_ASIDE = 1

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 random bits, as RFC 4226 wants them, in base32. */
export function newTwoFactorSecret(): string {
  const bits = [...randomBytes(20)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('')
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** @param period number of the period since 1970. */
export function codeOf(secret: string, period: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(period))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const at = mac.readUInt8(mac.length - 1) & 0xf
  return String((mac.readUInt32BE(at) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

export const periodAt = (now: number) => Math.floor(now / PERIOD_MS)

/** The period whose code this is, of those that count now and came after `last`; null for a wrong or used code. */
export function periodOf(code: string, { secret, now, last }: { secret: string; now: number; last: number }) {
  const here = periodAt(now)
  for (let period = here - PERIODS_ASIDE; period <= here + PERIODS_ASIDE; period += 1)
    if (period > last && sameSecret(code, codeOf(secret, period))) return period
  return null
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

/** What somebody typed, without what does not matter in it. */
export function readCode(typed: string): { kind: 'app' | 'recovery'; code: string } | null {
  const code = typed.replace(/[\s-]/g, '').toLowerCase()
  if (/^\d{6}$/.test(code)) return { kind: 'app', code }
  return code.length === LETTERS_PER_CODE ? { kind: 'recovery', code } : null
}

export const plainRecoveryCode = (code: string) => code.replace('-', '')
