/** Backups between stores: of either engine, with media in a folder or a bucket, whole or not at all. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type S3StandIn, s3StandIn } from '@tangelo/stand-ins'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { blobStorageAt } from '#adapters/blob-storage/index.ts'
import { integrityCheckService } from '#features/analytics/index.ts'
import { auditLogService } from '#features/core/index.ts'
import { openDatabase, type StoreLocation } from '#platform/database/database.ts'
import { refuseNewerSchema } from '#platform/database/migrate.ts'
import { stateOfStore } from '#platform/database/restore-mark.ts'
import { openLog } from '#platform/log.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { CannotBackUp } from '#ports/backups.ts'
import { systemClock } from '#ports/clock.ts'
import { backupSourceOf, mediaTargetOf } from '../../composition/backups.ts'
import { migrations } from '../../migrations/index.ts'
import { aPixel } from '../../testing/reels.ts'
import { rowsOfStore } from '../../testing/store-rows.ts'
import { folderOfTest } from '../../testing/test-folder.ts'
import { emptyPostgres, testEngine } from '../../testing/test-store.ts'
import { formWith, START, type World, world } from '../../testing/world.ts'
import { BrokenBackup, backupMaker, restoreIntoFolder, restoreIntoPostgres } from './index.ts'

/** Databases are made and migrated. */
vi.setConfig({ testTimeout: 120_000 })

const onPostgres = testEngine === 'postgres' ? test : () => {}
/** As that of a world: requests to the bucket are signed with their moment. */
const clock = { now: () => START }
const parts = { clock, log: openLog('silent') }

/** Of this month, and of one long ago: PostgreSQL keeps snapshots by month. */
const DAYS = ['2019-02-03', ...Array.from({ length: 19 }, (_, day) => `2026-11-${String(day + 1).padStart(2, '0')}`)]

const FIGURES = [
  'username,date,followers,following,posts,engagement_rate',
  ...['nasa', 'harbour', 'garden'].flatMap((name, at) =>
    DAYS.map((day, place) => `${name},${day},${1000 + 10 * at + place * place},10,100,2.5`),
  ),
  '',
].join('\n')

/** A bit of everything: figures, sums, texts, pictures and their copies, an audit log. */
async function makeFilledWorld(given: Parameters<typeof world>[0] = {}): Promise<World> {
  const here = await world(given)
  const { ask } = here
  await ask('admin', 'POST', '/api/accounts/import', formWith(FIGURES))
  for (const caption of ['A lemon', 'A “market” \\x00ff \u2028 🍊', "O'Hare\nand a tab\t"])
    await ask('pro', 'POST', '/api/content/posts', { caption, publishDate: '2026-11-19' })
  await ask('pro', 'POST', '/api/upload/images', formWith(aPixel(), 'pixel.gif', 'images'))
  await ask('admin', 'DELETE', '/api/accounts/3')
  return here
}

/** Without when the store was restored. */
const dataOf = (location: StoreLocation) => rowsOfStore(location, { without: ['instance_settings'] })

async function bucket(): Promise<S3StandIn> {
  const s3 = await s3StandIn({ clock }).start()
  onTestFinished(s3.end)
  return s3
}

const locationOf = ({ url, bucket: name, region, accessKeyId, secretAccessKey }: S3StandIn) => ({
  endpoint: url,
  bucket: name,
  region,
  accessKeyId,
  secretAccessKey,
})

type Kept = { s3?: S3StandIn; folder: string }

const blobsOf = ({ s3, folder }: Kept) => ({ folder: join(folder, 'blobs'), s3: s3 ? locationOf(s3) : null })

async function backUp(store: StoreLocation, kept: Kept): Promise<string> {
  const path = join(folderOfTest(), 'all.tar')
  await backupMaker(backupSourceOf({ store, blobs: blobsOf(kept) }, parts), () => 1_000).make(path)
  return path
}

const toolsFor = (kept: Kept) => {
  mkdirSync(join(kept.folder, 'tmp'), { recursive: true })
  return {
    steps: migrations,
    now: () => 2_000,
    media: mediaTargetOf(blobsOf(kept), parts),
    temporaryPath: join(kept.folder, 'tmp'),
  }
}

async function intoFile(path: string, kept: Kept): Promise<StoreLocation> {
  const store = join(kept.folder, 'tangelo.sqlite')
  await restoreIntoFolder(path, store, toolsFor(kept))
  return { engine: 'sqlite', path: store }
}

async function emptyDatabase(): Promise<StoreLocation & { engine: 'postgres' }> {
  const { url, drop } = await emptyPostgres()
  onTestFinished(drop)
  return { engine: 'postgres', url }
}

async function intoPostgres(path: string, kept: Kept): Promise<StoreLocation> {
  const location = await emptyDatabase()
  await restoreIntoPostgres(path, location.url, toolsFor(kept))
  return location
}

const restored = testEngine === 'postgres' ? intoPostgres : intoFile

