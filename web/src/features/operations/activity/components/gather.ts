/** Many wishes, few deeds: however often something is wished for, it is done at most once in a given time. */

export interface Gatherer {
  readonly wish: () => void
  readonly stop: () => void
}

/** The first wish is granted at once, later ones together when the time is over. A deed answers false to be asked again. */
export function gatherer(everyMs: number, deed: () => boolean | undefined): Gatherer {
  let timer: number | undefined
  let wished = false

  const act = (): void => {
    wished = deed() === false
    timer = window.setTimeout(() => {
      timer = undefined
      if (wished) act()
    }, everyMs)
  }
  return {
    wish: () => {
      wished = true
      if (timer === undefined) act()
    },
    stop: () => {
      window.clearTimeout(timer)
      timer = undefined
      wished = false
    },
  }
}
