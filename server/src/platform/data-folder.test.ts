import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderOfTest } from '../testing/test-folder.ts'
import { FolderHeld, takeDataFolder } from './data-folder.ts'
import { StartRefused } from './start-refused.ts'

function place() {
  const folder = folderOfTest()
  return join(folder, 'data')
}

const catchError = (act: () => unknown): unknown => {
  try {
    act()
  } catch (error) {
    return error
  }
  return null
}

test('is made where it is missing, for its user alone, and says where things lie', () => {
  const path = join(place(), 'deep', 'down')
  const folder = takeDataFolder(path)
  onTestFinished(() => folder.release())
  expect(statSync(path).mode & 0o777).toBe(0o700)
  expect(folder).toMatchObject({
    path,
    databasePath: join(path, 'tangelo.sqlite'),
    blobsPath: join(path, 'blobs'),
    temporaryPath: join(path, 'tmp'),
    backupsPath: join(path, 'backups'),
  })
  expect(readdirSync(folder.temporaryPath)).toEqual([])
})

test('has one holder at a time, and the second learns who it is', () => {
  const path = place()
  const first = takeDataFolder(path)
  const unnamed = catchError(() => takeDataFolder(path))
  expect(unnamed).toBeInstanceOf(FolderHeld)
  expect(unnamed).toMatchObject({
    holder: null,
    message: `Another tangelo is using the data folder ${path}: stop it, or give this one another DATA_DIR.`,
  })
  const holder = { pid: 4711, address: 'http://127.0.0.1:5000', key: 'a secret key' }
  first.announce(holder)
  expect(statSync(join(path, 'server.json')).mode & 0o777).toBe(0o600)
  const named = catchError(() => takeDataFolder(path))
  expect(named).toMatchObject({
    holder,
    message: `Another tangelo is using the data folder ${path} (process 4711, http://127.0.0.1:5000): stop it, or give this one another DATA_DIR.`,
  })
  expect(String(named)).not.toContain('a secret key')

  first.release()
  expect(existsSync(join(path, 'server.json'))).toBe(false)
  const next = takeDataFolder(path)
  next.release()
  expect(next.id).toBe(first.id)
  const other = takeDataFolder(place())
  other.release()
  expect(other.id).not.toBe(first.id)
})

test('forgets what a killed holder left: its address and half received files, nothing else', () => {
  const path = place()
  mkdirSync(join(path, 'tmp'), { recursive: true })
  mkdirSync(join(path, 'blobs'))
  writeFileSync(join(path, 'server.json'), '{"pid":1,"address":"http://127.0.0.1:1","key":"old"}')
  writeFileSync(join(path, 'tmp/import-1'), 'half a file')
  writeFileSync(join(path, 'blobs/kept'), 'whole')
  const folder = takeDataFolder(path)
  onTestFinished(() => folder.release())
  expect(existsSync(join(path, 'server.json'))).toBe(false)
  expect(readdirSync(folder.temporaryPath)).toEqual([])
  expect(readFileSync(join(path, 'blobs/kept'), 'utf8')).toBe('whole')
  // A command that runs while the server is still starting gets no outdated address.
  expect(catchError(() => takeDataFolder(path))).toMatchObject({ holder: null })
})

test('that cannot be written stops the start with a sentence', () => {
  const file = place()
  writeFileSync(file, 'a regular file')
  for (const path of [file, join(file, 'data')]) {
    const refusal = catchError(() => takeDataFolder(path))
    expect(refusal).toBeInstanceOf(StartRefused)
    expect(String(refusal)).toMatch(
      new RegExp(
        `The data folder ${path} cannot be written \\(.+\\): give this user the right to write there, or set DATA_DIR`,
      ),
    )
  }
})

test('whose lock is no lock stops the start with a sentence', () => {
  const path = place()
  mkdirSync(path)
  writeFileSync(join(path, 'lock'), 'this is not a database, and it is longer than a header would be '.repeat(20))
  const refusal = catchError(() => takeDataFolder(path))
  expect(refusal).toBeInstanceOf(StartRefused)
  expect(refusal).not.toBeInstanceOf(FolderHeld)
})
