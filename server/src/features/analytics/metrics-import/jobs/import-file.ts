/**
 * Brings the figures and posts of a file into the store: accounts made, or matched in every company the importer can see,
 * snapshots, latest posts and post readings added. Each batch is one transaction, so acknowledged rows stay; the same file
 * twice changes nothing, so an interrupted import is simply run again. Runs on a worker thread.
 */
import type { ImportResult } from '@tangelo/contract'
import { IMPORT_REFUSED_LISTED_MAX } from '@tangelo/contract/limits'
import type { Database, Queries } from '#platform/database/database.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import {
  type ColumnMapping,
  type FiguresFile,
  type FiguresReading,
  type PostRow,
  UnreadableFile,
} from '#ports/figures-file.ts'
import { metricsStore } from '../../metrics/metrics.store.ts'
import { bringAllUpToDate } from '../../metrics/service/latest-figures.ts'
import { type ChangedDays, joinDays } from '../../months/months.rules.ts'
import { metricsImportStore } from '../metrics-import.store.ts'
import { type ImportScope, type MatchedAccounts, makeOrMatchAccounts } from './match-accounts.ts'
import { numberOf, numberSet } from './number-set.ts'
import { storePostRows } from './store-post-rows.ts'
import { prepareReading, type Stored, storeReadings } from './store-readings.ts'

export interface ImportJob extends ImportScope {
  importId: string
  /** By which snapshots name the import. */
  importNumber: number
  source: 'import' | 'sample'
  path: string
  fileBytes: number
  /** What the columns of a table hold; by their names unless given. */
  columns?: ColumnMapping | undefined
}

export interface ImportTools {
  database: Database
  clock: Clock
  blobs: BlobStorage
  /** A reader that refuses moments in the future of this time zone. */
  readerFor: (timeZone: string) => FiguresFile
}

/**
 * Plain rows gathered before they are stored account by account. A file that goes day by day touches every account with
 * each few rows; stored as it comes, it would write the same pages of the store again and again.
 */
const GATHERED_MAX = 50_000
/** Characters of the captions gathered: 32 MB of memory at most. */
const CAPTIONS_MAX = 16 * 1024 * 1024
/** Rows of one transaction: few enough that others who want to write wait some 20 ms at most. */
const READINGS_AT_ONCE = 2_000
const POSTS_AT_ONCE = 250
const MARKED_AT_ONCE = 500

type StoreRows = (tx: Queries, accounts: MatchedAccounts['accounts'], now: number) => Promise<Stored>

