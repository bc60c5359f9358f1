/** What the publishing trial publishes: posts with a picture and reels, on accounts that are connected at the stand-in. */
import type { PublishingStandIn } from '@tangelo/stand-ins'
import sharp from 'sharp'
import { emptyItem, TABLE_AUTHOR, writeItems } from '#features/content/index.ts'
import { type Database, openDatabase, type StoreLocation } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { encryptionWith } from '#platform/encryption.ts'
import { newRecordId } from '#platform/record-id.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import { migrations } from '../../../migrations/index.ts'
import { mp4Of } from '../../made-mp4.ts'
import { connectAccount } from '../../own-account.ts'
import type { RunningServer } from '../../server-process.ts'
import { requireJson } from '../../trial.ts'

const VIDEO_BYTES = 400_000

export interface Post {
  itemId: string
  accountId: number
  caption: string
}

/** A store with a company that tracks these accounts. */
export async function prepare(store: StoreLocation, names: readonly string[]): Promise<void> {
  const database = openDatabase(store)
  try {
    await migrate(database, migrations)
    await database.queries
      .insertInto('companies')
      .values({ name: 'Harbour', name_key: 'harbour', time_zone: 'Europe/Lisbon', created_at: Date.now() })
      .onConflict((taken) => taken.doNothing())
      .execute()
    const { id: company_id } = await database.queries
      .selectFrom('companies')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const rows = names.map((username) => ({ company_id, username, username_key: username, created_at: Date.now() }))
    await database.queries.insertInto('accounts').values(rows).execute()
  } finally {
    await database.close()
  }
}

/** Every third is a reel. */
export async function makePosts({
  database,
  stand,
  key,
  names,
  posts,
  blobs,
  server,
  token,
}: {
  database: Database
  stand: PublishingStandIn
  key: Buffer
  names: readonly string[]
  posts: number
  blobs: BlobStorage
  server: RunningServer
  token: string
}): Promise<Post[]> {
  const { queries, engine } = database
  const encryption = encryptionWith(key)
  const ids: number[] = []
  for (const username of names)
    ids.push(await connectAccount({ queries, encryption, stand, login: 'facebook', username }))
  const { company_id: companyId } = await queries.selectFrom('accounts').select('company_id').executeTakeFirstOrThrow()
  const imageUrl = await anImage(server, token)
  const video = mp4Of(12, VIDEO_BYTES)
  const [hash, cover_hash] = [await blobs.put(video), await blobs.put(new Uint8Array([0xff, 0xd8, 1]))]
  const at = Date.now()
  const made: Post[] = []
  for (let index = 0; index < posts; index += 1) {
    const itemId = newRecordId()
    const caption = `Post ${index} of the trial`
    const isReel = index % 3 === 2
    const videoId = String(index).padStart(22, 'v')
    const change = isReel ? { mediaType: 'reel', videoUrl: `/media/v/${videoId}` } : { mediaType: 'image', imageUrl }
    await database.transaction(async (tx) => {
      await writeItems(
        { queries: tx, engine },
        [
          {
            before: emptyItem({ id: itemId, companyId, at }),
            isNew: true,
            change: { status: 'Draft', caption, ...change },
            at,
          },
        ],
        TABLE_AUTHOR,
        at,
      )
      if (isReel)
        await tx
          .insertInto('videos')
          .values({
            id: videoId,
            company_id: companyId,
            item_id: itemId,
            hash,
            cover_hash,
            bytes: video.length,
            created_at: at,
            replaced_at: null,
            reel_check: '{"isReady":true,"rows":[]}',
          })
          .execute()
    })
    made.push({ itemId, accountId: ids[index % ids.length] ?? 0, caption })
  }
  return made
}

async function anImage(server: RunningServer, token: string): Promise<string> {
  const bytes = await sharp({ create: { width: 1080, height: 1080, channels: 3, background: 'orange' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.append('images', new Blob([new Uint8Array(bytes)]), 'orange.jpg')
  const { imageUrls } = await requireJson<{ imageUrls: string[] }>(
    server.ask('POST', '/api/upload/images', { token, body: form }),
  )
  return new URL(imageUrls[0] ?? '').pathname
}
