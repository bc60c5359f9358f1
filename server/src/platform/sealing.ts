/**
 * Keeps secrets in the store so that the store, its backups and its logs do not tell them: AES-256-GCM under a key that
 * is not in the store. What is sealed for one purpose opens for that purpose only, so a row that is moved to somebody
 * else's place tells nothing.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from './start-refused.ts'

export interface Sealer {
  /** `purpose` names what it is and whose: 'webhook-secret:7'. Every call answers another text. */
  seal(secret: string, purpose: string): string
  /** Throws `OtherKey` for a text of another key, `SealBroken` for one of another purpose or one that was changed. */
  open(sealed: string, purpose: string): string
}

/** Not for people: what it means for them is known where it is caught. */
export class SealBroken extends Error {
  override name = 'SealBroken'
}

/** The key that is needed is not here. It may come back, so nothing is given up for it. */
export class OtherKey extends SealBroken {
  override name = 'OtherKey'
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Every sealed text begins with it. Tells a wrong key from a broken text; the key cannot be told from it. */
export const keyIdOf = (key: Buffer): string =>
  createHash('sha256').update('tangelo-key-id').update(key).digest('hex').slice(0, 8)

/** Where the key is missing: seals nothing, because it could not be opened once the key is back, and opens nothing. */
export function keylessSealer(): Sealer {
  const refuse = () => {
    throw new OtherKey('The key that secrets are sealed with is missing.')
  }
  return { seal: refuse, open: refuse }
}

/** @param key 32 random bytes. */
export function sealer(key: Buffer): Sealer {
  const keyId = keyIdOf(key)
  return {
    seal(secret, purpose) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(purpose))
      const hidden = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [keyId, nonce.toString('base64url'), hidden.toString('base64url')].join('.')
    },
    open(sealed, purpose) {
      const [id, nonce = '', text = ''] = sealed.split('.')
      if (id !== keyId) throw new OtherKey('This was sealed with another key.')
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

const keyFileIn = (folder: string) => join(folder, 'encryption.key')

/** Makes the key of a data folder that has none; only this user of the machine may read the file. */
export function makeKeyIn(folder: string): Buffer {
  writeFileSync(keyFileIn(folder), `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  const key = readKeyIn(folder)
  if (key === null) throw new Error('The key that was just made is gone')
  return key
}

/** The key of a data folder; null where there is none. */
export function readKeyIn(folder: string): Buffer | null {
  const path = keyFileIn(folder)
  if (!existsSync(path)) return null
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  if (key.length !== KEY_BYTES)
    throw new StartRefused(
      `${path} does not hold a key any more: bring back the file as it was, or set ENCRYPTION_KEY to what it held.`,
    )
  return key
}
