/** Work in the background, and a stream of events that a test speaks through. */
import type { RouteReply } from '@tangelo/contract'
import type { EventKind } from '@tangelo/contract/limits'

type Work = RouteReply<'GET /api/activity'>[number]

export function someWork(part: Partial<Work> = {}): Work {
  return {
    id: 'w1',
    kind: 'refresh-account',
    subject: '@marasea',
    accountId: 4,
    renderId: null,
    reelId: null,
    state: 'running',
    progress: null,
    message: null,
    createdAt: '2026-11-09T12:00:00.000Z',
    runAt: null,
    ...part,
  }
}

/** Answers GET /api/events for one test. Messages before the first listener are lost, as on the wire. */
export function eventLine() {
  let pipe: ReadableStreamDefaultController<Uint8Array> | null = null
  let id = 0
  return {
    answer: (_: unknown, signal: AbortSignal | null): Response => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          pipe = controller
        },
        cancel: () => {
          pipe = null
        },
      })
      signal?.addEventListener('abort', () => {
        pipe = null
      })
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
    },
    isHeard: (): boolean => pipe !== null,
    say: (kind: EventKind, accountId: number | null = null): void => {
      id += 1
      const event = { id, kind, accountId, message: null, at: '2026-11-09T12:00:00.000Z' }
      pipe?.enqueue(new TextEncoder().encode(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`))
    },
    end: (): void => {
      pipe?.close()
      pipe = null
    },
  }
}
