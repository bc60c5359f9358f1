/** Figures that thresholds are about: of an account, or of a group or company as one. Only of accounts that a source has read lately. */
import { ALERT_METRICS, type AlertMetric, type AlertSubjectKind } from '@tangelo/contract/limits'
import { sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'

const DAY_MS = 24 * 60 * 60_000
/** Older figures are no news. */
const RECENT_MS = 2 * DAY_MS
const PERIOD = 30

export interface Figures {
  companyId: number
  name: string
  accountId: number | null
  /** Null where not every account of it has been read lately, and where the metric is unknown. */
  values: Record<AlertMetric, number | null>
}

/** Undefined where the subject is gone. */
export async function figuresOf(
  db: Queries,
  { kind, id }: { kind: AlertSubjectKind; id: number },
  now: number,
): Promise<Figures | undefined> {
  const subject = await subjectOf(db, kind, id)
  if (!subject) return undefined
  const row = await db
    .selectFrom('accounts')
    .leftJoin('account_periods', (join) =>
      join
        .onRef('account_periods.account_id', '=', 'accounts.id')
        .onRef('account_periods.company_id', '=', 'accounts.company_id')
        .on('account_periods.period', '=', PERIOD),
    )
    .select([
      sql<number>`count(*)`.as('accounts'),
      sql<number>`sum(case when accounts.captured_at + accounts.slack_ms >= ${now - RECENT_MS} and accounts.captured_at <= ${now + DAY_MS}
        and accounts.source in ('graph', 'apify', 'own') then 1 else 0 end)`.as('recent'),
      sql<number | null>`sum(accounts.followers)`.as('followers'),
      sql<number | null>`sum(account_periods.follower_change) filter (where account_periods.is_whole = 1)`.as(
        'followerChange',
      ),
      sql<number>`count(account_periods.follower_change) filter (where account_periods.is_whole = 1)`.as('changed'),
      sql<number | null>`avg(accounts.engagement_rate)`.as('engagementRate'),
    ])
    .where('accounts.company_id', '=', subject.companyId)
    .$if(kind === 'account', (query) => query.where('accounts.id', '=', id))
    .$if(kind === 'group', (query) =>
      query.where((accounts) =>
        accounts.exists(
          accounts
            .selectFrom('account_group_members as member')
            .select('member.account_id')
            .whereRef('member.account_id', '=', 'accounts.id')
            .where('member.group_id', '=', id),
        ),
      ),
    )
    .executeTakeFirst()
  const isWhole = row !== undefined && Number(row.accounts) > 0 && Number(row.recent) === Number(row.accounts)
  // A change that is not of the whole period counts for no sum (docs/decisions/0061), and the others alone would be too few.
  const isPart = (metric: AlertMetric) =>
    metric === 'followerChange' && isWhole && Number(row.changed) < Number(row.accounts)
  const read = (metric: AlertMetric) =>
    isWhole && !isPart(metric) && row[metric] !== null ? Number(row[metric]) : null
  const values = Object.fromEntries(ALERT_METRICS.map((metric) => [metric, read(metric)]))
  return { ...subject, accountId: kind === 'account' ? id : null, values: values as Figures['values'] }
}

/** What it is called, and whose it is. */
export async function subjectOf(
  db: Queries,
  kind: AlertSubjectKind,
  id: number,
): Promise<{ companyId: number; name: string } | undefined> {
  if (kind === 'company') {
    const row = await db.selectFrom('companies').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
    return row && { companyId: row.id, name: row.name }
  }
  if (kind === 'group') {
    const row = await db
      .selectFrom('account_groups')
      .select(['company_id', 'name'])
      .where('id', '=', id)
      .executeTakeFirst()
    return row && { companyId: row.company_id, name: row.name }
  }
  const row = await db.selectFrom('accounts').select(['company_id', 'username']).where('id', '=', id).executeTakeFirst()
  return row && { companyId: row.company_id, name: `@${row.username}` }
}
