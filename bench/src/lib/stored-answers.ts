/** A store with answers of a source for every day of many accounts, as it is before posts have a history. */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Database, insertNew } from '../../../server/src/platform/database/database.ts'
import { createRandom } from './random.ts'

const DAY_MS = 86_400_000
const LATEST = 12
/** Days from one post to the next. */
const DAYS_PER_POST = 1.5
export const POSTS_PER_ANSWER = LATEST

/** The answers go into the folder as blob storage keeps them, but nothing waits for the disk. */
export async function storeAnswers(
  database: Database,
  { folder, accounts, days, now }: { folder: string; accounts: number; days: number; now: number },
): Promise<void> {
  const { engine, queries } = database
  const company = { id: 1, name: 'Citrus Studio', name_key: 'citrus studio', time_zone: 'UTC', created_at: now }
  await queries.insertInto('companies').values(company).execute()
  for (let id = 1; id <= accounts; id += 1) {
    const moments = Array.from({ length: days }, (_, at) => now - (days - at) * DAY_MS + ((id * 7_919) % 80_000_000))
    const hashes = moments.map((at) => storeBlob(folder, answerAt(id, at, now)))
    const numberOf = (place: number) => (id - 1) * days + place + 1
    await database.transaction(async (tx) => {
      const where = { queries: tx, engine }
      const name = `bench_${id}`
      const account = { id, company_id: 1, username: name, username_key: name, created_at: now }
      await insertNew(where, 'accounts', [account])
      await insertNew(
        where,
        'raw_responses',
        hashes.map((hash, place) => ({ id: numberOf(place), hash: Buffer.from(hash, 'hex'), kept_since: now })),
      )
      await insertNew(
        where,
        'metric_snapshots',
        moments.map((at, place) => ({
          company_id: 1,
          account_id: id,
          captured_at: at,
          fingerprint: place,
          day: Math.floor(at / DAY_MS),
          recorded_after: 0,
          source: 'graph' as const,
          followers: 10_000 + place,
          raw_id: numberOf(place),
        })),
      )
      await insertNew(where, 'post_backfills', [{ account_id: id, read_until: 0 }])
    })
  }
}

function storeBlob(folder: string, text: string): string {
  const hash = createHash('sha256').update(text).digest('hex')
  mkdirSync(join(folder, hash.slice(0, 2)), { recursive: true })
  writeFileSync(join(folder, hash.slice(0, 2), `${hash.slice(2)}.gz`), gzipSync(text, { level: 1 }))
  return hash
}

/** The twelve latest posts of an account at a moment, whose likes come within days; as the Graph API sends them. */
function answerAt(account: number, at: number, now: number): string {
  const first = now - 400 * DAY_MS
  const newest = Math.floor((at - first) / DAY_MS / DAYS_PER_POST)
  const data = Array.from({ length: LATEST }, (_, place) => postOf(account, newest - place, first, at))
  return JSON.stringify({
    id: String(17_841_400_000_000_000 + account),
    username: `bench_${account}`,
    biography: 'Notes from a small workshop by the sea.',
    followers_count: 10_000 + newest,
    follows_count: 300,
    media_count: newest + 1,
    media: { data },
  })
}

function postOf(account: number, index: number, first: number, at: number) {
  const random = createRandom(account * 100_003 + index)
  const postedAt = first + index * DAYS_PER_POST * DAY_MS
  const ripeness = 1 - Math.exp(-(at - postedAt) / (4 * DAY_MS))
  const likes = Math.floor(random.whole(200, 90_000) * ripeness)
  const code = `C${account.toString(36)}_${index.toString(36)}`
  return {
    id: String(18_000_000_000_000_000n + BigInt(account) * 100_000n + BigInt(index)),
    caption: `Number ${index} of a long row. ${'New pictures every morning, long stories on Sundays. '.repeat(4)}#garden`,
    media_type: 'IMAGE',
    media_product_type: 'FEED',
    media_url: `https://pictures.example/${code}.jpg?oh=${'a1b2c3d4'.repeat(20)}`,
    permalink: `https://www.instagram.com/p/${code}/`,
    timestamp: `${new Date(postedAt).toISOString().slice(0, 19)}+0000`,
    like_count: likes,
    comments_count: Math.floor(likes / 40),
  }
}
