/** Where a backup may be written. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CannotBackUp } from '#ports/backups.ts'
import { folderOfTest } from '../../testing/test-folder.ts'
import { backupMaker } from './index.ts'

test.each([
  ['cannot be made', 'file/all.tar', /^No backup can be written into .*file \(.+\): give this user the right/],
  ['takes no new file', 'all.tar', /^No backup can be written into .* \(unable to open database file\): give/],
])('a backup into a folder that %s is refused in a sentence', async (_, name, sentence) => {
  const folder = folderOfTest()
  writeFileSync(join(folder, 'file'), '')
  // In the way of the lock: a user without the right to write gets the same answer of SQLite.
  mkdirSync(join(folder, 'all.tar.part-lock'))
  const source = { store: { engine: 'sqlite' as const, path: join(folder, 'none.sqlite') }, media: { folder } }
  const failure = await backupMaker(source, () => 0)
    .make(join(folder, name))
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CannotBackUp)
  expect(failure).toMatchObject({ message: expect.stringMatching(sentence) })
})
