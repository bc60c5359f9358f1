/**
 * Ids that no other client makes. Not `crypto.randomUUID`: browsers have it only on https and localhost, and installations on a
 * home network may use plain http.
 */

const BYTES = 16

/** 32 hexadecimal digits. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
}

/** A random UUID: version 4, and the variant that starts with 8. */
export function newUuid(): string {
  const key = newKey()
  return [key.slice(0, 8), key.slice(8, 12), `4${key.slice(13, 16)}`, `8${key.slice(17, 20)}`, key.slice(20)].join('-')
}