/** What the audit finds, and that new rows get new numbers. */
async function expectWhole(location: StoreLocation): Promise<void> {
  const database = openDatabase(location)
  try {
    await refuseNewerSchema(database, migrations)
    const figures = await integrityCheckService({ database, clock: systemClock }).run()
    expect(figures).toMatchObject({ accounts: 2, snapshots: 40, mismatches: [] })
    expect((await auditLogService({ database, clock: systemClock }).check()).problems).toEqual([])
    const { id } = await database.queries
      .insertInto('accounts')
      .values({ company_id: 1, username: 'new', username_key: 'new', created_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    // The one that was deleted had 3.
    expect(id).toBe(4)
    await database.queries.deleteFrom('accounts').where('id', '=', id).execute()
  } finally {
    await database.close()
  }
}

test('a store comes back with every row, its sums and its media out of one bucket into another', async () => {
  const s3 = await bucket()
  const here = await makeFilledWorld({ s3: locationOf(s3) })
  const { location } = here.database
  const path = await backUp(location, { s3, folder: here.folder })
  const expected = await dataOf(location)
  const other = await bucket()
  const back = await restored(path, { s3: other, folder: folderOfTest() })
  expect(await dataOf(back)).toEqual(expected)
  expect(other.objects.size).toBeGreaterThan(1)
  for (const [key, { bytes }] of other.objects) expect(s3.objects.get(key)?.bytes.equals(bytes)).toBe(true)
  expect(other.objects.size).toBe(s3.objects.size)
  await expectWhole(back)
})

onPostgres('what grew on SQLite goes on in PostgreSQL, and the other way round', async () => {
  const here = await makeFilledWorld()
  const { location } = here.database
  const expected = await dataOf(location)
  const path = await backUp(location, here)
  const small = { folder: folderOfTest() }
  const file = await intoFile(path, small)
  expect(await dataOf(file)).toEqual(expected)
  const s3 = await bucket()
  const grown = await intoPostgres(await backUp(file, small), { s3, folder: folderOfTest() })
  expect(await dataOf(grown)).toEqual(expected)
  expect(s3.objects.size).toBeGreaterThan(1)
  await expectWhole(file)
  await expectWhole(grown)
})

onPostgres('a database that holds data is left as it is', async () => {
  const here = await makeFilledWorld()
  const path = await backUp(here.database.location, here)
  const before = await dataOf(here.database.location)
  const { location } = here.database
  if (location.engine !== 'postgres') throw new Error('This is about PostgreSQL')
  await expect(restoreIntoPostgres(path, location.url, toolsFor({ folder: folderOfTest() }))).rejects.toThrow(
    /holds data already\. A backup is restored into an empty one/,
  )
  expect(await dataOf(location)).toEqual(before)
})

onPostgres('what a restore has left half-way is used by no program, and the next restore begins anew', async () => {
  const here = await makeFilledWorld()
  const path = await backUp(here.database.location, here)
  const expected = await dataOf(here.database.location)
  const target = await emptyDatabase()
  const folder = folderOfTest()
  const away = await bucket()
  const tools = toolsFor({ folder, s3: away })
  // The bucket goes away while media are put there.
  await away.end()
  await expect(restoreIntoPostgres(path, target.url, tools)).rejects.toMatchObject({ name: 'S3Failure' })
  const database = openDatabase(target)
  onTestFinished(() => database.close())
  await expect(refuseNewerSchema(database, migrations)).rejects.toThrow('not all of it is there')
  await restoreIntoPostgres(path, target.url, toolsFor({ folder: folderOfTest() }))
  await refuseNewerSchema(database, migrations)
  expect(await dataOf(target)).toEqual(expected)
})

onPostgres('media that cannot be kept end a restore by their own failure, however long the rows take', async () => {
  const here = await makeFilledWorld()
  const path = await backUp(here.database.location, here)
  const target = await emptyDatabase()
  const media = { keep: async () => {}, end: () => Promise.reject(new Error('There is no room for media')) }
  const tools = Object.assign(toolsFor({ folder: folderOfTest() }), { media })
  // An unhandled rejection would end the process, and this run.
  await expect(restoreIntoPostgres(path, target.url, tools)).rejects.toThrow('There is no room for media')
})

onPostgres('a backup of rows that is cut off, altered or from a newer tangelo puts nothing back', async () => {
  const here = await makeFilledWorld()
  const path = await backUp(here.database.location, here)
  const whole = readFileSync(path)
  const target = await emptyDatabase()
  const restore = () => restoreIntoPostgres(path, target.url, toolsFor({ folder: folderOfTest() }))
  truncateSync(path, whole.length - 2_000)
  await expect(restore()).rejects.toThrow('It breaks off before its end.')
  const altered = Buffer.from(whole)
  const at = whole.indexOf('rows/accounts/') + 512 + 40
  altered[at] = (altered[at] ?? 0) ^ 1
  writeFileSync(path, altered)
  await expect(restore()).rejects.toBeInstanceOf(BrokenBackup)
  // As long as it was, so that the rest stays where it is.
  const newer = Buffer.from(whole)
  newer.write('"formatVersion": 3', newer.indexOf('"formatVersion": 2'))
  writeFileSync(path, newer)
  await expect(restore()).rejects.toThrow('It was made by a newer tangelo (0.1.0): update this one.')
  const step = Buffer.from(whole)
  step.write('0099-', step.indexOf('"0027-') + 1)
  writeFileSync(path, step)
  await expect(restore()).rejects.toThrow(/written by a newer tangelo \(it has the step 0099-/)
  await expect(rowsOfStore(target)).rejects.toThrow('migrations')
})

test('blobs that are gone from the bucket, or altered, break no backup and are counted', async () => {
  const s3 = await bucket()
  const here = await makeFilledWorld({ s3: locationOf(s3) })
  const [one, two] = [...s3.objects.keys()]
  s3.objects.delete(one ?? '')
  const altered = s3.objects.get(two ?? '')
  if (altered) altered.bytes = Buffer.concat([altered.bytes, Buffer.from('x')])
  const all = s3.objects.size + 1
  const path = join(folderOfTest(), 'all.tar')
  const source = backupSourceOf({ store: here.database.location, blobs: blobsOf({ s3, folder: here.folder }) }, parts)
  expect(await backupMaker(source, () => 1_000).make(path)).toMatchObject({ mediaMissing: 2, mediaFiles: all - 2 })
})

test('a large blob comes through a file, and one that is cut off on its way ends the backup and leaves nothing', async () => {
  const s3 = await bucket()
  const here = await makeFilledWorld({ s3: locationOf(s3) })
  const video = randomBytes(5_000_000)
  const hash = createHash('sha256').update(video).digest('hex')
  const blobs = blobStorageAt(blobsOf({ s3, folder: here.folder }), parts)
  await blobs.put(video)
  await here.database.queries
    .insertInto('music')
    .values({
      id: 'm',
      company_id: 1,
      user_id: null,
      hash,
      type: 'audio/mpeg',
      name: 'm',
      seconds: 1,
      bytes: video.length,
      created_at: 1,
    })
    .execute()
  const path = await backUp(here.database.location, { s3, folder: here.folder })
  expect(readFileSync(path).includes(video)).toBe(true)
  await s3.end()
  rmSync(path)
  await expect(backUp(here.database.location, { s3, folder: here.folder })).rejects.toThrow(CannotBackUp)
})

onPostgres('a PostgreSQL that is away is said in a sentence without its password', async () => {
  const source = backupSourceOf(
    {
      store: { engine: 'postgres', url: 'postgres://tangelo:sesame1@127.0.0.1:1/none' },
      blobs: { folder: '/none', s3: null },
    },
    parts,
  )
  const failure = await backupMaker(source, () => 0)
    .make(join(folderOfTest(), 'all.tar'))
    .catch((error: unknown) => error)
  expect(String(failure)).toMatch(/PostgreSQL at 127\.0\.0\.1:1 could not be read to the end/)
  expect(String(failure)).not.toContain('sesame1')
})

onPostgres('a restore that is refused leaves the database empty', async () => {
  const here = await makeFilledWorld()
  const kept = { folder: folderOfTest() }
  const file = await intoFile(await backUp(here.database.location, here), kept)
  const newer = openDatabase(file)
  await sql`insert into migrations (name, checksum, ran_at) values ('9999-of-a-newer-version', '', 1)`.execute(
    newer.queries,
  )
  await newer.close()
  const path = await backUp(file, kept)
  const { url } = await emptyDatabase()
  await expect(restoreIntoPostgres(path, url, toolsFor({ folder: folderOfTest() }))).rejects.toThrow(StartRefused)
  const database = openDatabase({ engine: 'postgres', url })
  expect(await stateOfStore(database)).toBe('empty')
  await database.close()
})

test('of two backups to one file at once the second is refused, and the first is whole', async () => {
  const here = await makeFilledWorld()
  const folder = folderOfTest()
  const path = join(folder, 'all.tar')
  const maker = backupMaker(backupSourceOf({ store: here.database.location, blobs: blobsOf(here) }, parts), () => 1_000)
  const [first, second] = await Promise.allSettled([maker.make(path), maker.make(path)])
  expect(first.status).toBe('fulfilled')
  expect(second).toMatchObject({
    reason: new CannotBackUp(`Another backup is being written to ${path}: let it end, or choose another name.`),
  })
  expect(readdirSync(folder)).toEqual(['all.tar'])
})

test('what was left half-made under the same name keeps no backup from being made, and goes alone', async () => {
  const here = await makeFilledWorld()
  const folder = folderOfTest()
  const path = join(folder, 'all.tar')
  for (const part of ['.part', '.part-store', '.part-store-journal', '.part-medium-3'])
    writeFileSync(path + part, 'half')
  // An older backup in pieces, as `split` names them: no leftover of ours.
  writeFileSync(`${path}.part-aa`, 'whole')
  const source = backupSourceOf({ store: here.database.location, blobs: blobsOf(here) }, parts)
  expect(await backupMaker(source, () => 1_000).make(path)).toMatchObject({ mediaFiles: expect.any(Number) })
  expect(readdirSync(folder).sort()).toEqual(['all.tar', 'all.tar.part-aa'])
})
