/** Pure decisions of re-authentication: what is missing, and what a refusal is about. */
import { readServerFields, readServerMessage } from '#lib/api.ts'
import { texts } from './texts.ts'

/** `code` only where one is required. */
export interface Typed {
  readonly password: string
  readonly code: string | null
}

export type Problems = Partial<Record<keyof Typed, string>>

export function findMissing({ password, code }: Typed): Problems {
  return {
    ...(password ? {} : { password: texts.passwordRequired }),
    ...(code === null || code.trim() ? {} : { code: texts.codeRequired }),
  }
}

/** Whether the server wants a code besides: it says so once the password is right. */
export function asksForCode(error: unknown): boolean {
  return readServerFields(error).code === 'is missing'
}

/** The server's message, at the field it is about; at the first field when it is about neither. */
export function readRefusal(error: unknown): Problems {
  const message = readServerMessage(error) ?? texts.failed
  return readServerFields(error).code === undefined ? { password: message } : { code: message }
}
