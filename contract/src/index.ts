/**
 * What crosses the wire. One row per address, grouped by room.
 * The server serves each row once; the web takes only types from here (and values from `./limits.ts`),
 * so that no validator travels to the browser.
 */
import type * as z from 'zod'
import { accounts } from './analytics/accounts.ts'
import { audits } from './analytics/integrity-check.ts'
import { metrics } from './analytics/metrics.ts'
import { dataImports } from './analytics/metrics-import.ts'
import { provenance } from './analytics/provenance.ts'
import { refreshes } from './analytics/refreshes.ts'
import type { RouteRow } from './base/route.ts'
import { credits } from './billing/credits.ts'
import { payments } from './billing/payments.ts'
import { plans } from './billing/plans.ts'
import { subscriptions } from './billing/subscriptions.ts'
import { drafts } from './content/drafts.ts'
import { analyses } from './content/image-analysis.ts'
import { content } from './content/items.ts'
import { mediaLibrary } from './content/media-library.ts'
import { prompts } from './content/prompts.ts'
import { uploads } from './content/uploads.ts'
import { contentTables } from './content-sync/settings.ts'
import { auditLog } from './core/audit-log.ts'
import { events } from './core/events.ts'
import { driveImports } from './drive/imports.ts'
import { apiTokens } from './identity/api-tokens.ts'
import { auth } from './identity/auth.ts'
import { companies } from './identity/companies.ts'
import { sessions } from './identity/sessions.ts'
import { twoFactor } from './identity/two-factor.ts'
import { users } from './identity/users.ts'
import { backups } from './operations/backups.ts'
import { errorLog } from './operations/error-log.ts'
import { integrations } from './operations/integrations.ts'
import { jobs } from './operations/jobs.ts'
import { system } from './operations/system.ts'
import { reels } from './reels/reels.ts'
import { renders } from './reels/renders.ts'
import { webhooks } from './webhooks/webhooks.ts'

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
  integrations,
  events,
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
  jobs,
  errorLog,
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

export type { Account, AccountPost } from './analytics/accounts.ts'
export { InstagramUsername } from './analytics/accounts.ts'
export type { Audit, Mismatch } from './analytics/integrity-check.ts'
export type { AccountMetrics, GlobalMetrics, MetricHistoryEntry } from './analytics/metrics.ts'
export type { ImportProgress, ImportResult } from './analytics/metrics-import.ts'
export type { Provenance } from './analytics/provenance.ts'
export type { FailingAccount, RefreshState } from './analytics/refreshes.ts'
export type { Access, Method, RouteRow } from './base/route.ts'
export { ErrorBody, MediaAddress } from './base/shared.ts'
export type { Credits } from './billing/credits.ts'
export type { PaymentProvider, SandboxOutcome } from './billing/payments.ts'
export type { SubscriptionPlan } from './billing/plans.ts'
export type {
  CompanySubscription,
  Invoice,
  PaymentCard,
  PlanChange,
} from './billing/subscriptions.ts'
export type { AnalysisEvent } from './content/image-analysis.ts'
export type { ContentChange, ContentCounts, ContentSync, DraftPost, PlannedPost } from './content/items.ts'
export type { Upload, UploadUse } from './content/media-library.ts'
export type { Prompt } from './content/prompts.ts'
export type { TableFields } from './content-sync/settings.ts'
export type { AuditCheck, AuditEntry } from './core/audit-log.ts'
export type { LiveEvent, Work } from './core/events.ts'
export type { DriveImport, DriveStatus, ReelFolder, ReelFolders } from './drive/imports.ts'
export type { ApiToken } from './identity/api-tokens.ts'
export type { SignedInUser } from './identity/auth.ts'
export { NewPassword } from './identity/auth.ts'
export type { Company } from './identity/companies.ts'
export type { Session } from './identity/sessions.ts'
export type { User } from './identity/users.ts'
export type { Backup, Backups } from './operations/backups.ts'
export type { ErrorLogEntry } from './operations/error-log.ts'
export type { Integration } from './operations/integrations.ts'
export type { DeadLetter, QueuedKind } from './operations/jobs.ts'
export type { SystemReport } from './operations/system.ts'
export type { Reel, ReelSettings } from './reels/reels.ts'
export type { ReelCheck, RenderResult } from './reels/renders.ts'
export type { Webhook, WebhookDelivery } from './webhooks/webhooks.ts'
