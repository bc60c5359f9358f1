/** The authenticator app of a test. */
import { TOTP } from 'otpauth'

/** @param key as a person reads it, in groups. @param ahead periods after the present one: no code opens twice. */
export const codeFor = (key: string, ahead = 0) =>
  new TOTP({ secret: key.replaceAll(' ', '') }).generate({ timestamp: Date.now() + ahead * 30_000 })
