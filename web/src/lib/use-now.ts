/** The present, as often as a reader of 'x minutes ago' needs it. All subscribers share one timer; it stops without any. */
import { useSyncExternalStore } from 'react'

const TICK_MS = 30_000

let ticks = 0
let timer: number | undefined
const listeners = new Set<() => void>()

function tick(): void {
  ticks += 1
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) timer = window.setInterval(tick, TICK_MS)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.clearInterval(timer)
  }
}

/** The moment of this drawing; it is drawn again at least every half minute. */
export function useNow(): Date {
  useSyncExternalStore(subscribe, () => ticks)
  return new Date()
}
