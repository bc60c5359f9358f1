/** Asking for an analysis and following it as it is written. */
import type { AnalysisEvent } from '@tangelo/contract'
import { ApiError, NetworkError, openStream } from '#lib/api.ts'
import { messagesOf } from '#lib/event-stream.ts'

interface Wish {
  readonly imageBase64: string
  readonly prompt: string
}

interface Following {
  readonly signal: AbortSignal
  readonly onPiece: (piece: string) => void
}

/** Throws what the server says went wrong, or `NetworkError` when the answer breaks off. */
export async function followAnalysis(
  body: Wish,
  { signal, onPiece }: Following,
): Promise<{ analysis: string; note: string | null }> {
  const stream = await openStream('POST /api/openai/analyze-image/stream', { body }, { signal })
  for await (const data of messagesOf(stream)) {
    signal.throwIfAborted()
    const event = JSON.parse(data) as AnalysisEvent
    if ('piece' in event) onPiece(event.piece)
    else if ('analysis' in event) return event
    else throw new ApiError(event.failure.status, JSON.stringify(event.failure))
  }
  signal.throwIfAborted()
  throw new NetworkError(undefined)
}