/** Throws `UnreadableFile` when nothing of the file could be read. */
export async function importFile(job: ImportJob, tools: ImportTools): Promise<ImportResult> {
  const { database, clock } = tools
  const result: ImportResult = {
    accounts: { made: 0, matched: 0 },
    snapshots: 0,
    posts: 0,
    refused: [],
    refusedCount: 0,
  }
  /** Ids by name: where an account is now is read again in each transaction. */
  const ids = new Map<string, number>()
  const gathered = { readings: [] as FiguresReading[], posts: [] as PostRow[], characters: 0 }
  /** Of each account the days that changed; null where they are not known, or where an earlier import was cut off. */
  const changed = new Map<number, ChangedDays | null>()
  /** Accounts that were due before: another import that runs may make their figures without the days that this one changes. */
  const dueBefore = new Set<number>()
  const postsSeen = numberSet()
  let rows = 0
  let lastLine = 0
  let bytesRead = 0
  const refuse = (line: number, reason: string) => {
    result.refusedCount += 1
    if (result.refused.length < IMPORT_REFUSED_LISTED_MAX) result.refused.push({ line, reason })
  }

  /** Stores rows in one transaction of their own; `waiting` rows have been read but are stored later. */
  async function storeRows(some: readonly { username: string }[], waiting: number, store: StoreRows) {
    const names = new Set(some.map(({ username }) => username.toLowerCase()))
    const stored = rows - waiting
    const outcome = await database.transaction(async (tx) => {
      const now = clock.now()
      const matching = await makeOrMatchAccounts(tx, job, database.engine, names, ids, now)
      const done = await store(tx, matching.accounts, now)
      const newlyDue = done.due.size > 0 ? await metricsStore(tx, database.engine).markDue([...done.due]) : []
      await metricsImportStore(tx).setProgress(job.importId, stored, progressOf(bytesRead, stored / rows, job))
      return { done, matching, newlyDue }
    })
    const { accounts, made, matched } = outcome.matching
    // A copy of its own: a name cut out of a chunk of the file would keep the whole chunk in memory.
    for (const [key, { id }] of accounts) if (ids.get(key) !== id) ids.set(Buffer.from(key).toString(), id)
    result.accounts.made += made
    result.accounts.matched += matched
    result.snapshots += outcome.done.snapshots
    // A post whose readings come in several transactions counts once.
    for (const post of outcome.done.posts) if (postsSeen.add(numberOf(post))) result.posts += 1
    for (const id of outcome.newlyDue) changed.set(id, outcome.done.days.get(id) ?? null)
    for (const id of outcome.done.due) {
      if (!changed.has(id)) dueBefore.add(id)
      changed.set(id, joinDays(outcome.done.days.get(id) ?? null, changed.get(id) ?? null))
    }
  }

  async function storeGathered() {
    const readings = byAccount(gathered.readings.splice(0))
    const posts = byAccount(gathered.posts.splice(0))
    gathered.characters = 0
    let waiting = readings.length + posts.length
    for (let at = 0; at < readings.length; at += READINGS_AT_ONCE) {
      const some = readings.slice(at, at + READINGS_AT_ONCE)
      waiting -= some.length
      const rawHashes = await Promise.all(
        some.map(({ profile }) => profile && tools.blobs.put(Buffer.from(profile.raw), { compress: true })),
      )
      const now = clock.now()
      const prepared = some.map((reading, index) => prepareReading(reading, rawHashes[index] ?? null, job, now))
      await storeRows(some, waiting, (tx, accounts, now) => storeReadings(tx, database.engine, accounts, prepared, now))
    }
    for (let at = 0; at < posts.length; at += POSTS_AT_ONCE) {
      const some = posts.slice(at, at + POSTS_AT_ONCE)
      waiting -= some.length
      await storeRows(some, waiting, (tx, accounts, now) => storePostRows(tx, database.engine, accounts, some, now))
    }
  }

  try {
    for await (const batch of tools.readerFor(job.timeZone).read(job.path, { columns: job.columns })) {
      for (const { line, reading, post, refused } of batch.records) {
        lastLine = line
        if (reading) gathered.readings.push(reading)
        else if (post) {
          gathered.posts.push(post)
          gathered.characters += post.post.caption?.length ?? 0
        } else refuse(line, refused)
      }
      rows += batch.records.length
      bytesRead = batch.bytesRead
      const isMuch =
        gathered.readings.length + gathered.posts.length >= GATHERED_MAX || gathered.characters >= CAPTIONS_MAX
      // Profiles are large, and each is an account of its own: nothing is gained by keeping them.
      if (isMuch || batch.records.some(({ reading }) => reading?.profile)) await storeGathered()
    }
  } catch (error) {
    // A file that breaks off in the middle: what came before is kept, and the person learns where it broke.
    if (!(error instanceof UnreadableFile) || rows === 0) throw error
    refuse(lastLine + 1, error.message)
  }
  await storeGathered()
  const again = [...dueBefore]
  while (again.length > 0)
    await metricsStore(database.queries, database.engine).markDue(again.splice(0, MARKED_AT_ONCE))
  await bringAllUpToDate(database, changed)
  return result
}

/** Each account's rows together, in the order of the file. */
const byAccount = <Row extends { username: string }>(rows: Row[]): Row[] =>
  [...Map.groupBy(rows, ({ username }) => username.toLowerCase()).values()].flat()

/** By bytes read, less the rows that were read but still wait. */
const progressOf = (bytesRead: number, share: number, job: ImportJob) =>
  job.fileBytes === 0 ? 1 : Math.min(1, (bytesRead / job.fileBytes) * share)
