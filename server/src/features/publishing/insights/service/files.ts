/** Insights as files for spreadsheets: every reading of every day, or of every post. An unknown figure is an empty cell, never 0. */
import type { InsightExport } from '@tangelo/contract/limits'
import { dayToText, momentToText } from '#platform/calendar.ts'
import { CSV_BEGINNING, csvLine } from '#platform/csv.ts'
import type { Queries } from '#platform/database/database.ts'
import type { AccountKey, OwnMediaRow } from '../insights.store.ts'
import { insightsView } from '../insights.view.ts'
import { DAY_COLUMNS, figuresOf, MEDIA_COLUMNS } from '../rules/figures.ts'
import { mediaView } from '../view/media.ts'

const MEDIA_AT_ONCE = 100
/** Lengths of spans, each its own rows: they are never added. */
const LENGTHS = [1, 7, 28] as const

const DAY_HEADS = ['username', 'days', 'until', 'read_at', 'settled', 'source', ...Object.values(DAY_COLUMNS), 'hash']
const MEDIA_HEADS = [
  'username',
  'media_id',
  'type',
  'posted_at',
  'url',
  'read_at',
  'source',
  ...Object.values(MEDIA_COLUMNS),
  'hash',
]

/** A page is read when the client has taken the one before. */
export async function* insightsFile(
  db: Queries,
  { key, username, what }: { key: AccountKey; username: string; what: InsightExport },
): AsyncGenerator<string> {
  if (what === 'days') {
    yield CSV_BEGINNING + csvLine(DAY_HEADS)
    for (const row of await insightsView(db).allOfDays(key, LENGTHS))
      yield csvLine([
        username,
        row.days,
        dayToText(row.day),
        momentToText(row.read_at),
        row.is_settled === 1 ? 'yes' : 'no',
        row.source,
        ...Object.values(figuresOf(DAY_COLUMNS, row)),
        row.hash,
      ])
    return
  }
  yield CSV_BEGINNING + csvLine(MEDIA_HEADS)
  const view = mediaView(db)
  let after: { postedAt: number; mediaId: string } | null = null
  for (;;) {
    const media: OwnMediaRow[] = await view.media(key, after, MEDIA_AT_ONCE)
    const byId = new Map(media.map((row) => [row.media_id, row]))
    for (const row of await view.readings(key, [...byId.keys()])) {
      const post = byId.get(row.media_id)
      yield csvLine([
        username,
        row.media_id,
        post?.product ?? null,
        post ? momentToText(post.posted_at) : null,
        post?.permalink ?? null,
        momentToText(row.read_at),
        row.source,
        ...Object.values(figuresOf(MEDIA_COLUMNS, row)),
        row.hash,
      ])
    }
    const last = media.at(-1)
    if (!last || media.length < MEDIA_AT_ONCE) return
    after = { postedAt: last.posted_at, mediaId: last.media_id }
  }
}
