/** Blobs that no row names go, and no other: after refused uploads, killed processes and deleted rows, in both storages. */
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { s3StandIn } from '@tangelo/stand-ins'
import pg from 'pg'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { folderBlobStorage } from '#adapters/blob-storage/folder.ts'
import { openDatabase, type StoreLocation } from '#platform/database/database.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { startServer } from '../../../testing/server-process.ts'
import { folderOfTest } from '../../../testing/test-folder.ts'
import { databaseUrlOfTest, serverOfTest } from '../../../testing/test-server.ts'
import { formWith, type Person, START, type World, world } from '../../../testing/world.ts'
import { blobSweep, claimedBlobs, releaseBlobs } from './blob-claims.service.ts'

const DAY = 24 * 60 * 60_000

const plain = async (r: number) =>
  new Uint8Array(
    await sharp({ create: { width: 60, height: 40, channels: 3, background: { r, g: 9, b: 9 } } })
      .jpeg()
      .toBuffer(),
  )

const upload = ({ ask }: World, bytes: Uint8Array<ArrayBuffer>, who: Person = 'pro') =>
  ask(who, 'POST', '/api/upload/images', formWith(bytes, 'a.jpg', 'images'))

/** Names of the blobs in a folder. */
function blobsIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => parentPath.slice(-2) + name).toSorted()
}

/** Blobs that rows of uploads and of their copies name. */
async function listNamedBlobs({ database }: Pick<World, 'database'>): Promise<string[]> {
  const [images, copies] = await Promise.all(
    (['uploads', 'image_variants'] as const).map((table) =>
      database.queries.selectFrom(table).select('hash').execute(),
    ),
  )
  return [...new Set([...(images ?? []), ...(copies ?? [])].flatMap(({ hash }) => hash ?? []))].toSorted()
}

/** A world whose blobs are in a bucket, which lives in the time of its clock. */
async function withBucket(given: Parameters<typeof world>[0]) {
  let now = () => START
  const s3 = await s3StandIn({ clock: { now: () => now() } }).start()
  onTestFinished(s3.end)
  const { url: endpoint, bucket, region, accessKeyId, secretAccessKey } = s3
  const here = await world({ ...given, s3: { endpoint, bucket, region, accessKeyId, secretAccessKey } })
  now = here.clock.now
  return { here, s3 }
}

/** Six at once for the room of three: some are refused when their files are stored already. */
async function crowdUploads(here: World): Promise<void> {
  const answers = await Promise.all([0, 40, 80, 120, 160, 200].map(async (red) => upload(here, await plain(red))))
  expect(answers.map(({ statusCode }) => statusCode)).toContain(409)
}

test('what a refused upload left in the folder is gone after a day, and what is shown stays', async () => {
  const here = await world({ uploadsBytesMax: 1_500 })
  await crowdUploads(here)
  const blobs = join(here.folder, 'blobs')
  expect(blobsIn(blobs).length).toBeGreaterThan((await listNamedBlobs(here)).length)
  await here.purge()
  expect(blobsIn(blobs).length, 'an upload may be under way').toBeGreaterThan((await listNamedBlobs(here)).length)
  here.clock.moveBy(DAY + 1)
  await here.purge()
  expect(blobsIn(blobs)).toEqual(await listNamedBlobs(here))
})

test('the same in a bucket', async () => {
  const { here, s3 } = await withBucket({ uploadsBytesMax: 1_500 })
  await crowdUploads(here)
  const keys = () => [...s3.objects.keys()].map((key) => key.replace('/', '')).toSorted()
  expect(keys().length).toBeGreaterThan((await listNamedBlobs(here)).length)
  here.clock.moveBy(DAY + 1)
  await here.purge()
  expect(keys()).toEqual(await listNamedBlobs(here))
})

/** No upload is added until this is released: PostgreSQL waits for a lock, SQLite for a trigger that does not end. */
async function holdUploads(location: StoreLocation): Promise<() => Promise<void>> {
  if (location.engine === 'postgres') {
    const client = new pg.Client({ connectionString: location.url })
    await client.connect()
    await client.query('begin; lock table uploads in exclusive mode')
    return () => client.end()
  }
  const database = new DatabaseSync(location.path)
  database.exec('pragma busy_timeout = 5000')
  const everything = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `sqlite_schema ${name}`).join(', ')
  database.exec(`create trigger held before insert on uploads begin select count(*) from ${everything}; end`)
  return async () => {
    database.exec('drop trigger held')
    database.close()
  }
}

