import type { RouteInput, RouteName } from '@tangelo/contract'
import { NetworkError, send } from './api-request.ts'

interface StreamOptions {
  readonly signal: AbortSignal
  /** The id of the last event that was read: the server goes on from there. */
  readonly lastEventId?: string | null
}

/** Opens a route that answers with server-sent events. It ends when the server ends it, or the caller gives up. */
export async function openStream<Name extends RouteName>(
  name: Name,
  input: RouteInput<Name>,
  { signal, lastEventId = null }: StreamOptions,
): Promise<ReadableStream<Uint8Array>> {
  const headers = { Accept: 'text/event-stream', ...(lastEventId === null ? {} : { 'Last-Event-ID': lastEventId }) }
  const response = await send(name, input, { signal }, headers)
  if (!response.body) throw new NetworkError(undefined)
  return response.body
}
