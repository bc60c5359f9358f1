/** How far what runs is, and how long it still takes: renders know, of other work it follows from its pace since the first look. */
import { useQueries } from '@tanstack/react-query'
import { renderStatus } from '#features/reels/index.ts'
import { useSession } from '#lib/session.ts'
import type { Work } from '../queries.ts'
import { estimateSeconds, overallProgress, type Sample } from '../rules.ts'

const firstSeen = new Map<string, Sample>()

interface TimeLeft {
  /** 0 to 1; null where nothing is counted. */
  readonly progress: number | null
  /** Of what takes longest; null while that is not known. */
  readonly seconds: number | null
}

export function useTimeLeft(work: readonly Work[]): TimeLeft {
  const isMaker = useSession().user?.role !== 'basic'
  const running = work.filter(({ state }) => state === 'running')
  const renders = useQueries({
    queries: running.map(({ renderId }) => ({
      ...renderStatus(renderId ?? ''),
      enabled: renderId !== null && isMaker,
    })),
  })
  const states = running.map((one, index) => {
    const render = renders[index]?.data
    return render
      ? { progress: render.progress, seconds: render.secondsLeft }
      : { progress: one.progress, seconds: estimateFrom(one) }
  })
  const known = states.flatMap(({ seconds }) => (seconds === null ? [] : [seconds]))
  return {
    progress: overallProgress(states.map(({ progress }) => progress)),
    seconds: known.length === 0 ? null : Math.max(...known),
  }
}

function estimateFrom({ id, progress }: Work): number | null {
  if (progress === null) return null
  const now = { at: Date.now(), progress }
  const first = firstSeen.get(id)
  // What goes back was begun again.
  if (!first || first.progress > progress) {
    firstSeen.set(id, now)
    return null
  }
  return estimateSeconds(first, now)
}
