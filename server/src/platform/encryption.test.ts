import { randomBytes } from 'node:crypto'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderOfTest } from '../testing/test-folder.ts'
import { DecryptionError, encryptionWith, makeKeyIn, readKeyIn, WrongKeyError } from './encryption.ts'

const SECRET = 'whsec_a secret, with ümläuts'

test('an encrypted text can be decrypted, reveals nothing, and differs each time', () => {
  const { encrypt, decrypt } = encryptionWith(randomBytes(32))
  const [one, two] = [encrypt(SECRET, 'mine'), encrypt(SECRET, 'mine')]
  expect([decrypt(one, 'mine'), decrypt(two, 'mine')]).toEqual([SECRET, SECRET])
  expect(one).not.toBe(two)
  expect(one).not.toContain(Buffer.from(SECRET).toString('base64url').slice(0, 8))
})

test('nothing opens for another purpose, with another key, or after a change', () => {
  const ours = encryptionWith(randomBytes(32))
  const sealed = ours.encrypt(SECRET, 'user:1')
  const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
  expect(() => ours.decrypt(sealed, 'user:2')).toThrow(DecryptionError)
  expect(() => encryptionWith(randomBytes(32)).decrypt(sealed, 'user:1')).toThrow(WrongKeyError)
  for (const broken of [changed, sealed.slice(0, -8), '', 'x.y.z', `${sealed.split('.')[0]}..`])
    expect(() => ours.decrypt(broken, 'user:1'), broken).toThrow(DecryptionError)
})

test('a data folder keeps one key, which only its owner reads', () => {
  const folder = folderOfTest()
  expect(readKeyIn(folder)).toBeNull()
  const key = makeKeyIn(folder)
  expect(key).toHaveLength(32)
  expect(readKeyIn(folder)).toEqual(key)
  expect(statSync(join(folder, 'encryption.key')).mode & 0o777).toBe(0o600)
  writeFileSync(join(folder, 'encryption.key'), 'half')
  expect(() => readKeyIn(folder)).toThrow('does not hold a key any more')
})
