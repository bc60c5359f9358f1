/**
 * Keeps secrets in the store so that the store, its backups and its logs do not tell them: AES-256-GCM under a key that
 * is not in the store. What is sealed for one purpose opens for that purpose only, so a row that is moved to somebody
 * else's place tells nothing.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from './start-refused.ts'

export interface Sealer {
  /** `purpose` names what it is and whose: 'webhook-secret:7'. Every call answers another text. */
  seal(secret: string, purpose: string): string
  /** Throws `SealBroken` for a text of another key or purpose, or one that was changed. */
  open(sealed: string, purpose: string): string
}

/** Not for people: what it means for them is known where it is caught. */
export class SealBroken extends Error {
  override name = 'SealBroken'
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** @param key 32 random bytes. */
export function sealer(key: Buffer): Sealer {
  // Tells a wrong key from a broken text. The key cannot be told from it.
  const keyId = createHash('sha256').update('tangelo-key-id').update(key).digest('hex').slice(0, 8)
  return {
    seal(secret, purpose) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(purpose))
      const hidden = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [keyId, nonce.toString('base64url'), hidden.toString('base64url')].join('.')
    },
    open(sealed, purpose) {
      const [id, nonce = '', text = ''] = sealed.split('.')
      if (id !== keyId) throw new SealBroken('This was sealed with another key.')
      const hidden = Buffer.from(text, 'base64url')
      try {
        const cipher = createDecipheriv(CIPHER, key, Buffer.from(nonce, 'base64url'), { authTagLength: TAG_BYTES })
        cipher.setAAD(Buffer.from(purpose)).setAuthTag(hidden.subarray(-TAG_BYTES))
        return Buffer.concat([cipher.update(hidden.subarray(0, -TAG_BYTES)), cipher.final()]).toString('utf8')
      } catch (error) {
        throw new SealBroken('This was sealed for something else, or changed since.', { cause: error })
      }
    },
  }
}

/** The key of a data folder, made with the first call; only this user of the machine may read the file. */
export function keyIn(folder: string): Buffer {
  const path = join(folder, 'encryption.key')
  try {
    writeFileSync(path, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  if (key.length !== KEY_BYTES)
    throw new StartRefused(
      `${path} does not hold a key any more: bring back the file as it was, or set ENCRYPTION_KEY to what it held.`,
    )
  return key
}
