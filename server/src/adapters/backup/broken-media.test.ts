/** Blobs that break off on their way out of a bucket: one of thousands does, now and then. */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { s3StandIn } from '@tangelo/stand-ins'
import { expect, onTestFinished, test } from 'vitest'
import { blobStorageAt } from '#adapters/blob-storage/index.ts'
import { openLog } from '#platform/log.ts'
import { CannotBackUp } from '#ports/backups.ts'
import { folderOfTest } from '#testing/test-folder.ts'
import { START, world } from '#testing/world.ts'
import { backupMaker } from './index.ts'

async function withMusic(bytes: number) {
  const clock = { now: () => START }
  const s3 = await s3StandIn({ clock }).start()
  onTestFinished(s3.end)
  const { url: endpoint, bucket, region, accessKeyId, secretAccessKey } = s3
  const location = { endpoint, bucket, region, accessKeyId, secretAccessKey }
  const blobs = blobStorageAt({ folder: '', s3: location }, { clock, log: openLog('silent') })
  const { database } = await world()
  const content = randomBytes(bytes)
  const hash = createHash('sha256').update(content).digest('hex')
  await blobs.put(content)
  const music = { id: 'm', company_id: 1, user_id: null, hash, type: 'audio/mpeg', name: 'm', seconds: 1, bytes }
  await database.queries
    .insertInto('music')
    .values(Object.assign({ created_at: 1 }, music))
    .execute()
  const path = join(folderOfTest(), 'all.tar')
  const make = () => backupMaker({ store: database.location, media: { bucket: blobs } }, clock.now).make(path)
  return { s3, content, path, make }
}

test.each([
  ['small', 20_000],
  ['large', 5_000_000],
])('a %s one is asked for again, and the backup holds it', async (_, bytes) => {
  const { s3, content, path, make } = await withMusic(bytes)
  s3.faults.next(1, 'reset')
  expect(await make()).toMatchObject({ mediaFiles: 1, mediaMissing: 0 })
  expect(readFileSync(path).includes(content)).toBe(true)
})

test('a bucket that breaks off every time is named, and no backup is made', async () => {
  const { s3, make } = await withMusic(20_000)
  s3.faults.always('reset')
  const failure = await make().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CannotBackUp)
  expect(String(failure)).toContain('broke the connection off')
})
