/** The key that secrets in the store are encrypted with: found, generated where none is needed yet, or reported as missing. */
import { resolve } from 'node:path'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/database.ts'
import { secretsOfOtherKeys } from '#platform/database/sealed-rows.ts'
import {
  type Encryption,
  encryptionWith,
  keyIdOf,
  keylessEncryption,
  makeKeyIn,
  readKeyIn,
} from '#platform/encryption.ts'

interface InstallationEncryption {
  encryption: Encryption
  /** What cannot be decrypted with the present key and what to do, in a sentence; null where all can. */
  problem(): Promise<string | null>
}

type Where = Pick<Config, 'encryptionKey' | 'dataFolder'>

/**
 * No key is generated for a store whose secrets were encrypted with another one: the old key, once it is back, would not
 * decrypt the newer secrets. Commands that only look make none at all.
 */
export async function encryptionFor(
  config: Where,
  { queries }: Pick<Database, 'queries'>,
  { makesKey }: { makesKey: boolean },
): Promise<InstallationEncryption> {
  const folder = resolve(config.dataFolder)
  const found = config.encryptionKey ?? readKeyIn(folder)
  const isNew = found === null && makesKey && (await secretsOfOtherKeys(queries, null)).length === 0
  const key = isNew ? makeKeyIn(folder) : found
  return {
    encryption: key ? encryptionWith(key) : keylessEncryption(),
    async problem() {
      const lost = await secretsOfOtherKeys(queries, key && keyIdOf(key))
      return lost.length === 0 ? null : explainOtherKey(lost, folder)
    },
  }
}

const explainOtherKey = (lost: string[], folder: string) =>
  `Secrets in the store (${lost.join(', ')}) were encrypted with a key that is not here: put the encryption.key that belongs to them into ${folder}, or set ENCRYPTION_KEY to what it held, and start again; if it is lost, set ENCRYPTION_KEY to a new one (openssl rand -hex 32) and set these up again.`
