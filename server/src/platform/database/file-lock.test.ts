/** Locks between processes of one machine. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderOfTest } from '../../testing/test-folder.ts'
import { takeFileLock } from './file-lock.ts'

test('a lock has one holder at a time, and its file is for its user alone and goes with it', () => {
  const folder = folderOfTest()
  const path = join(folder, 'lock')
  const letGo = takeFileLock(path)
  expect(letGo).not.toBeNull()
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(takeFileLock(path)).toBeNull()
  letGo?.()
  expect(readdirSync(folder)).toEqual([])
  const again = takeFileLock(path)
  expect(again).not.toBeNull()
  again?.()
})

test.skipIf(process.platform === 'win32')(
  'a holder whose file was removed from outside leaves that of the next one alone',
  () => {
    const path = join(folderOfTest(), 'lock')
    const first = takeFileLock(path)
    rmSync(path)
    const second = takeFileLock(path)
    expect(second).not.toBeNull()
    first?.()
    expect(existsSync(path)).toBe(true)
    expect(takeFileLock(path)).toBeNull()
    second?.()
    expect(existsSync(path)).toBe(false)
  },
)
