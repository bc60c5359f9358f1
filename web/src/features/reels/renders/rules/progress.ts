/** How far a render is, in words. */
import type { RenderResult } from '@tangelo/contract'
import { formatWhole } from '#lib/format.ts'
import { texts } from '../texts.ts'

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
