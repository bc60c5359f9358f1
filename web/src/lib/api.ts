/**
 * The one way to the server. `call` is typed by the contract: name the route, hand over its input, get its reply
 * or an `ApiError` that carries what the server said. Failed calls are not repeated here, but for what `send` says of sessions.
 */
import type { RouteInput, RouteName, RouteReply } from '@tangelo/contract'
import { type CallOptions, overNetwork, readJson, send } from './api-request.ts'

export { ApiError, NetworkError, readServerField, readServerFields, readServerMessage } from './api-request.ts'

type Arguments<Name extends RouteName> =
  Record<never, never> extends RouteInput<Name>
    ? [input?: RouteInput<Name>, options?: CallOptions]
    : [input: RouteInput<Name>, options?: CallOptions]

export async function call<Name extends RouteName>(name: Name, ...args: Arguments<Name>): Promise<RouteReply<Name>> {
  const response = await send(name, args[0], args[1])
  return readJson(await overNetwork(response.text(), args[1]?.signal)) as RouteReply<Name>
}

export interface Page<Rows> {
  readonly rows: Rows
  /** Where the next page begins; null on the last one. */
  readonly nextCursor: string | null
  /** All rows there are, on every page; null when the server does not say. */
  readonly total: number | null
}

/** Like `call`, for lists that come page by page (D17). */
export async function callPage<Name extends RouteName>(
  name: Name,
  ...args: Arguments<Name>
): Promise<Page<RouteReply<Name>>> {
  const response = await send(name, args[0], args[1])
  const total = response.headers.get('x-total-count')
  return {
    rows: readJson(await overNetwork(response.text(), args[1]?.signal)) as RouteReply<Name>,
    nextCursor: readCursor(response.headers.get('link')),
    total: total === null ? null : Number(total),
  }
}

/** Like `call`, for routes that answer with a file. */
export async function download<Name extends RouteName>(name: Name, ...args: Arguments<Name>): Promise<Blob> {
  const response = await send(name, args[0], args[1])
  return overNetwork(response.blob(), args[1]?.signal)
}

function readCursor(link: string | null): string | null {
  const next = link?.split(',').find((part) => /;\s*rel="?next"?/.test(part))
  const target = next?.match(/<([^>]*)>/)?.[1]
  return target ? new URL(target, window.location.origin).searchParams.get('cursor') : null
}
