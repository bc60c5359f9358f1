/** The position of a reel and whether it plays. The worker and the music follow it; it is the only clock. */

export interface PlayerState {
  readonly seconds: number
  readonly isPlaying: boolean
  /** Where and when it began to run, in milliseconds since 1970; the same object until it stops or jumps. */
  readonly run: { readonly seconds: number; readonly since: number } | null
}

export interface Player {
  readonly state: () => PlayerState
  readonly subscribe: (listener: () => void) => () => void
  /** From the beginning, when it is at the end. */
  readonly play: () => void
  readonly pause: () => void
  readonly seek: (seconds: number) => void
  /** The length of the reel. */
  readonly fit: (total: number) => void
  readonly close: () => void
}

export function playerOf(): Player {
  const listeners = new Set<() => void>()
  let total = 0
  let state: PlayerState = { seconds: 0, isPlaying: false, run: null }
  let tick = 0

  const put = (seconds: number, run: PlayerState['run']): void => {
    if (seconds === state.seconds && run === state.run) return
    state = { seconds, run, isPlaying: run !== null }
    for (const listener of listeners) listener()
  }
  const now = (): number => performance.timeOrigin + performance.now()
  const stop = (): void => cancelAnimationFrame(tick)
  const clamp = (seconds: number): number => Math.min(Math.max(0, seconds), total)

  const advance = (): void => {
    const { run } = state
    if (!run) return
    const seconds = run.seconds + (now() - run.since) / 1_000
    if (seconds < total) tick = requestAnimationFrame(advance)
    put(Math.min(seconds, total), seconds < total ? run : null)
  }
  const runFrom = (seconds: number): void => {
    stop()
    put(seconds, { seconds, since: now() })
    tick = requestAnimationFrame(advance)
  }
  const showAt = (seconds: number): void => {
    stop()
    put(clamp(seconds), null)
  }
  const seek = (seconds: number): void => {
    if (state.run && seconds < total) runFrom(clamp(seconds))
    else showAt(seconds)
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    play: () => {
      if (total > 0) runFrom(state.seconds >= total ? 0 : state.seconds)
    },
    pause: () => showAt(state.seconds),
    seek,
    fit(length) {
      total = length
      if (state.seconds > total) showAt(total)
    },
    close: stop,
  }
}
