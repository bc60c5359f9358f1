/**
 * Reads every stored answer of a source once more, account by account and in the order of time, for the history of posts:
 * those from before posts had one. Each chunk is stored in one transaction with the moment up to which it reaches, so a
 * process may end anywhere and another goes on: the tables come out the same.
 */
import type { Database, Engine, Queries } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { ReadStoredPosts } from '#ports/instagram.ts'
import type { Handler, Queue, RunningJob } from '#ports/queue.ts'
import { storeMonths } from '../months/months.service.ts'
import type { PostsSeen } from './rules/post-record.ts'
import { areLatestPosts } from './rules/seen.ts'
import { storePosts } from './service/store-posts.ts'
import { backfillsStore, type PostBackfill } from './store/backfills.ts'

const POST_BACKFILL = 'post-backfill'
/** Answers of one transaction: some 700 posts, stored in about 20 ms. */
const ANSWERS_AT_ONCE = 60

export interface PostBackfillTools {
  database: Database
  /** Answers of sources. */
  blobs: BlobStorage
  readStoredPosts: ReadStoredPosts
  /** Called in the transaction that stores posts of an account. */
  onStored: (tx: Queries, engine: Engine, account: { company_id: number; id: number }) => Promise<void>
  log: Log
}

export const postBackfillHandler = (tools: PostBackfillTools): Handler => ({
  kind: POST_BACKFILL,
  concurrency: 1,
  // What it has stored stays stored: however often its process ends, it goes on.
  attempts: Number.POSITIVE_INFINITY,
  run: async ([job]) => {
    if (job) await backfill(job, tools)
    return undefined
  },
})

/** Enqueues the job while there is an account to read. Safe to repeat. */
export async function enqueueBackfill({ database, queue }: { database: Database; queue: Queue }): Promise<void> {
  const { queries, engine } = database
  if (!(await backfillsStore(queries, engine).next())) return
  await database.transaction((tx) =>
    queue.enqueue(tx, [{ kind: POST_BACKFILL, key: POST_BACKFILL, companyId: null, payload: {}, priority: -10 }]),
  )
}

async function backfill(job: RunningJob, tools: PostBackfillTools): Promise<void> {
  const { database, log } = tools
  const store = backfillsStore(database.queries, database.engine)
  const total = await store.count()
  const done = { accounts: 0, answers: 0, unreadable: 0 }
  for (;;) {
    const account = await store.next()
    if (!account) break
    // A backfill that must end early is given back, and goes on elsewhere.
    job.signal.throwIfAborted()
    const isEnd = await readChunk(account, tools, done)
    if (isEnd) done.accounts += 1
    await job.progress(Math.min(1, done.accounts / total))
  }
  if (done.accounts > 0) log.info(done, 'stored answers were read for the history of posts')
}

/** Answers whether it was the account's last chunk. */
async function readChunk(
  account: PostBackfill,
  tools: PostBackfillTools,
  done: { answers: number; unreadable: number },
): Promise<boolean> {
  const { database } = tools
  const { engine } = database
  const answers = await backfillsStore(database.queries, engine).answersAfter(account, ANSWERS_AT_ONCE)
  const isEnd = answers.length < ANSWERS_AT_ONCE
  const last = answers.at(-1)?.capturedAt ?? account.read_until
  // More answers of the last moment may follow: they belong together.
  const whole = isEnd ? answers : answers.filter(({ capturedAt }) => capturedAt < last)
  const chunk = whole.length === 0 ? answers : whole
  const read = await Promise.all(chunk.map(({ rawHash }) => postsIn(rawHash, tools)))
  const allSeen = chunk.flatMap(({ capturedAt, rawId, source, posts: counted }, at): PostsSeen[] => {
    const posts = read[at]
    // The list of a file may have gaps; a source that is read by tangelo answers with the latest ones.
    const areLatest = source === 'graph' || source === 'apify' || areLatestPosts(posts ?? [], counted)
    return posts ? [{ readAt: capturedAt, rawId, posts, areLatest }] : []
  })
  const readUntil = chunk.at(-1)?.capturedAt ?? account.read_until
  const isStored = await database.transaction(async (tx) => {
    const inside = backfillsStore(tx, engine)
    if (!(await inside.move(account, isEnd ? 'end' : readUntil))) return false
    if (allSeen.length === 0) return true
    await storePosts(tx, engine, account, allSeen)
    await storeMonths(tx, engine, account, null)
    await tools.onStored(tx, engine, { company_id: account.company_id, id: account.id })
    return true
  })
  if (!isStored) return false
  done.answers += chunk.length
  done.unreadable += chunk.length - allSeen.length
  return isEnd
}

async function postsIn(rawHash: string, { blobs, readStoredPosts }: PostBackfillTools) {
  const bytes = await blobs.get(rawHash, { compress: true }).catch((error: unknown) => {
    if (isBroken(error)) return null
    throw error
  })
  return bytes && readStoredPosts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'))
}

/** What is stored cannot be unpacked; any other failure of the storage may pass. */
const isBroken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_')
