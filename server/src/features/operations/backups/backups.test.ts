/** Backups from the screen: made, checked, put back; and what is done to one that is not whole. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { folderTarget, restoreIntoFolder } from '#adapters/backup/index.ts'
import { type Places, placesIn } from '#platform/data-folder.ts'
import { migrations } from '../../../migrations/index.ts'
import { aPixel } from '../../../testing/reels.ts'
import { testEngine } from '../../../testing/test-store.ts'
import { formWith, START, type World, world } from '../../../testing/world.ts'

const url = '/api/system/backups'
const NAME = 'tangelo-2026-11-20-09-00-00.tar'
const onSqlite = testEngine === 'sqlite' ? test : () => {}

async function makeBackedUpWorld(): Promise<World & { path: string }> {
  const here = await world({ accounts: ['nasa', 'esa'] })
  await here.ask('pro', 'POST', '/api/upload/images', formWith(aPixel(), 'pixel.gif', 'images'))
  expect((await here.ask('admin', 'POST', url)).statusCode).toBe(202)
  await here.services.backups.waitForEnd()
  return { ...here, path: join(here.folder, 'backups', NAME) }
}

function elsewhere() {
  const folder = placesIn(mkdtempSync(join(tmpdir(), 'tangelo-restored-')))
  onTestFinished(() => rmSync(folder.path, { recursive: true, force: true }))
  mkdirSync(folder.temporaryPath)
  return folder
}

const restoreAt = (now: number, path: string, { databasePath, blobsPath, temporaryPath }: Places) =>
  restoreIntoFolder(path, databasePath, {
    steps: migrations,
    now: () => now,
    media: folderTarget(blobsPath),
    temporaryPath,
  })

const namesIn = (path: string) => {
  const store = new DatabaseSync(path, { readOnly: true })
  const rows = store.prepare('select username from accounts order by id').all()
  store.close()
  return rows.map(({ username }) => username)
}

test('one is made beside the server, listed, and brings back store and media elsewhere', async () => {
  const { ask, path, folder: from } = await makeBackedUpWorld()
  expect((await ask('admin', 'GET', url)).json()).toEqual({
    files: [{ name: NAME, kind: 'whole', bytes: readFileSync(path).length, madeAt: expect.any(String) }],
    making: null,
    failure: null,
  })
  expect((await ask('admin', 'GET', '/api/system')).json().disk.backupBytes).toBe(readFileSync(path).length)
  const folder = elsewhere()
  const restored = await restoreAt(START, path, folder)
  expect(restored).toMatchObject({ version: '0.1.0', madeAt: START, mediaFiles: 2, keptAs: null })
  expect(namesIn(folder.databasePath)).toEqual(['nasa', 'esa'])
  const { hash } = new DatabaseSync(folder.databasePath).prepare('select hash from uploads').get() ?? {}
  const medium = ['blobs', String(hash).slice(0, 2), String(hash).slice(2)]
  expect(readFileSync(join(folder.path, ...medium))).toEqual(readFileSync(join(from, ...medium)))
})

test('a link to a backup on a disk that is not there is left out, and the others are listed', async () => {
  const { ask, folder } = await makeBackedUpWorld()
  symlinkSync(join(folder, 'away', 'later.tar'), join(folder, 'backups', 'tangelo-2026-11-21-09-00-00.tar'))
  const { files } = (await ask('admin', 'GET', url)).json()
  expect(files).toMatchObject([{ name: NAME }])
  expect((await ask('admin', 'GET', '/api/system/backup-drills')).json().hasBackup).toBe(true)
})

onSqlite('what was there before is kept beside it, and asked for twice at once one is made', async () => {
  const { ask, path, services, clock } = await makeBackedUpWorld()
  clock.moveBy(60_000)
  const [one, two] = await Promise.all([ask('admin', 'POST', url), ask('admin', 'POST', url)])
  expect([one.json().making, two.json().making]).toEqual([expect.any(Number), expect.any(Number)])
  await services.backups.waitForEnd()
  expect((await ask('admin', 'GET', url)).json().files).toHaveLength(2)

  const folder = elsewhere()
  await restoreAt(START, path, folder)
  const changed = new DatabaseSync(folder.databasePath)
  changed.exec("pragma journal_mode = wal; update accounts set username = 'changed'")
  await expect(restoreAt(START, path, folder)).rejects.toThrow('Another program has the store')
  changed.close()
  const { keptAs } = await restoreAt(START, path, folder)
  expect(namesIn(folder.databasePath)).toEqual(['nasa', 'esa'])
  expect(namesIn(keptAs ?? '')).toEqual(['changed', 'changed'])
})

onSqlite('a backup that is cut off, altered or none at all puts nothing back', async () => {
  const { path } = await makeBackedUpWorld()
  const folder = elsewhere()
  const whole = readFileSync(path)
  const restore = () => restoreAt(START, path, folder)
  truncateSync(path, whole.length - 2_000)
  await expect(restore()).rejects.toThrow('It breaks off before its end.')
  for (const [at, words] of [
    [whole.indexOf('SQLite format 3') + 100, 'The store in it is damaged.'],
    [whole.indexOf('blobs/') + 522, /^blobs\/.+ in it is damaged\.$/],
    [whole.indexOf('ustar'), 'It is damaged, or no backup at all.'],
    [whole.lastIndexOf('"mediaFiles"') + 1, 'It is damaged, or no backup at all.'],
  ] as const) {
    const altered = Buffer.from(whole)
    altered[at] = (altered[at] ?? 0) ^ 1
    writeFileSync(path, altered)
    await expect(restore()).rejects.toThrow(words)
  }
  writeFileSync(path, 'username,followers\n'.repeat(100))
  await expect(restore()).rejects.toThrow('It is damaged, or no backup at all.')
  expect(() => readFileSync(folder.databasePath)).toThrow('ENOENT')
})

test('one that cannot be made says why, leaves nothing half-made, and is among the errors', async () => {
  const here = await world()
  mkdirSync(join(here.folder, 'backups', `${NAME}.part`), { recursive: true })
  await here.ask('admin', 'POST', url)
  await here.services.backups.waitForEnd()
  const failure = 'The backup could not be made. The cause is in the errors.'
  expect((await here.ask('admin', 'GET', url)).json()).toMatchObject({ files: [], making: null, failure })
  expect((await here.ask('admin', 'GET', '/api/system/errors')).json()).toMatchObject([
    { doing: 'a backup could not be made', times: 1 },
  ])
})

test('what a process left half-made that was killed goes, and keeps no backup from being made', async () => {
  const { ask, services, folder, clock } = await makeBackedUpWorld()
  clock.moveBy(60_000)
  const [earlier, next] = [NAME, 'tangelo-2026-11-20-09-01-00.tar']
  const parts = ['.part', '.part-store', '.part-store-journal', '.part-blobs', '.part-medium-3']
  for (const part of parts)
    for (const name of [earlier, next]) writeFileSync(join(folder, 'backups', name + part), 'half')
  await ask('admin', 'POST', url)
  await services.backups.waitForEnd()
  expect((await ask('admin', 'GET', url)).json().failure).toBe(null)
  expect(readdirSync(join(folder, 'backups')).sort()).toEqual([earlier, next])
})

test('a picture that is damaged in the folder is as it was after a restore', async () => {
  const { path } = await makeBackedUpWorld()
  const folder = elsewhere()
  await restoreAt(START, path, folder)
  const names = readdirSync(folder.blobsPath, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const paths = names.map(({ parentPath, name }) => join(parentPath, name))
  const before = paths.map((one) => readFileSync(one))
  for (const one of paths) truncateSync(one, 3)
  await restoreAt(START, path, folder)
  expect(paths.map((one) => readFileSync(one))).toEqual(before)
})
