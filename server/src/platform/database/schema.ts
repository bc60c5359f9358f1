/**
 * The tables, once, for both stores. Portable types only: integers, text, real, and moments as epoch milliseconds.
 * Booleans are 0 and 1. Every row of a company carries `company_id` first in its key or index.
 */
import type { Selectable } from 'kysely'
import type { AccountsTables } from './tables/accounts.ts'
import type { AlertsTables } from './tables/alerts.ts'
import type { ApprovalsTables } from './tables/approvals.ts'
import type { AssistanceTables } from './tables/assistance.ts'
import type { ComparisonTables } from './tables/comparison.ts'
import type { ConnectionsTables } from './tables/connections.ts'
import type { ContentTables } from './tables/content.ts'
import type { InsightsTables } from './tables/insights.ts'
import type { LinksTables } from './tables/links.ts'
import type { MailTables } from './tables/mail.ts'
import type { MoneyTables } from './tables/money.ts'
import type { PeopleTables } from './tables/people.ts'
import type { PostsTables } from './tables/posts.ts'
import type { PublicationsTables } from './tables/publications.ts'
import type { PublishingTables } from './tables/publishing.ts'
import type { ReelsTables } from './tables/reels.ts'
import type { ReportsTables } from './tables/reports.ts'
import type { SandboxTables } from './tables/sandbox.ts'
import type { SnapshotsTables } from './tables/snapshots.ts'
import type { SourcesTables } from './tables/sources.ts'
import type { WorkTables } from './tables/work.ts'

export interface Tables
  extends AccountsTables,
    ApprovalsTables,
    AlertsTables,
    AssistanceTables,
    ComparisonTables,
    ConnectionsTables,
    ContentTables,
    InsightsTables,
    LinksTables,
    MailTables,
    MoneyTables,
    PeopleTables,
    PostsTables,
    PublicationsTables,
    PublishingTables,
    ReelsTables,
    ReportsTables,
    SandboxTables,
    SnapshotsTables,
    SourcesTables,
    WorkTables {}

/** A row as it is read. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>
