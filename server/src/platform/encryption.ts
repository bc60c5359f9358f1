/**
 * Encrypts secrets in the store with AES-256-GCM under a key that is not in the store, so that the store, its backups and its
 * logs do not reveal them. The purpose is authenticated: a secret that is copied to another row cannot be decrypted there.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from './start-refused.ts'

export interface Encryption {
  /** `purpose` names what it is and whose: 'webhook-secret:7'. Every call returns another text. */
  encrypt(secret: string, purpose: string): string
  /** Throws `WrongKeyError` for a text of another key, `DecryptionError` for one of another purpose or one that was changed. */
  decrypt(encrypted: string, purpose: string): string
}

/** Not for users: the caller that catches it knows what it means for them. */
export class DecryptionError extends Error {
  override name = 'DecryptionError'
}

/** The key that is needed is not here. It may come back, so the secret is kept. */
export class WrongKeyError extends DecryptionError {
  override name = 'WrongKeyError'
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Every encrypted text begins with it. Distinguishes a wrong key from a changed text; does not reveal the key. */
export const keyIdOf = (key: Buffer): string =>
  createHash('sha256').update('tangelo-key-id').update(key).digest('hex').slice(0, 8)

/** Without a key: encrypts nothing, because it could not be decrypted once the key is back, and decrypts nothing. */
export function keylessEncryption(): Encryption {
  const refuse = () => {
    throw new WrongKeyError('The key that secrets are encrypted with is missing.')
  }
  return { encrypt: refuse, decrypt: refuse }
}

/** @param key 32 random bytes. */
export function encryptionWith(key: Buffer): Encryption {
  const keyId = keyIdOf(key)
  return {
    encrypt(secret, purpose) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(purpose))
      const hidden = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [keyId, nonce.toString('base64url'), hidden.toString('base64url')].join('.')
    },
    decrypt(encrypted, purpose) {
      const [id, nonce = '', text = ''] = encrypted.split('.')
      if (id !== keyId) throw new WrongKeyError('This was encrypted with another key.')
      const hidden = Buffer.from(text, 'base64url')
      try {
        const cipher = createDecipheriv(CIPHER, key, Buffer.from(nonce, 'base64url'), { authTagLength: TAG_BYTES })
        cipher.setAAD(Buffer.from(purpose)).setAuthTag(hidden.subarray(-TAG_BYTES))
        return Buffer.concat([cipher.update(hidden.subarray(0, -TAG_BYTES)), cipher.final()]).toString('utf8')
      } catch (error) {
        throw new DecryptionError('This was encrypted for another purpose, or changed since.', { cause: error })
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
