/** Decisions about renders that need no server: its progress, when to poll again, where its video is. */
import type { RenderResult } from '@tangelo/contract'
import { formatWhole } from '#lib/format.ts'
import { texts } from './texts.ts'

type Status = RenderResult['status']

/** spec §9. */
const POLL_PROCESSING_MS = 15_000
const POLL_OTHERWISE_MS = 30_000

/** spec §4: two words for the same. */
export function isDone(status: Status): boolean {
  return status === 'completed' || status === 'succeeded'
}

export function isEnded(status: Status): boolean {
  return isDone(status) || status === 'failed'
}

/** When to poll without events (spec §9); false for a render that has ended. */
export function getPollDelayMs(status: Status | undefined): number | false {
  if (status === undefined) return POLL_OTHERWISE_MS
  if (isEnded(status)) return false
  return status === 'processing' ? POLL_PROCESSING_MS : POLL_OTHERWISE_MS
}

function percentOf({ progress }: Pick<RenderResult, 'progress'>): string {
  return `${Math.floor(Math.min(1, Math.max(0, progress)) * 100)}%`
}

/** In steps a person can follow: no figure that changes with every look. Null while nothing can be said. */
export function timeLeft(secondsLeft: number | null): string | null {
  if (secondsLeft === null) return null
  if (secondsLeft < 10) return texts.fewSecondsLeft
  if (secondsLeft <= 50) return texts.secondsLeft(Math.ceil(secondsLeft / 10) * 10)
  return texts.minutesLeft(Math.max(1, Math.round(secondsLeft / 60)))
}

/** '63%' and 'about 1 minute left', or what it waits for. */
export function headlineOf(render: RenderResult): { percent: string | null; text: string | null } {
  const { waitingBefore } = render
  if (waitingBefore !== null) {
    return { percent: null, text: waitingBefore > 0 ? texts.waitingBehind(waitingBefore) : texts.waiting }
  }
  return { percent: percentOf(render), text: timeLeft(render.secondsLeft) }
}

/** What it is at just now. */
export function stepOf({ waitingBefore, framesDone, frames }: RenderResult): string {
  if (waitingBefore !== null) return ''
  if (framesDone === null || frames === null) return texts.begins
  return framesDone >= frames ? texts.nearlyDone : texts.frames(formatWhole(framesDone), formatWhole(frames))
}

/** Where the finished video is. */
export function videoOf({ url, outputs }: RenderResult): string | null {
  return url ?? outputs[0]?.url ?? null
}

const OWN_VIDEO = /^\/media\/v\//

/** spec §5: an address that starts with http; those of this server are written without their beginning. */
export function isWatchable(videoUrl: string | null): videoUrl is string {
  return videoUrl !== null && (videoUrl.startsWith('http') || OWN_VIDEO.test(videoUrl))
}

/** The address to download from, under a name a person would give the file. */
export function downloadOf(videoUrl: string, name: string): string {
  return OWN_VIDEO.test(videoUrl) ? `${videoUrl}?download=${encodeURIComponent(name)}` : videoUrl
}
