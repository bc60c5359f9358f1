/**
 * Follows what happens on the server, so that the screen asks again for what it shows of it (D40). Without a connection it polls;
 * a hidden tab lets go of its own.
 */
import type { QueryClient } from '@tanstack/react-query'
import { openStream } from '#lib/api-stream.ts'
import { followStream } from '#lib/event-stream.ts'
import { findAwaited } from './find-awaited.ts'
import { setLive } from './live-state.ts'
import { refetchLater } from './refetching-later.ts'

const GIVE_UP_MS = 10_000
const POLL_ACTIVITY_MS = 15_000
const POLL_ACCOUNT_MS = 3_000
/** A browser opens few connections to one server, so a hidden tab closes its own. */
const HIDDEN_MS = 30_000

/** Follows until the answer is called: on signing out, nothing goes on. */
export function followEvents(client: QueryClient, random: () => number = Math.random): () => void {
  const later = refetchLater(client)
  let timers: number[] = []
  let givingUp: number | undefined
  let hiding: number | undefined
  let isUp = false
  let hadGap = false
  const stopPolling = (): void => {
    window.clearTimeout(givingUp)
    for (const timer of timers) window.clearInterval(timer)
    givingUp = undefined
    timers = []
  }
  const refetchAwaited = (): void => {
    if (findAwaited(client).length > 0) later.run((refetching) => refetching.refetchAwaited())
  }
  const startPolling = (): void => {
    stopPolling()
    setLive('polling')
    timers = [
      window.setInterval(() => later.run(({ refetchWork }) => refetchWork()), POLL_ACTIVITY_MS),
      window.setInterval(refetchAwaited, POLL_ACCOUNT_MS),
    ]
  }
  const startSilenceTimer = (): void => {
    if (givingUp === undefined && timers.length === 0) givingUp = window.setTimeout(startPolling, GIVE_UP_MS)
  }

  const stream = followStream({
    open: (options) => openStream('GET /api/events', {}, options),
    onMessage: (data) => later.run(({ onMessage }) => onMessage(data)),
    random,
    onUp: () => {
      isUp = true
      stopPolling()
      setLive('live')
      if (hadGap) later.run(({ catchUp }) => catchUp())
      // What ended between the page's own question and the first event would be waited for without end.
      else refetchAwaited()
      hadGap = false
    },
    onDown: () => {
      hadGap = true
      isUp = false
      startSilenceTimer()
    },
  })
  const onVisibility = (): void => {
    window.clearTimeout(hiding)
    if (document.visibilityState === 'visible') {
      if (!isUp) startSilenceTimer()
      stream.start()
      return
    }
    hiding = window.setTimeout(() => {
      hadGap ||= isUp
      isUp = false
      stopPolling()
      stream.stop()
    }, HIDDEN_MS)
  }

  document.addEventListener('visibilitychange', onVisibility)
  startSilenceTimer()
  stream.start()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    window.clearTimeout(hiding)
    stream.stop()
    stopPolling()
    later.stop()
    setLive('starting')
  }
}
