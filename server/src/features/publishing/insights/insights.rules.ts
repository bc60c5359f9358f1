/** Pure: stored readings as the wire shows them. */
import type {
  AccountInsights,
  InsightDay,
  InsightSpan,
  MediaReading,
  OwnMedia,
  ReelScenes,
  ReelSettings,
} from '@tangelo/contract'
import { AUDIENCE_DIMENSIONS, type AudienceDimension, REEL_FPS } from '@tangelo/contract/limits'
import { timelineOf } from '@tangelo/kernel/timeline'
import { dayToText, localTimeOf, momentToText, weekdayOf } from '#platform/calendar.ts'
import type { AudiencePart } from '#ports/publishing-figures.ts'
import type { OwnMediaRow } from './insights.store.ts'
import type { DayRow } from './insights.view.ts'
import { DAY_COLUMNS, figuresOf, MEDIA_COLUMNS } from './rules/figures.ts'
import { formatOf } from './rules/learning.ts'
import type { MediaLinks, ReadingRow } from './view/media.ts'

const HOUR_MS = 3_600_000
const WEEK_HOURS = 7 * 24

export const asReading = (row: ReadingRow, postedAt: number): MediaReading =>
  Object.assign(figuresOf(MEDIA_COLUMNS, row), {
    readAt: momentToText(row.read_at),
    ageHours: Math.round(((row.read_at - postedAt) / HOUR_MS) * 10) / 10,
    source: row.source,
    hash: row.hash,
  })

export const asMedia = (row: OwnMediaRow, latest: ReadingRow | undefined, links: MediaLinks | undefined): OwnMedia => ({
  mediaId: row.media_id,
  product: row.product,
  format: formatOf(row),
  caption: row.caption,
  permalink: row.permalink,
  postedAt: momentToText(row.posted_at),
  latest: latest ? asReading(latest, row.posted_at) : null,
  nextReadingAt: row.next_at === null ? null : momentToText(row.next_at),
  endedBecause: row.ended_because,
  publicationId: links?.publicationId ?? null,
  postId: links?.postId ?? null,
})

/** One of each day: the settled reading where there is one. Days without any figure are left out. */
export function asDays(rows: readonly DayRow[]): InsightDay[] {
  const last = new Map(rows.map((row) => [row.day, row]))
  return [...last.values()].flatMap((row) => {
    const figures = figuresOf(DAY_COLUMNS, row)
    if (Object.values(figures).every((value) => value === null)) return []
    const about = { day: dayToText(row.day), readAt: momentToText(row.read_at), isSettled: row.is_settled === 1 }
    return [Object.assign(figures, about)]
  })
}

/** The latest of each length. */
export function asSpans(rows: readonly DayRow[]): InsightSpan[] {
  const last = new Map(rows.map((row) => [row.days, row]))
  return [...last.values()].map((row) =>
    Object.assign(figuresOf(DAY_COLUMNS, row), {
      days: row.days,
      until: dayToText(row.day),
      readAt: momentToText(row.read_at),
      isSettled: row.is_settled === 1,
    }),
  )
}

export function asAudience(
  rows: readonly { dimension: AudienceDimension; read_at: number; parts: string }[],
): AccountInsights['audience'] {
  const last = new Map(rows.map((row) => [row.dimension, row]))
  return AUDIENCE_DIMENSIONS.flatMap((of) => {
    const row = last.get(of)
    if (!row) return []
    const parts: AudiencePart[] = JSON.parse(row.parts)
    return [{ of, readAt: momentToText(row.read_at), parts: parts.toSorted((one, other) => other.people - one.people) }]
  })
}

/**
 * People online on average by weekday and hour of these clocks. The service counts hours from the beginning of its own day, which
 * ends at the moment that it names.
 */
export function asOnlineHours(
  rows: readonly { ends_at: number; hours: string }[],
  timeZone: string,
): AccountInsights['online'] {
  if (rows.length === 0) return null
  const sums = Array.from({ length: WEEK_HOURS }, () => ({ people: 0, count: 0 }))
  for (const { ends_at, hours } of rows) {
    const people: Record<string, number> = JSON.parse(hours)
    for (const [hour, value] of Object.entries(people)) {
      const local = localTimeOf(ends_at - 24 * HOUR_MS + Number(hour) * HOUR_MS, timeZone)
      const cell = sums[(weekdayOf(local.day) - 1) * 24 + local.hour]
      if (!cell) continue
      cell.people += value
      cell.count += 1
    }
  }
  const means = sums.map(({ people, count }) => (count === 0 ? null : Math.round(people / count)))
  return { days: rows.length, hours: Array.from({ length: 7 }, (_, day) => means.slice(day * 24, (day + 1) * 24)) }
}

/** The pictures of a reel that was made here, each from its first frame to that of the next. */
export function asScenes(render: { settings: string; images: string }): ReelScenes | null {
  const settings: ReelSettings = JSON.parse(render.settings)
  const images: string[] = JSON.parse(render.images)
  if (settings.pictures.length === 0) return null
  // Sizes move the pictures, not their times.
  const { frames, scenes } = timelineOf(
    settings,
    settings.pictures.map(() => ({ width: 1, height: 1 })),
  )
  const ms = (frame: number) => Math.round((frame / REEL_FPS) * 1_000)
  return {
    durationMs: ms(frames),
    scenes: scenes.map(({ picture, firstFrame }, at) => ({
      fromMs: ms(firstFrame),
      toMs: ms(scenes[at + 1]?.firstFrame ?? frames),
      imageUrl: images[picture] ?? null,
    })),
  }
}
