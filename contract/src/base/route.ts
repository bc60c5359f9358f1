import type * as z from 'zod'

/**
 * Who may call a route. The server's policies decide about the object. `public`: every client. `signedIn`: any user
 * with a live session. `admin`: administrators only. `reader`: a signed-in user, or a client with an API token, which
 * works for no other routes (D9).
 */
export type Access = 'public' | 'signedIn' | 'reader' | 'admin'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One row of the contract: everything both sides must agree on about one address. */
export interface RouteRow {
  readonly method: Method
  /** With `:name` for each path parameter, spelled as the specification spells it. */
  readonly path: `/${string}`
  readonly access: Access
  /** One line for the API documentation, in the imperative. */
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** A JSON body. Absent when the route takes none, or takes `multipart`. */
  readonly body?: z.ZodType
  /** Where the JSON body may be larger than 1 MB. It then has as long to arrive as a file. */
  readonly bodyBytesMax?: number
  /** A form with a file, or with several in fields of one name. It is documented here and judged by the room while it streams. */
  readonly multipart?: { readonly field: string; readonly accept: string; readonly atMost?: number }
  /** A form or a body of any kind is taken and not read: mail programs send one of theirs. */
  readonly ignoresBody?: true
  readonly reply: z.ZodType
  /** The status of success: 200 unless said otherwise. */
  readonly status?: 200 | 201 | 202
  /** An `Idempotency-Key` is honoured: the request is done once, however often it is sent with the same key. */
  readonly takesKey?: true
  /** Replies that are one page of a longer list carry `Link` (next cursor); the first also `X-Total-Count` where rows are counted. */
  readonly paged?: true
  /** The reply is a file of one of these types, and `reply` describes its text. */
  readonly file?: readonly ('text/csv' | 'text/html' | 'application/pdf' | 'application/json')[]
  /** The answer sends the browser to a page of ours (303); `reply` says that there is no body. */
  readonly redirects?: true
  /** Server-sent events; `reply` is the data of one. */
  readonly stream?: true
  /** An answer as it may come, for the documentation. It fits `reply`. */
  readonly example?: unknown
}

/** Declares a row and keeps its literal method and path, from which the web derives its types. */
export function route<const Row extends RouteRow>(row: Row): Row {
  return row
}
