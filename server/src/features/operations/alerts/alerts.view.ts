/**
 * What holds now and is no cause yet, and the causes that hold no more: one read for each kind, which costs nothing where nothing
 * has changed. The demo workspace raises no alerts.
 */
import type { MoveKind } from '@tangelo/contract/limits'
import { sql } from 'kysely'
import { needsPerson } from '#features/publishing/index.ts'
import type { Queries } from '#platform/database/database.ts'
import { SAME_MOVE_DAYS } from './alerts.rules.ts'
import { FAILED_MS, FOUND_MAX, isOwn } from './view/failures.ts'

const DAY_MS = 24 * 60 * 60_000
/** What one statement answers of accounts: SQLite answers on the main thread. */
export const PAGE_ROWS = 200
/** A reading that is stored so long after its moment is a file's, or an old answer's. */
const LIVE_MS = 2 * DAY_MS
/** A move counts from one reading to another: the one before is at most so far back. */
const BEFORE_DAYS = 16

export function alertsView(db: Queries) {
  /** A figure that a source read at its moment, of the days between: what files and older answers bring raises no alert. */
  const hasReading = (from: string, to: string) => sql<boolean>`exists (
    select 1 from metric_snapshots as reading
    where reading.company_id = accounts.company_id and reading.account_id = accounts.id
      and reading.captured_at >= (cast(account_moves.day as bigint) - ${sql.lit(BEFORE_DAYS + 1)}) * ${sql.lit(DAY_MS)}
      and reading.day >= ${sql.raw(from)} and reading.day <= ${sql.raw(to)}
      and reading.import_number is null and reading.recorded_after <= ${sql.lit(LIVE_MS)})`

  return {
    /** Moves since a day that are no cause yet, of accounts after one. */
    moves: ({ since, after }: { since: number; after: number }) =>
      db
        .selectFrom('account_moves')
        .innerJoin('accounts', 'accounts.id', 'account_moves.account_id')
        .select(['accounts.id', 'username', 'company_id as companyId', 'day', 'change', 'kind'])
        .where('day', '>=', since)
        .where('account_moves.account_id', '>', after)
        .where(isOwn('company_id'))
        .where(
          sql<boolean>`not exists (select 1 from alert_causes as known where known.account_id = accounts.id
            and known.kind = 'anomaly' and known.marker between account_moves.day - ${sql.lit(SAME_MOVE_DAYS)}
            and account_moves.day + ${sql.lit(SAME_MOVE_DAYS)} and known.amount * account_moves.change > 0)`,
        )
        .where(hasReading('account_moves.day', 'account_moves.day'))
        .where(hasReading(`account_moves.day - ${BEFORE_DAYS}`, 'account_moves.day - 1'))
        .orderBy('account_moves.account_id')
        .limit(PAGE_ROWS)
        .$narrowType<{ day: number; change: number; kind: MoveKind }>()
        .execute(),

    /** Accounts after one that were read, or added, before a moment and not since. */
    unread: ({ since, after }: { since: number; after: number }) =>
      db
        .selectFrom('accounts')
        .leftJoin('profile_syncs', 'profile_syncs.username_key', 'accounts.username_key')
        .select(['accounts.id', 'username', 'company_id as companyId', 'captured_at', 'created_at'])
        .select('profile_syncs.failure')
        .where('accounts.id', '>', after)
        .where('created_at', '<', since)
        .where((row) =>
          row.or([sql<boolean>`accounts.captured_at + accounts.slack_ms < ${since}`, row('captured_at', 'is', null)]),
        )
        .where(isOwn('company_id'))
        .where(
          sql<boolean>`not exists (select 1 from alert_causes as known where known.account_id = accounts.id
            and known.kind = 'unread' and known.marker = coalesce(accounts.captured_at, accounts.created_at))`,
        )
        .orderBy('accounts.id')
        .limit(PAGE_ROWS)
        .execute(),

    /** What clients have answered, once it can no longer be undone. */
    answers: (now: number) =>
      db
        .selectFrom('approval_decisions')
        .leftJoin('content_items', 'content_items.id', 'approval_decisions.item_id')
        .select(['approval_decisions.id', 'approval_decisions.company_id as companyId', 'request_id as requestId'])
        .select(['answer', 'name', 'comment', 'caption', 'announced_at as announcedAt'])
        .where('announced_at', '>=', now - FAILED_MS)
        .where(isOwn('approval_decisions.company_id'))
        .where(
          sql<boolean>`not exists (select 1 from alert_causes as known where known.kind = 'approval'
            and known.subject = cast(approval_decisions.id as text))`,
        )
        .orderBy('approval_decisions.id')
        .limit(FOUND_MAX)
        .$narrowType<{ announcedAt: number }>()
        .execute(),

    /** Ids of open causes whose move or answer is old, whose account was read again, whose work is done or forgotten. */
    async over({ movedSince, now }: { movedSince: number; now: number }): Promise<number[]> {
      const open = (kind: 'anomaly' | 'unread' | 'approval' | 'failed') =>
        db.selectFrom('alert_causes').select('alert_causes.id').where('kind', '=', kind).where('ended_at', 'is', null)
      const [moves, unread, answers, failed] = await Promise.all([
        open('anomaly').where('marker', '<', movedSince).execute(),
        open('unread')
          .innerJoin('accounts', 'accounts.id', 'alert_causes.account_id')
          .whereRef('accounts.captured_at', '>', 'alert_causes.marker')
          .execute(),
        open('approval')
          .where('marker', '<', now - FAILED_MS)
          .execute(),
        open('failed')
          .where(
            sql<boolean>`not exists (select 1 from renders join reels on reels.render_id = renders.id
              where renders.id = alert_causes.subject and renders.state = 'failed' and renders.ended_at >= ${now - FAILED_MS})
            and not exists (select 1 from drive_imports where drive_imports.id = alert_causes.subject
              and drive_imports.state = 'failed' and drive_imports.ended_at >= ${now - FAILED_MS})
            and not exists (select 1 from metrics_imports where metrics_imports.id = alert_causes.subject
              and metrics_imports.finished_at >= ${now - FAILED_MS})
            and not exists (select 1 from publications where publications.id = alert_causes.subject
              and ${needsPerson(now - FAILED_MS)})`,
          )
          .execute(),
      ])
      return [...moves, ...unread, ...answers, ...failed].map(({ id }) => id)
    },

    /** The newest backup that a node or the command has made, or the command alone, as the audit log names it; null where there is none. */
    async lastBackup(by: 'both' | 'command'): Promise<{ madeAt: number; name: string } | null> {
      const row = await db
        .selectFrom('audit_entries')
        .select(['at', 'object_name as name'])
        .where('act', '=', 'backup.made')
        .$if(by === 'command', (entries) => entries.where('via', '=', 'operator'))
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row ? { madeAt: Number(row.at), name: row.name ?? '' } : null
    },

    /** When this installation got its first user. */
    beganAt: async (): Promise<number | null> => {
      const row = await db
        .selectFrom('users')
        .select((users) => users.fn.min<number | null>('created_at').as('at'))
        .executeTakeFirst()
      return row?.at == null ? null : Number(row.at)
    },
  }
}
