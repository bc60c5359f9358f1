/**
 * Idempotency keys (`Idempotency-Key`). An intention keeps its key while its outcome is unknown, so a second press or a retry
 * after a broken connection sends the same key and the server acts once.
 */
import { newKey } from './random-ids.ts'

export interface IdempotencyKeys {
  /** The key of this intention; a different intention has a different key. */
  readonly keyOf: (intention: string) => string
  /** The outcome is known; the next attempt gets a new key. */
  readonly forget: (intention: string) => void
}

export function idempotencyKeys(): IdempotencyKeys {
  const keys = new Map<string, string>()
  return {
    keyOf: (intention) => {
      const key = keys.get(intention) ?? newKey()
      keys.set(intention, key)
      return key
    },
    forget: (intention) => {
      keys.delete(intention)
    },
  }
}
