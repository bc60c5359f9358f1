/** The present, as often as a reader of 'x minutes ago' needs it. All who ask share one clock; nobody asking stops it. */
import { useSyncExternalStore } from 'react'

const TICK_MS = 30_000

let now = Date.now()
let timer: number | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now()
    timer = window.setInterval(tick, TICK_MS)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.clearInterval(timer)
  }
}

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** The moment of the last tick, at most half a minute ago. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, read))
}

function read(): number {
  // The first reader comes before its subscription.
  if (listeners.size === 0 && Date.now() - now > TICK_MS) now = Date.now()
  return now
}
