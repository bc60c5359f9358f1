/** Pure decisions about reels: how one begins, what its settings become when its images change, and how it is shown. */
import type { Reel, ReelSettings } from '@tangelo/contract'
import {
  HOLD_SECONDS,
  MOTION_STRENGTH,
  REEL_CAPTION_DRAWN_MAX,
  REEL_IMAGES_MAX,
  TRANSITION_SECONDS,
} from '@tangelo/contract/limits'
import type { NewAuditEntry } from '#features/core/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Row } from '#platform/database/schema.ts'
import { asResult, coverAddress, type Queued, type RenderRow } from '../renders/renders.rules.ts'
import type { ReelImage } from './service/images.ts'

type Item = Pick<Row<'content_items'>, 'caption' | 'image_url' | 'images'>
type Own = Pick<Row<'reels'>, 'version' | 'image_sizes' | 'settings'>

/** How a reel is made: what is kept of it beside its content item. */
export interface Making {
  version: number
  images: ReelImage[]
  settings: ReelSettings
}

const PICTURE: ReelSettings['pictures'][number] = {
  seconds: HOLD_SECONDS.usual,
  motion: 'calm',
  strength: MOTION_STRENGTH.usual,
}

/** D27. The caption is ready to be drawn, but whether it is drawn is for people to say. */
export const firstSettings = (images: number, caption: string | null): ReelSettings => ({
  pictures: Array.from({ length: images }, () => PICTURE),
  transition: { kind: 'cross-fade', seconds: TRANSITION_SECONDS.usual },
  caption: {
    isShown: false,
    text: (caption ?? '').slice(0, REEL_CAPTION_DRAWN_MAX).toWellFormed(),
    place: 'bottom',
    style: 'outline',
  },
  music: null,
  coverSeconds: 0,
  quality: 'standard',
})

/**
 * As it is now; `own` is undefined for an item that came from a table and was never changed here. Of a carousel that became a reel
 * there, the first pictures.
 */
export function makingOf(item: Item, own: Own | undefined): Making {
  const all: string[] = item.images ? JSON.parse(item.images) : item.image_url ? [item.image_url] : []
  const urls = all.slice(0, REEL_IMAGES_MAX)
  const sizes: ReelImage['size'][] = own ? JSON.parse(own.image_sizes) : []
  const settings: ReelSettings = own ? JSON.parse(own.settings) : firstSettings(urls.length, item.caption)
  const images = urls.map((url, at) => ({ url, size: sizes[at] ?? null }))
  return { version: own?.version ?? 1, images, settings: fitting(settings, urls, urls) }
}

/** Every image keeps what was chosen for it, wherever it stands now. */
export function fitting(settings: ReelSettings, before: readonly string[], after: readonly string[]): ReelSettings {
  const chosen = before.map((url, at) => ({ url, picture: settings.pictures[at] ?? PICTURE }))
  const pictures = after.map((url) => {
    const at = chosen.findIndex((one) => one.url === url)
    return at < 0 ? PICTURE : (chosen.splice(at, 1)[0]?.picture ?? PICTURE)
  })
  return { ...settings, pictures }
}

/** Version and row as they become; the same version when nothing has changed. */
export function remade(before: Making, images: readonly ReelImage[], settings: ReelSettings): Making {
  const isSame = JSON.stringify([before.images, before.settings]) === JSON.stringify([images, settings])
  return { version: isSame ? before.version : before.version + 1, images: [...images], settings }
}

export interface ReelRow {
  item: Item & Pick<Row<'content_items'>, 'id' | 'company_id' | 'status' | 'video_url' | 'created_at'>
  own: (Own & Pick<Row<'reels'>, 'video_id'>) | undefined
  /** Of the video that is shown. */
  reelCheck: string | null
  /** The newest. */
  render: RenderRow | undefined
  /** JSON: what the video that is shown was made of; undefined where it was made elsewhere. */
  madeOf: { images: string; settings: string } | undefined
}

/** Whether another video would come of the reel as it is now. */
function isOutdated({ images, settings }: Making, madeOf: ReelRow['madeOf']): boolean {
  if (!madeOf) return false
  const now = { images: JSON.stringify(images.map(({ url }) => url)), settings: JSON.stringify(settings) }
  return now.images !== madeOf.images || now.settings !== madeOf.settings
}

export function asReel(
  { item, own, reelCheck, render, madeOf }: ReelRow,
  queued: readonly Queued[],
  now: number,
): Reel {
  const making = makingOf(item, own)
  const { version, images, settings } = making
  const isTold = render && (render.state === 'waiting' || render.state === 'running' || render.state === 'failed')
  return {
    id: item.id,
    companyId: item.company_id,
    caption: item.caption,
    imageUrl: images[0]?.url ?? item.image_url,
    images: images.map(({ url }) => url),
    imageSizes: images.map(({ size }) => size),
    videoUrl: item.video_url,
    coverUrl: own?.video_id && reelCheck !== null ? coverAddress(own.video_id) : null,
    isVideoOutdated: item.video_url !== null && isOutdated(making, madeOf),
    status: item.status ?? 'Draft',
    createdTime: momentToText(item.created_at),
    version,
    settings,
    render: isTold ? asResult(render, queued, now) : null,
    check: reelCheck === null ? null : JSON.parse(reelCheck),
  }
}

/** What the audit log records when a reel is deleted. */
export const deletion = ({
  id,
  caption,
  company_id,
}: Pick<Row<'content_items'>, 'id' | 'caption' | 'company_id'>): NewAuditEntry => ({
  act: 'reel.deleted',
  object: { kind: 'reel', id, name: caption },
  companyId: company_id,
})
