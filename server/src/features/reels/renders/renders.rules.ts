/**
 * Pure decisions about renders: how one is shown, how far it is, and when it will be done. And about their videos: addresses,
 * names of downloads, and what makes each file one of its own.
 */
import type { RenderResult } from '@tangelo/contract'
import { detailsOf, type NewAuditEntry } from '#features/core/index.ts'
import type { Row } from '#platform/database/schema.ts'

/** What is shown of a render; what it is made from stays out. */
export type RenderRow = Omit<Row<'renders'>, 'images' | 'settings'> & {
  /** JSON, of the video it has made; null where there is none. */
  reel_check: string | null
}

/** A render that waits or runs, as far as others need to know who wait behind it. */
export interface Queued {
  id: string
  company_id: number
  state: string
  created_at: number
}

/** The reason of the credit that a render takes. */
export const creditOf = (renderId: string): string => `render:${renderId}`

/** What screens look at again when a render begins or ends. */
export const changesOf = (companyId: number) =>
  (['reels-changed', 'activity-changed'] as const).map((kind) => ({ companyId, kind }))

export const isLive = ({ state }: { state: string }): boolean => state === 'waiting' || state === 'running'

const STATUS = {
  waiting: 'processing',
  running: 'processing',
  done: 'completed',
  failed: 'failed',
  cancelled: 'failed',
} as const

export function asResult(row: RenderRow, queued: readonly Queued[], now: number): RenderResult {
  const url = row.video_id !== null && row.reel_check !== null ? videoAddress(row.video_id) : null
  return {
    id: row.id,
    status: STATUS[row.state],
    progress: row.progress,
    url,
    outputs: url === null ? [] : [{ url }],
    reelId: row.item_id,
    framesDone: row.frames_done,
    frames: row.frames,
    secondsLeft: row.state === 'running' && row.ends_at !== null ? Math.max(0, row.ends_at - now) / 1_000 : null,
    waitingBefore: row.state === 'waiting' ? before(row, queued) : null,
    isCancelled: row.state === 'cancelled',
    message: row.message,
    check: row.reel_check === null ? null : JSON.parse(row.reel_check),
  }
}

/** The running ones, and the next ones: companies take turns, each in the order of its requests. */
function before(mine: Queued, queued: readonly Queued[]): number {
  const running = queued.filter(({ state }) => state === 'running').length
  const waiting = queued.filter(({ state }) => state === 'waiting')
  const isEarlier = (one: Queued, other: Queued) =>
    one.created_at < other.created_at || (one.created_at === other.created_at && one.id < other.id)
  const companies = Map.groupBy(waiting, ({ company_id }) => company_id)
  const own = (companies.get(mine.company_id) ?? []).filter((one) => isEarlier(one, mine)).length
  let others = 0
  for (const [companyId, theirs] of companies) {
    if (companyId === mine.company_id) continue
    // In the round in which mine comes, theirs comes first when it was there first.
    const sorted = theirs.toSorted((one, other) => (isEarlier(one, other) ? -1 : 1))
    const same = sorted[own]
    others += Math.min(theirs.length, own) + (same && isEarlier(same, mine) ? 1 : 0)
  }
  return running + own + others
}

/** A render that has written all its frames is not done before its video is kept. */
const NEARLY_DONE = 0.99
/** Before it the speed is unknown. */
const PACE_AFTER_MS = 1_000

export interface Going {
  /** As the store has it: of this try or of one before. */
  progress: number
  frames_done: number | null
  frames: number
  ends_at: number | null
}

/**
 * How far it is after `framesDone` of this try, which was at `first` when its first frames were reported. Never goes
 * back.
 */
export function advanceProgress(
  before: Pick<Going, 'progress' | 'frames_done'>,
  { framesDone, frames }: { framesDone: number; frames: number },
  first: { framesDone: number; at: number },
  now: number,
): Going {
  const [passed, made] = [now - first.at, framesDone - first.framesDone]
  const isKnown = passed >= PACE_AFTER_MS && made > 0
  return {
    progress: Math.max(before.progress, Math.min(NEARLY_DONE, frames > 0 ? framesDone / frames : 0)),
    frames_done: Math.max(before.frames_done ?? 0, framesDone),
    frames,
    ends_at: isKnown ? Math.round(now + (passed / made) * (frames - framesDone)) : null,
  }
}

/**
 * What the audit log records of a render that moves a credit: taken when it starts, back when it ends without a video.
 */
export const movement = (
  act: 'render.started' | 'render.cancelled' | 'render.failed',
  { id, item_id, company_id }: Pick<RenderRow, 'id' | 'item_id' | 'company_id'>,
  credits: number,
  message?: string,
): NewAuditEntry => ({
  act,
  object: { kind: 'render', id, name: null },
  companyId: company_id,
  details: detailsOf({ reel: item_id, credits, message }),
})

export const videoAddress = (id: string): string => `/media/v/${id}`
export const coverAddress = (id: string): string => `${videoAddress(id)}/cover`

const ID = /^[A-Za-z0-9_-]{22}$/

export const isVideoId = (text: string): boolean => ID.test(text)

/**
 * Bytes to be added to an MP4 file: an empty box that players pass over. The same images and settings make the same file,
 * and blobs are kept once by what they are: without this, removing one video could take away another.
 */
export function ownMark(id: string): Uint8Array {
  const name = Buffer.from(id)
  const box = Buffer.alloc(8 + name.length)
  box.writeUInt32BE(box.length, 0)
  box.write('free', 4, 'latin1')
  name.copy(box, 8)
  return box
}

/** The same for a JPEG: a comment right after its beginning. */
export function ownCover(jpeg: Uint8Array, id: string): Uint8Array {
  const name = Buffer.from(id)
  const comment = Buffer.alloc(4 + name.length)
  comment.writeUInt16BE(0xfffe, 0)
  comment.writeUInt16BE(2 + name.length, 2)
  name.copy(comment, 4)
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
}

const NAME_MAX_LENGTH = 80

/** `attachment` under a name that every system can keep, and that is no path. */
export function asDownload(wanted: string): string {
  const clean = wanted
    .toWellFormed()
    .replace(/\.mp4$/i, '')
    .replaceAll(/[\p{C}\\/:*?"<>|%]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[.\s]+|[.\s]+$/g, '')
  const name = Array.from(clean).slice(0, NAME_MAX_LENGTH).join('').trim() || 'reel'
  const plain =
    name
      .normalize('NFKD')
      .replaceAll(/[^\x20-\x7e]+/g, '')
      .trim() || 'reel'
  const encoded = encodeURIComponent(`${name}.mp4`).replaceAll(/['()*]/g, percent)
  return `attachment; filename="${plain}.mp4"; filename*=UTF-8''${encoded}`
}

const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
