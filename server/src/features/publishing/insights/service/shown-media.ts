/** Posts with their figures, and how one of them did beside others of its format. */
import type { MediaInsights, OwnMedia } from '@tangelo/contract'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Clock } from '#ports/clock.ts'
import { asMedia, asReading, asScenes } from '../insights.rules.ts'
import type { AccountKey, OwnMediaRow } from '../insights.store.ts'
import { insightsView } from '../insights.view.ts'
import { COMPARED_SINCE_MS, type ComparedItem, compareReached } from '../rules/learning.ts'
import { mediaView } from '../view/media.ts'

/** A year of daily posts. */
const COMPARED_MAX = 400

export function shownMedia({ database, clock }: { database: Database; clock: Clock }) {
  const view = insightsView(database.queries)
  const ofMedia = mediaView(database.queries)

  async function describeMedia(key: AccountKey, media: readonly OwnMediaRow[]): Promise<OwnMedia[]> {
    const ids = media.map(({ media_id }) => media_id)
    const [readings, links] = await Promise.all([ofMedia.latestReadings(key, ids), ofMedia.links(key, media)])
    const latest = new Map(readings.map((row) => [row.media_id, row]))
    return media.map((row) => asMedia(row, latest.get(row.media_id), links.get(row.media_id)))
  }

  async function comparable(key: AccountKey, format: OwnMedia['format']): Promise<ComparedItem[]> {
    const { media, readings } = await ofMedia.comparable(key, format, clock.now() - COMPARED_SINCE_MS, COMPARED_MAX)
    const of = Map.groupBy(readings, ({ media_id }) => media_id)
    return media.map(({ media_id, posted_at }) => ({
      mediaId: media_id,
      format,
      postedAt: posted_at,
      readings: (of.get(media_id) ?? []).map(({ read_at, views, reach, likes, saves, shares }) => ({
        readAt: read_at,
        views,
        reach,
        likes,
        saves,
        shares,
      })),
    }))
  }

  async function whole(key: AccountKey, row: OwnMediaRow): Promise<MediaInsights> {
    const [media] = await describeMedia(key, [row])
    if (!media) throw notFound('Post')
    const [readings, others, publication] = await Promise.all([
      ofMedia.readings(key, [row.media_id]),
      comparable(key, media.format),
      media.publicationId === null ? undefined : view.publication(media.publicationId),
    ])
    const itself = { mediaId: row.media_id, format: media.format, postedAt: row.posted_at }
    const item: ComparedItem = Object.assign(itself, {
      readings: readings.map((reading) => Object.assign({ readAt: reading.read_at }, reading)),
    })
    const render = publication?.kind === 'reel' ? await view.render(key.company_id, publication.item_id) : undefined
    const publishedAt = publication?.published_at ?? null
    return {
      media,
      readings: readings.map((reading) => asReading(reading, row.posted_at)),
      timing:
        !publication || publishedAt === null
          ? null
          : {
              plannedAt: momentToText(publication.planned_at),
              publishedAt: momentToText(publishedAt),
              lateMinutes: Math.round((publishedAt - publication.planned_at) / 6_000) / 10,
            },
      reached: compareReached(item, others),
      reel: render ? asScenes(render) : null,
    }
  }

  return { describeMedia, comparable, whole }
}
