/**
 * Keys that make the server do a thing once, however often it is asked (`Idempotency-Key`). An intention keeps its key while
 * nobody knows whether it was done: a second press, and a try after the connection broke, carry the same one.
 */

export interface OnceKeys {
  /** The key of this intention. Other words, another key. */
  readonly keyOf: (intention: string) => string
  /** It was answered: whoever asks again means a new thing. */
  readonly forget: (intention: string) => void
}

const BYTES = 16

/** Not `randomUUID`: browsers have it only on https and localhost, and this product lives on home networks as well. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
}

export function onceKeys(): OnceKeys {
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
