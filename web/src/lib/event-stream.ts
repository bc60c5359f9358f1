/**
 * Server-sent events over fetch, because an EventSource cannot carry the bearer token. `messageReader` understands the
 * format; `followStream` keeps a stream open for as long as it is wanted: it resumes, waits longer after each failure,
 * and takes silence for death.
 */

export interface StreamMessage {
  /** The last id the server has given, also by an earlier message. */
  readonly id: string | null
  readonly data: string
}

/** Feeds on text as it arrives, cut anywhere; reports each message once it is complete. Comments are skipped. */
export function createMessageReader(onMessage: (message: StreamMessage) => void): (text: string) => void {
  let rest = ''
  let id: string | null = null
  let data: string[] = []

  const readLine = (line: string): void => {
    if (line === '') {
      if (data.length > 0) onMessage({ id, data: data.join('\n') })
      data = []
      return
    }
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    else if (field === 'id') id = value
  }
  return (text) => {
    rest += text
    // A carriage return at the very end may be the first half of a line's end.
    const complete = rest.endsWith('\r') ? rest.slice(0, -1) : rest
    const lines = complete.split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '') + rest.slice(complete.length)
    for (const line of lines) readLine(line)
  }
}

/** The data of each message of a stream that has an end, in order. Leaving the loop ends the stream. */
export async function* readMessages(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  const waiting: string[] = []
  const feed = createMessageReader(({ data }) => waiting.push(data))
  const reader = body.getReader()
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      feed(decoder.decode(chunk.value, { stream: true }))
      yield* waiting.splice(0)
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

const SILENCE_MS = 40_000
const WAIT_MIN_MS = 1_000
const WAIT_MAX_MS = 10_000

/** How long to wait before the next try: a chance share of a span that doubles with each failure, 1 to 10 seconds. */
export function getRetryDelayMs(failures: number, random: () => number): number {
  const span = Math.min(WAIT_MAX_MS, 2 * WAIT_MIN_MS * 2 ** failures)
  return WAIT_MIN_MS + random() * (span - WAIT_MIN_MS)
}

interface Following {
  readonly open: (options: { signal: AbortSignal; lastEventId: string | null }) => Promise<ReadableStream<Uint8Array>>
  readonly onMessage: (data: string) => void
  /** The stream answers, and after a gap answers again. */
  readonly onUp: () => void
  readonly onDown: () => void
  readonly random: () => number
}

export interface Stream {
  /** For good, unless `start` is called again: then it goes on after the last message read. */
  readonly stop: () => void
  readonly start: () => void
}

/** Stays on a stream until `stop`. Nothing is open before `start`. */
export function followStream({ open, onMessage, onUp, onDown, random }: Following): Stream {
  let lastEventId: string | null = null
  let failures = 0
  let current: AbortController | null = null
  let waiting: number | undefined

  const read = async (abort: AbortController): Promise<void> => {
    let silence: number | undefined
    const restartSilenceTimer = (): void => {
      window.clearTimeout(silence)
      silence = window.setTimeout(() => abort.abort(), SILENCE_MS)
    }
    restartSilenceTimer()
    try {
      const body = await open({ signal: abort.signal, lastEventId })
      onUp()
      const decoder = new TextDecoder()
      const feed = createMessageReader(({ id, data }) => {
        lastEventId = id ?? lastEventId
        onMessage(data)
      })
      const reader = body.getReader()
      abort.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true })
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
        if (abort.signal.aborted) return
        failures = 0
        restartSilenceTimer()
        feed(decoder.decode(chunk.value, { stream: true }))
      }
    } catch {
      // Every failure is retried; the session's end stops this from outside.
    } finally {
      window.clearTimeout(silence)
    }
  }

  const run = async (): Promise<void> => {
    const abort = new AbortController()
    current = abort
    await read(abort)
    if (current !== abort) return
    onDown()
    waiting = window.setTimeout(() => void run(), getRetryDelayMs(failures, random))
    failures += 1
  }

  return {
    start: () => {
      if (current) return
      failures = 0
      void run()
    },
    stop: () => {
      window.clearTimeout(waiting)
      const abort = current
      current = null
      abort?.abort()
    },
  }
}
