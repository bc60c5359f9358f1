/** What a store that was put back leaves to people. */
import { MISSED_TOLERANCE_MINUTES } from '@tangelo/contract/limits'
import { sql } from 'kysely'
import type { Queries } from './database.ts'

/** Without it publications have no company to be paused for. */
const STEP = '0048-publishing-settings-company'

/**
 * A backup does not know which of the posts that it has as planned went out after it was made: until a person has looked, none of
 * their accounts publishes. Answers how many accounts were paused.
 */
export async function pausePublishing(
  queries: Queries,
  { madeAt, now }: { madeAt: number; now: number },
): Promise<number> {
  const { rows } = await sql`select 1 from migrations where name = ${STEP}`.execute(queries)
  if (rows.length === 0) return 0
  const day = new Date(madeAt).toISOString().slice(0, 10)
  const because = `A backup of ${day} was restored: look on Instagram what has gone out since.`
  const { numAffectedRows } = await sql`
    insert into publishing_settings (account_id, company_id, tolerance_minutes, paused_because, paused_at)
    select accounts.id, accounts.company_id, cast(${MISSED_TOLERANCE_MINUTES.usual} as integer),
      cast(${because} as text), cast(${now} as bigint)
    from accounts where exists (
      select 1 from publications where account_id = accounts.id and company_id = accounts.company_id
        and state in ('planned', 'checked', 'container', 'uploading', 'ready'))
    on conflict (account_id) do update set
      tolerance_minutes = case when publishing_settings.company_id = excluded.company_id
        then publishing_settings.tolerance_minutes else excluded.tolerance_minutes end,
      company_id = excluded.company_id, paused_because = excluded.paused_because, paused_at = excluded.paused_at
    where publishing_settings.paused_at is null or publishing_settings.company_id <> excluded.company_id
  `.execute(queries)
  return Number(numAffectedRows ?? 0)
}