test('what a process was storing when it was killed goes with the next sweeps', async () => {
  const folder = folderOfTest()
  const settings = {
    DATA_DIR: folder,
    ADMIN_USERNAME: 'admin',
    ADMIN_PASSWORD: 'a ripe tangelo in March',
    DATABASE_URL: await databaseUrlOfTest(),
  }
  const server = await serverOfTest(settings)
  const blobs = join(folder, 'blobs')
  const token = await server.signIn('admin', settings.ADMIN_PASSWORD)
  const filesIn = (place: string) =>
    existsSync(place) ? readdirSync(place, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()) : []
  const half = request(new URL('/api/upload/images', server.address), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
  }).on('error', () => {})
  half.write('--x\r\ncontent-disposition: form-data; name="images"; filename="a.jpg"\r\n\r\nhalf of an image')
  await until('half a file has come', async () => filesIn(join(folder, 'tmp')).length > 0)

  const form = new FormData()
  for (const red of [0, 40, 80, 120, 160, 200]) form.append('images', new Blob([await plain(red)]), `${red}.jpg`)
  const location = settings.DATABASE_URL
    ? ({ engine: 'postgres', url: settings.DATABASE_URL } as const)
    : ({ engine: 'sqlite', path: join(folder, 'tangelo.sqlite') } as const)
  const hasStoredBlob = () => filesIn(blobs).some(({ parentPath }) => !parentPath.endsWith('parts'))
  const release = await holdUploads(location)
  const sending = server.ask('POST', '/api/upload/images', { token, body: form }).catch(() => null)
  await until('a blob is stored', async () => hasStoredBlob())
  await server.end('SIGKILL')
  expect(await sending).toBeNull()
  await release()

  const again = await startServer(settings)
  expect(filesIn(join(folder, 'tmp'))).toEqual([])
  await again.end('SIGTERM')
  const database = openDatabase(location)
  onTestFinished(() => database.close())
  expect([blobsIn(blobs).length > 0, await listNamedBlobs({ database })]).toEqual([true, []])
  const clock = { now: () => Date.now() + DAY + 1 }
  await blobSweep({ database, clock, blobs: folderBlobStorage(blobs) }).purge()
  expect(blobsIn(blobs)).toEqual([])
}, 60_000)

test('a copy that comes while the same bytes are being removed waits for that, and stays', async () => {
  const { database, clock, folder } = await world()
  const plainBlobs = folderBlobStorage(join(folder, 'blobs'))
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
  const { promise: begun, resolve: hasBegun } = Promise.withResolvers<void>()
  const slow = {
    ...plainBlobs,
    async remove(hash: string) {
      hasBegun()
      await held
      await plainBlobs.remove(hash)
    },
  }
  const claimed = claimedBlobs({ database, clock, blobs: slow })
  const bytes = Buffer.from('the same bytes')
  const hash = await claimed.put(bytes)
  clock.moveBy(DAY + 1)
  const sweeping = blobSweep({ database, clock, blobs: slow }).purge()
  await begun
  let isPut = false
  const putting = claimed.put(bytes).then(() => {
    isPut = true
  })
  await until('the put has looked', async () => {
    const row = await database.queries.selectFrom('blob_claims').select('is_removing').executeTakeFirst()
    return row?.is_removing === 1
  })
  expect(isPut).toBe(false)
  goOn()
  await Promise.all([sweeping, putting])
  expect(await plainBlobs.get(hash)).toEqual(bytes)
})

test('a row that is added before the sweep checks keeps its blob, though another row lost its own', async () => {
  const here = await world()
  const image = await plain(80)
  for (const who of ['pro', 'foreigner'] as const) expect((await upload(here, image, who)).statusCode).toBe(200)
  const { hash } = await here.database.queries.selectFrom('uploads').select('hash').executeTakeFirstOrThrow()
  await here.database.transaction(async (tx) => {
    await tx.deleteFrom('uploads').where('company_id', '=', 1).execute()
    await releaseBlobs(tx, [hash], here.clock.now())
  })
  here.clock.moveBy(DAY + 1)
  await here.purge()
  expect(blobsIn(join(here.folder, 'blobs'))).toContain(hash)
  await here.database.transaction(async (tx) => {
    await tx.deleteFrom('uploads').execute()
    await releaseBlobs(tx, [hash], here.clock.now())
  })
  // The copies of the picture go with the sweep after it.
  for (let sweep = 0; sweep < 2; sweep += 1) {
    here.clock.moveBy(1_000)
    await here.purge()
  }
  expect(blobsIn(join(here.folder, 'blobs'))).toEqual([])
})

test('files of earlier versions that nothing names go after a week', async () => {
  const here = await world()
  const blobs = join(here.folder, 'blobs')
  const storage = folderBlobStorage(blobs)
  const [old, young] = [await storage.put(Buffer.from('old')), await storage.put(Buffer.from('young'))]
  const answer = await storage.put(Buffer.from('an answer of a source'), { compress: true })
  const at = (hash: string, days: number, suffix = '') =>
    utimesSync(join(blobs, hash.slice(0, 2), hash.slice(2) + suffix), 0, (here.clock.now() - days * DAY) / 1_000)
  at(old, 8)
  at(young, 6)
  at(answer, 80, '.gz')
  await here.purge()
  expect(blobsIn(blobs)).toEqual([young, `${answer}.gz`].toSorted())
})
