/** Asking for an analysis and following it as it is written. */
import type { AnalysisEvent } from '@tangelo/contract'
import { ApiError, NetworkError } from '#lib/api.ts'
import { openStream } from '#lib/api-stream.ts'
import { readMessages } from '#lib/event-stream.ts'

interface AnalysisRequest {
  readonly imageBase64: string
  readonly prompt: string
}

interface Following {
  readonly signal: AbortSignal
  readonly onChunk: (chunk: string) => void
}

/** Throws what the server says went wrong, or `NetworkError` when the answer breaks off. */
export async function followAnalysis(
  body: AnalysisRequest,
  { signal, onChunk }: Following,
): Promise<{ analysis: string; note: string | null }> {
  const stream = await openStream('POST /api/openai/analyze-image/stream', { body }, { signal })
  for await (const data of readMessages(stream)) {
    signal.throwIfAborted()
    const event = JSON.parse(data) as AnalysisEvent
    if ('piece' in event) onChunk(event.piece)
    else if ('analysis' in event) return event
    else throw new ApiError(event.failure.status, JSON.stringify(event.failure))
  }
  signal.throwIfAborted()
  throw new NetworkError(undefined)
}
