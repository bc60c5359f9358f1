/**
 * What crosses the wire. One row per address, grouped by room.
 * The server serves each row once; the web takes only types from here (and values from `./limits.ts`),
 * so that no validator travels to the browser.
 */
import type * as z from 'zod'
import { accounts } from './accounts.ts'
import { activity } from './activity.ts'
import { analyses } from './analyses.ts'
import { apiTokens } from './api-tokens.ts'
import { auditLog } from './audit-log.ts'
import { audits } from './audits.ts'
import { auth } from './auth.ts'
import { backups } from './backups.ts'
import { companies } from './companies.ts'
import { connections } from './connections.ts'
import { content } from './content.ts'
import { contentTables } from './content-tables.ts'
import { credits } from './credits.ts'
import { dataImports } from './data-imports.ts'
import { drafts } from './drafts.ts'
import { driveImports } from './drive-imports.ts'
import { keptErrors } from './kept-errors.ts'
import { mediaLibrary } from './media-library.ts'
import { metrics } from './metrics.ts'
import { payments } from './payments.ts'
import { plans } from './plans.ts'
import { prompts } from './prompts.ts'
import { provenance } from './provenance.ts'
import { reels } from './reels.ts'
import { refreshes } from './refreshes.ts'
import { renders } from './renders.ts'
import type { RouteRow } from './route.ts'
import { sessions } from './sessions.ts'
import { subscriptions } from './subscriptions.ts'
import { system } from './system.ts'
import { twoFactor } from './two-factor.ts'
import { uploads } from './uploads.ts'
import { users } from './users.ts'
import { webhooks } from './webhooks.ts'
import { workQueue } from './work-queue.ts'

export const routes = {
  auth,
  apiTokens,
  twoFactor,
  sessions,
  users,
  companies,
  accounts,
  metrics,
  dataImports,
  provenance,
  refreshes,
  connections,
  activity,
  audits,
  auditLog,
  content,
  drafts,
  mediaLibrary,
  uploads,
  contentTables,
  reels,
  renders,
  credits,
  system,
  workQueue,
  keptErrors,
  backups,
  webhooks,
  prompts,
  analyses,
  driveImports,
  plans,
  subscriptions,
  payments,
} as const

type Rooms = typeof routes
type RowOf<Room> = Room extends Record<string, infer Row> ? Row : never
type AnyRow = RowOf<Rooms[keyof Rooms]>

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

export type { Account, AccountPost } from './accounts.ts'
export { InstagramUsername } from './accounts.ts'
export type { LiveEvent, Work } from './activity.ts'
export type { AnalysisEvent } from './analyses.ts'
export type { ApiToken } from './api-tokens.ts'
export type { AuditCheck, AuditEntry } from './audit-log.ts'
export type { Audit, Mismatch } from './audits.ts'
export type { SignedInUser } from './auth.ts'
export { NewPassword } from './auth.ts'
export type { Backup, Backups } from './backups.ts'
export type { Company } from './companies.ts'
export type { Connection } from './connections.ts'
export type { ContentChange, ContentCounts, ContentSync, DraftPost, PlannedPost } from './content.ts'
export type { TableFields } from './content-tables.ts'
export type { Credits } from './credits.ts'
export type { ImportProgress, ImportResult } from './data-imports.ts'
export type { DriveImport, DriveStatus, ReelFolder, ReelFolders } from './drive-imports.ts'
export type { KeptError } from './kept-errors.ts'
export type { Upload, UploadUse } from './media-library.ts'
export type { AccountMetrics, GlobalMetrics, MetricHistoryEntry } from './metrics.ts'
export type { PaymentProvider, SandboxOutcome } from './payments.ts'
export type { SubscriptionPlan } from './plans.ts'
export type { Prompt } from './prompts.ts'
export type { Provenance } from './provenance.ts'
export type { Reel, ReelSettings } from './reels.ts'
export type { FailingAccount, RefreshState } from './refreshes.ts'
export type { ReelCheck, RenderResult } from './renders.ts'
export type { Access, Method, RouteRow } from './route.ts'
export type { Session } from './sessions.ts'
export { ErrorBody, MediaAddress } from './shared.ts'
export type {
  CompanySubscription,
  Invoice,
  PaymentCard,
  PlanChange,
} from './subscriptions.ts'
export type { SystemReport } from './system.ts'
export type { User } from './users.ts'
export type { Webhook, WebhookDelivery } from './webhooks.ts'
export type { DeadLetter, QueuedKind } from './work-queue.ts'
