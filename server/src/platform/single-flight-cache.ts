/**
 * A bounded cache in memory: the least recently used entry is evicted first. Simultaneous requests for an entry share
 * one fetch, which is aborted once none of them waits for it any more. Only a help: a miss fetches it again.
 */
const BYTES_MAX = 16 * 1024 * 1024

export function singleFlightCache<Answer extends { bytes: Uint8Array }>(bytesMax = BYTES_MAX) {
  const kept = new Map<string, Answer>()
  const coming = new Map<string, { fetching: Promise<Answer | null>; waiting: number; ending: AbortController }>()
  let bytes = 0

  function keep(name: string, answer: Answer): void {
    // A fetch that was aborted may still answer, beside the one that was begun after it.
    bytes += answer.bytes.length - (kept.get(name)?.bytes.length ?? 0)
    kept.delete(name)
    kept.set(name, answer)
    for (const [oldest, { bytes: freed }] of kept) {
      if (bytes <= bytesMax) return
      kept.delete(oldest)
      bytes -= freed.length
    }
  }

  function begin(name: string, fetch: (signal: AbortSignal) => Promise<Answer | null>) {
    const ending = new AbortController()
    const fetching = fetch(ending.signal)
      .then((answer) => {
        if (answer) keep(name, answer)
        return answer
      })
      .finally(() => {
        if (coming.get(name) === flight) coming.delete(name)
      })
    const flight = { fetching, waiting: 0, ending }
    coming.set(name, flight)
    return flight
  }

  return {
    /** Null where there is none; it is fetched again the next time. A caller without a signal waits to the end. */
    async take(
      name: string,
      fetch: (signal: AbortSignal) => Promise<Answer | null>,
      signal?: AbortSignal,
    ): Promise<Answer | null> {
      const known = kept.get(name)
      if (known) {
        kept.delete(name)
        kept.set(name, known)
        return known
      }
      const flight = coming.get(name) ?? begin(name, fetch)
      flight.waiting += 1
      signal?.addEventListener('abort', () => {
        flight.waiting -= 1
        if (flight.waiting > 0) return
        if (coming.get(name) === flight) coming.delete(name)
        flight.ending.abort(signal.reason)
      })
      return flight.fetching
    },
  }
}
