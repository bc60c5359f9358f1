/**
 * What is stored of an account as a file: every snapshot, post and reading, and its analysis. A file is made page by page as
 * the client takes it; what changes meanwhile may be in it or not. docs/files.md says what an import gives back.
 */
import type { Analysis } from '@tangelo/contract'
import type { ExportFormat, ExportName } from '@tangelo/contract/limits'
import type { Database } from '#platform/database/database.ts'
import { invalidInput } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import type { AnalysisService } from '../analysis/analysis.service.ts'
import { seesOwnFigures } from '../posts/posts.policy.ts'
import { postsStore } from '../posts/posts.store.ts'
import { type OwnFigures, postsView } from '../posts/posts.view.ts'
import type { PostRow } from '../posts/store/post-rows.ts'
import {
  HISTORY_COLUMNS,
  historyCells,
  historyJson,
  POST_EXPORT_COLUMNS,
  postCells,
  postJson,
  READING_COLUMNS,
  readingCells,
  readingsJson,
} from './export.rules.ts'
import { exportStore, type SnapshotRow } from './export.store.ts'
import { ANALYSIS_COLUMNS, analysisCells } from './rules/analysis-cells.ts'
import { byMoment, csvOf, flatPages, jsonOf, mapPages, onePage } from './service/chunks.ts'

const SNAPSHOTS_AT_ONCE = 1_000
/** With captions of 2,200 emoji a page is 2 MB. */
const POSTS_AT_ONCE = 200
/** A post may have a reading for each day of years. */
const TIMELINES_AT_ONCE = 20

export type ExportService = ReturnType<typeof exportService>

interface ExportedFile {
  name: string
  type: string
  chunks: AsyncIterable<string>
}

type AccountKey = Parameters<ReturnType<typeof postsStore>['timelines']>[0]

export function exportService({
  database,
  accounts,
  analysis,
}: {
  database: Database
  accounts: AccountsService
  analysis: AnalysisService
}) {
  const store = exportStore(database.queries)
  const { timelines } = postsStore(database.queries, database.engine)
  const { ownFigures } = postsView(database.queries)

  async function* snapshotPages(account: AccountKey): AsyncGenerator<SnapshotRow[]> {
    let last: SnapshotRow | null = null
    for (;;) {
      const rows: SnapshotRow[] = await store.snapshots(account, last, SNAPSHOTS_AT_ONCE)
      yield rows
      last = rows.at(-1) ?? null
      if (rows.length < SNAPSHOTS_AT_ONCE) return
    }
  }

  async function* postPages(account: AccountKey, limit: number): AsyncGenerator<PostRow[]> {
    let last: PostRow | undefined
    for (;;) {
      const after = last ? { postedAt: last.posted_at ?? 0, key: last.post_key } : null
      const rows: PostRow[] = await store.posts(account, after, limit)
      yield rows
      last = rows.at(-1)
      if (rows.length < limit) return
    }
  }

  /** With what only the owner of the account sees, for who may see it. */
  async function* ownPages(account: AccountKey, viewer: Viewer) {
    for await (const rows of postPages(account, POSTS_AT_ONCE)) {
      const own: ReadonlyMap<string, OwnFigures> = seesOwnFigures(viewer) ? await ownFigures(account, rows) : new Map()
      yield rows.map((row) => ({ row, own: own.get(row.post_key) }))
    }
  }

  async function* readingPages(account: AccountKey) {
    for await (const rows of postPages(account, TIMELINES_AT_ONCE)) {
      const entries =
        rows.length === 0
          ? []
          : await timelines(
              account,
              rows.map(({ id }) => id),
            )
      const byPost = Map.groupBy(entries, ({ postId }) => postId)
      yield rows.map((row) => ({ row, timeline: byPost.get(row.id) ?? [] }))
    }
  }

  return {
    async read(
      viewer: Viewer,
      accountId: number,
      {
        what,
        format,
        from,
        to,
      }: { what: ExportName; format: ExportFormat; from?: string | undefined; to?: string | undefined },
    ): Promise<ExportedFile> {
      const account = await accounts.visibleTo(viewer, accountId)
      const { username } = account
      if (what !== 'analysis' && (from ?? to) !== undefined)
        throw invalidInput('from and to belong to the export of an analysis', { from: 'belongs to an analysis' })
      const isCsv = format === 'csv'
      const file = (chunks: AsyncIterable<string>) => ({
        name: `${username}-${what}.${format}`,
        type: isCsv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
        chunks,
      })
      switch (what) {
        case 'history': {
          const pages = snapshotPages(account)
          if (!isCsv) return file(jsonOf(mapPages(pages, (row) => historyJson(username, row))))
          return file(
            csvOf(
              HISTORY_COLUMNS,
              mapPages(byMoment(pages), (row) => historyCells(username, row)),
            ),
          )
        }
        case 'posts': {
          const pages = ownPages(account, viewer)
          if (!isCsv) return file(jsonOf(mapPages(pages, ({ row, own }) => postJson(username, row, own))))
          return file(
            csvOf(
              POST_EXPORT_COLUMNS,
              mapPages(pages, ({ row, own }) => postCells(username, row, own)),
            ),
          )
        }
        case 'readings': {
          const pages = readingPages(account)
          if (!isCsv)
            return file(jsonOf(flatPages(pages, ({ row, timeline }) => readingsJson(username, row, timeline))))
          return file(
            csvOf(
              READING_COLUMNS,
              flatPages(pages, ({ row, timeline }) => readingCells(username, row, timeline)),
            ),
          )
        }
        case 'analysis': {
          const text = await analysis.read(viewer, accountId, { from, to })
          if (!isCsv) return file(onePage(text))
          const answer: Analysis = JSON.parse(text)
          return file(csvOf(ANALYSIS_COLUMNS, onePage(analysisCells(answer))))
        }
      }
    },
  }
}
