/**
 * A bounded cache in memory: the least recently used entry is evicted first. Simultaneous requests for an entry share
 * one fetch. Only a help: a miss fetches it again.
 */
const BYTES_MAX = 16 * 1024 * 1024

export function singleFlightCache<Answer extends { bytes: Uint8Array }>(bytesMax = BYTES_MAX) {
  const kept = new Map<string, Answer>()
  const coming = new Map<string, Promise<Answer | null>>()
  let bytes = 0

  function keep(name: string, answer: Answer): void {
    kept.set(name, answer)
    bytes += answer.bytes.length
    for (const [oldest, { bytes: freed }] of kept) {
      if (bytes <= bytesMax) return
      kept.delete(oldest)
      bytes -= freed.length
    }
  }

  return {
    /** Null where there is none; it is fetched again the next time. */
    async take(name: string, fetch: () => Promise<Answer | null>): Promise<Answer | null> {
      const known = kept.get(name)
      if (known) {
        kept.delete(name)
        kept.set(name, known)
        return known
      }
      const underWay = coming.get(name)
      if (underWay) return underWay
      const fetching = fetch()
        .then((answer) => {
          if (answer) keep(name, answer)
          return answer
        })
        .finally(() => coming.delete(name))
      coming.set(name, fetching)
      return fetching
    },
  }
}
