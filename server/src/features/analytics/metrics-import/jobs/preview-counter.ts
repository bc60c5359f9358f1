/** What an import would add, counted row by row: accounts, snapshots and posts that are new, the days, and a sample. */
import { createHash } from 'node:crypto'
import type { ImportPreview } from '@tangelo/contract'
import { IMPORT_PREVIEW_ROWS } from '@tangelo/contract/limits'
import { dayOf, dayToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { FiguresReading, PostRow } from '#ports/figures-file.ts'
import { snapshotFigures } from '../../metrics/metrics.rules.ts'
import { metricsStore } from '../../metrics/metrics.store.ts'
import { judgePosts } from '../../posts/service/store-posts.ts'
import { metricsImportStore, type TrackedAccount } from '../metrics-import.store.ts'
import { countsFirst, type ImportScope } from './match-accounts.ts'
import { mixNumbers, numberOf, numberSet } from './number-set.ts'
import { toPostsSeen } from './store-post-rows.ts'
import { chunkListedPosts, momentOf } from './store-readings.ts'

/** As many as the import gathers, so that an account's rows are looked up together. */
const GATHERED_MAX = 50_000
const NAMES_AT_ONCE = 500
/** As the import stores them: a list of posts is judged in such parts. */
const POSTS_AT_ONCE = 250

export type FilePreview = Omit<ImportPreview, 'previewId' | 'expiresAt' | 'fileName' | 'fileBytes' | 'companyId'>

export function rowCounter(
  job: ImportScope,
  { database, clock }: { database: Database; clock: Clock },
  preview: FilePreview,
) {
  const { engine, queries } = database
  const store = metricsImportStore(queries)
  const metrics = metricsStore(queries, engine)
  const now = clock.now()
  /** By name in lower case; null where none is tracked. `place` tells accounts apart that do not exist yet. */
  const accounts = new Map<string, { account: TrackedAccount | null; place: number }>()
  const elsewhere = new Map<number, number>()
  const snapshotsSeen = numberSet()
  const postsSeen = numberSet()
  const rawSeen = numberSet()
  const gathered = { readings: [] as FiguresReading[], posts: [] as PostRow[] }

  const moments = { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY }
  const dayAt = (moment: number) => dayToText(dayOf(moment, job.timeZone))

  function noteDay(day: string): void {
    if (preview.from === null || day < preview.from) preview.from = day
    if (preview.to === null || day > preview.to) preview.to = day
  }

  function note(
    line: number,
    username: string,
    when: { day: string | null; moment: number | null },
    figures: FiguresReading | null,
    row: PostRow | null,
  ): void {
    if (when.day !== null) noteDay(when.day)
    else if (when.moment !== null) {
      moments.first = Math.min(moments.first, when.moment)
      moments.last = Math.max(moments.last, when.moment)
    }
    if (preview.sample.length >= IMPORT_PREVIEW_ROWS) return
    const { followers = null, following = null, posts = null, engagementRate = null } = figures ?? {}
    const { type, likes, comments, views } = row?.post ?? {}
    preview.sample.push({
      line,
      username,
      day: when.day ?? (when.moment === null ? null : dayAt(when.moment)),
      followers,
      following,
      posts,
      engagementRate,
      post: type ? { type, likes: likes ?? null, comments: comments ?? null, views: views ?? null } : null,
    })
  }

  async function resolve(names: readonly string[]): Promise<void> {
    const unseen = names.filter((name) => !accounts.has(name))
    for (let at = 0; at < unseen.length; at += NAMES_AT_ONCE) {
      const some = unseen.slice(at, at + NAMES_AT_ONCE)
      const found = new Map<string, TrackedAccount>()
      for (const row of await store.findTracked(job.scope, some))
        if (countsFirst(row, found.get(row.username_key), job.companyId)) found.set(row.username_key, row)
      for (const name of some) {
        const account = found.get(name) ?? null
        // A copy of its own: a name cut out of a chunk of the file would keep the whole chunk in memory.
        accounts.set(Buffer.from(name).toString(), { account, place: accounts.size })
        preview.accounts[account ? 'matched' : 'made'] += 1
        if (account && account.company_id !== job.companyId)
          elsewhere.set(account.company_id, (elsewhere.get(account.company_id) ?? 0) + 1)
      }
    }
  }

  const entryOf = (name: string) => accounts.get(name) ?? { account: null, place: 0 }

  async function countSnapshots(name: string, readings: readonly FiguresReading[]): Promise<void> {
    const { account, place } = entryOf(name)
    const rows = readings.map((reading) => ({
      reading,
      at: momentOf(reading, now),
      fingerprint: snapshotFigures(reading).fingerprint,
    }))
    const known = account === null ? new Set<string>() : await readKnown(account, rows)
    for (const { reading, at, fingerprint } of rows) {
      const { profile } = reading
      if (profile && reading.capturedAt === null && reading.day === null) {
        const raw = createHash('sha256').update(profile.raw).digest('hex')
        if (!rawSeen.add(numberOf(`${place} ${raw}`)) || (account && (await metrics.hasRaw(account, raw)))) continue
      }
      if (!known.has(`${at} ${fingerprint}`) && snapshotsSeen.add(mixNumbers(at, fingerprint, place)))
        preview.snapshots += 1
      for (const listed of chunkListedPosts(profile?.latestPosts ?? [], reading.posts))
        notePosts(place, await judgePosts(queries, engine, account, [{ ...listed, readAt: at, rawId: null }]))
    }
  }

  async function readKnown(account: TrackedAccount, rows: readonly { at: number }[]): Promise<Set<string>> {
    const first = rows.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY)
    const last = rows.reduce((most, { at }) => Math.max(most, at), 0)
    const keys = await metrics.keysBetween(account, first, last)
    return new Set(keys.map(({ capturedAt, fingerprint }) => `${capturedAt} ${fingerprint}`))
  }

  async function countPosts(name: string, rows: readonly PostRow[]): Promise<void> {
    const { account, place } = entryOf(name)
    for (let at = 0; at < rows.length; at += POSTS_AT_ONCE)
      notePosts(place, await judgePosts(queries, engine, account, toPostsSeen(rows.slice(at, at + POSTS_AT_ONCE), now)))
  }

  function notePosts(place: number, keys: readonly string[]): void {
    for (const key of keys) if (postsSeen.add(numberOf(`${place} ${key}`))) preview.posts += 1
  }

  return {
    addReading(line: number, reading: FiguresReading): void {
      gathered.readings.push(reading)
      note(line, reading.username, { day: reading.day, moment: momentOf(reading, now) }, reading, null)
    },
    addPost(line: number, row: PostRow): void {
      gathered.posts.push(row)
      note(line, row.username, { day: null, moment: row.post.postedAt }, null, row)
    },
    /** Compares what was gathered with the store, once it is much or when it must. */
    async count(must: boolean | undefined): Promise<void> {
      if (!must && gathered.readings.length + gathered.posts.length < GATHERED_MAX) return
      const keyOf = ({ username }: { username: string }) => username.toLowerCase()
      const readings = Map.groupBy(gathered.readings.splice(0), keyOf)
      const posts = Map.groupBy(gathered.posts.splice(0), keyOf)
      await resolve([...new Set([...readings.keys(), ...posts.keys()])])
      for (const [name, some] of readings) await countSnapshots(name, some)
      for (const [name, some] of posts) await countPosts(name, some)
    },
    async end(): Promise<void> {
      if (Number.isFinite(moments.first)) {
        noteDay(dayAt(moments.first))
        noteDay(dayAt(moments.last))
      }
      if (elsewhere.size === 0) return
      for (const { id, name } of await store.companyNames([...elsewhere.keys()]))
        preview.accounts.elsewhere.push({ companyId: id, companyName: name, accounts: elsewhere.get(id) ?? 0 })
    },
  }
}
