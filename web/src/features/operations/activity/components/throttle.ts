/** Runs an action at most once per interval, however often it is requested. */

export interface Throttled {
  readonly run: () => void
  readonly stop: () => void
}

/** The first call runs at once; later calls run together when the interval ends. An action that returns false runs again then. */
export function throttle(everyMs: number, action: () => boolean | undefined): Throttled {
  let timer: number | undefined
  let isPending = false

  const runNow = (): void => {
    isPending = action() === false
    timer = window.setTimeout(() => {
      timer = undefined
      if (isPending) runNow()
    }, everyMs)
  }
  return {
    run: () => {
      isPending = true
      if (timer === undefined) runNow()
    },
    stop: () => {
      window.clearTimeout(timer)
      timer = undefined
      isPending = false
    },
  }
}
