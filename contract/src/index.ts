/**
 * What crosses the wire. One row per address; each domain lists its own.
 * The server serves each row once; the web takes only types from here (and values from `./limits.ts`),
 * so that no validator travels to the browser.
 */
import type * as z from 'zod'
import { analyticsRoutes } from './analytics/index.ts'
import type { RouteRow } from './base/route.ts'
import { billingRoutes } from './billing/index.ts'
import { clientsRoutes } from './clients/index.ts'
import { contentRoutes } from './content/index.ts'
import { contentSyncRoutes } from './content-sync/index.ts'
import { coreRoutes } from './core/index.ts'
import { driveRoutes } from './drive/index.ts'
import { identityRoutes } from './identity/index.ts'
import { mailRoutes } from './mail/index.ts'
import { operationsRoutes } from './operations/index.ts'
import { publishingRoutes } from './publishing/index.ts'
import { reelsRoutes } from './reels/index.ts'
import { webhooksRoutes } from './webhooks/index.ts'

export const routes = {
  ...identityRoutes,
  ...coreRoutes,
  ...mailRoutes,
  ...webhooksRoutes,
  ...analyticsRoutes,
  ...contentRoutes,
  ...contentSyncRoutes,
  ...billingRoutes,
  ...reelsRoutes,
  ...driveRoutes,
  ...clientsRoutes,
  ...publishingRoutes,
  ...operationsRoutes,
} as const

type Parts = typeof routes
type RowOf<Part> = Part extends Record<string, infer Row> ? Row : never
type AnyRow = RowOf<Parts[keyof Parts]>

/** `'GET /api/accounts'` and its like: how the web names a route. */
export type RouteName = AnyRow extends infer Row
  ? Row extends RouteRow
    ? `${Row['method']} ${Row['path']}`
    : never
  : never

/** What an API token opens (D9), named in the same way. */
export type PublicRouteName = AnyRow extends infer Row
  ? Row extends RouteRow & { readonly access: 'reader' }
    ? `${Row['method']} ${Row['path']}`
    : never
  : never

type Named<Name extends RouteName, Row = AnyRow> = Row extends RouteRow
  ? Name extends `${Row['method']} ${Row['path']}`
    ? Row
    : never
  : never

type InputOf<Row, Part extends 'params' | 'query' | 'body'> = Row extends { readonly [P in Part]: infer Schema }
  ? Schema extends z.ZodType
    ? z.input<Schema>
    : never
  : never

/** Path ids travel as text; the web hands numbers over. */
type PathValues<Row> = { [Key in keyof InputOf<Row, 'params'>]: string | number }
type QueryValues<Row> = { [Key in keyof InputOf<Row, 'query'>]?: string | number | undefined }

/** What a call of this route needs. */
export type RouteInput<Name extends RouteName> = ([InputOf<Named<Name>, 'params'>] extends [never]
  ? { params?: never }
  : { params: PathValues<Named<Name>> }) &
  ([InputOf<Named<Name>, 'query'>] extends [never] ? { query?: never } : { query?: QueryValues<Named<Name>> }) &
  ([InputOf<Named<Name>, 'body'>] extends [never] ? { body?: never } : { body: InputOf<Named<Name>, 'body'> })

/** What this route answers when it succeeds. */
export type RouteReply<Name extends RouteName> =
  Named<Name> extends { readonly reply: infer Schema } ? (Schema extends z.ZodType ? z.output<Schema> : never) : never

export { InstagramUsername } from './analytics/accounts.ts'
export type * from './analytics/index.ts'
export type { Access, Method, RouteRow } from './base/route.ts'
export { ErrorBody, MediaAddress } from './base/shared.ts'
export type * from './billing/index.ts'
export type * from './clients/index.ts'
export type * from './content/index.ts'
export type * from './content-sync/index.ts'
export type * from './core/index.ts'
export type * from './drive/index.ts'
export { NewPassword } from './identity/auth.ts'
export type * from './identity/index.ts'
export type * from './mail/index.ts'
export type * from './operations/index.ts'
export type * from './publishing/index.ts'
export type * from './reels/index.ts'
export type * from './webhooks/index.ts'
