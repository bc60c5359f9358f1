/** A store with connected accounts and posts to publish, filled before and beside the server. */
import { randomBytes } from 'node:crypto'
import type { PublishingStandIn } from '@tangelo/stand-ins'
import { blobStorageAt } from '../../../server/src/adapters/blob-storage/index.ts'
import { emptyItem, TABLE_AUTHOR, writeItems } from '../../../server/src/features/content/index.ts'
import { migrations } from '../../../server/src/migrations/index.ts'
import { type Database, openDatabase, type StoreLocation } from '../../../server/src/platform/database/database.ts'
import { migrate } from '../../../server/src/platform/database/migrate.ts'
import { encryptionWith } from '../../../server/src/platform/encryption.ts'
import { openLog } from '../../../server/src/platform/log.ts'
import { newRecordId } from '../../../server/src/platform/record-id.ts'
import { connectAccount } from '../../../server/src/testing/own-account.ts'

export const key = randomBytes(32)

export interface Post {
  itemId: string
  accountId: number
}

/** A company with these accounts, each connected with Facebook's login; answers their ids. */
export async function fillAccounts(
  location: StoreLocation,
  stand: PublishingStandIn,
  names: readonly string[],
): Promise<number[]> {
  const database = openDatabase(location)
  try {
    await migrate(database, migrations)
    const { queries } = database
    const created_at = Date.now()
    const company = { name: 'Bench', name_key: 'bench', time_zone: 'UTC', created_at }
    const { id: company_id } = await queries
      .insertInto('companies')
      .values(company)
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = names.map((username) => ({ company_id, username, username_key: username, created_at }))
    await queries.insertInto('accounts').values(rows).execute()
    const ids: number[] = []
    for (const username of names)
      ids.push(await connectAccount({ queries, encryption: encryptionWith(key), stand, login: 'facebook', username }))
    return ids
  } finally {
    await database.close()
  }
}

/** Drafts with one picture each, spread over the accounts. */
export async function fillPosts(
  location: StoreLocation,
  { posts, accountIds, imageUrl }: { posts: number; accountIds: readonly number[]; imageUrl: string },
): Promise<Post[]> {
  const database = openDatabase(location)
  try {
    const made: Post[] = []
    for (let at = 0; at < posts; at += 1) {
      const accountId = accountIds[at % accountIds.length] ?? 0
      made.push({
        accountId,
        itemId: await addDraft(database, { mediaType: 'image', imageUrl, caption: `Post ${at}` }),
      })
    }
    return made
  } finally {
    await database.close()
  }
}

/** A reel with this video; answers the id of its draft. */
export async function addReel(location: StoreLocation, dataFolder: string, video: Uint8Array): Promise<string> {
  const database = openDatabase(location)
  try {
    const blobs = blobStorageAt(
      { folder: `${dataFolder}/blobs`, s3: null },
      { clock: { now: Date.now }, log: openLog('silent') },
    )
    const id = randomBytes(11).toString('hex')
    const itemId = await addDraft(database, { mediaType: 'reel', videoUrl: `/media/v/${id}`, caption: `Reel ${id}` })
    const { company_id } = await firstCompany(database)
    await database.queries
      .insertInto('videos')
      .values({
        id,
        company_id,
        item_id: itemId,
        hash: await blobs.put(video),
        cover_hash: await blobs.put(new Uint8Array([0xff, 0xd8, 1])),
        bytes: video.length,
        created_at: Date.now(),
        replaced_at: null,
        reel_check: '{"isReady":true,"rows":[]}',
      })
      .execute()
    return itemId
  } finally {
    await database.close()
  }
}

const firstCompany = ({ queries }: Database) =>
  queries.selectFrom('accounts').select('company_id').limit(1).executeTakeFirstOrThrow()

async function addDraft(
  database: Database,
  change: Parameters<typeof writeItems>[1][number]['change'],
): Promise<string> {
  const { company_id: companyId } = await firstCompany(database)
  const [id, at] = [newRecordId(), Date.now()]
  const write = {
    before: emptyItem({ id, companyId, at }),
    isNew: true,
    change: Object.assign({ status: 'Draft' }, change),
    at,
  }
  await database.transaction((tx) =>
    writeItems({ queries: tx, engine: database.engine }, [write], TABLE_AUTHOR, at).then(() => undefined),
  )
  return id
}
