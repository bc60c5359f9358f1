/**
 * What a store that was put back leaves to people: a backup does not know what went out after it was made. Until a person has looked,
 * posts that were planned are not published, and mails that were due before the restore are not sent.
 */
import { MISSED_TOLERANCE_MINUTES } from '@tangelo/contract/limits'
import { sql } from 'kysely'
import type { Queries } from './database.ts'

export interface LeftToPeople {
  /** Accounts that publish nothing until a person resumes them. */
  pausedAccounts: number
  /** Mails that are not sent until a person sends them again. */
  heldMails: number
}

interface Moments {
  madeAt: number
  now: number
}

export async function leaveToPeople(queries: Queries, moments: Moments): Promise<LeftToPeople> {
  await noteRestore(queries, moments)
  return { pausedAccounts: await pausePublishing(queries, moments), heldMails: await holdMails(queries, moments) }
}

/** The last restore of this store: what was due before it may have been mailed; null where there was none. */
export async function lastRestore(queries: Queries): Promise<Moments | null> {
  const row = await queries
    .selectFrom('instance_settings')
    .select('value')
    .where('name', '=', RESTORED)
    .executeTakeFirst()
  return row ? JSON.parse(row.value) : null
}

/** Why a mail that was due before a restore is not sent. */
export const explainRestoreHold = ({ madeAt }: Pick<Moments, 'madeAt'>): string =>
  `A backup of ${dayOf(madeAt)} was restored: it may have been sent since then.`

const RESTORED = 'restored'

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

async function noteRestore(queries: Queries, moments: Moments): Promise<void> {
  const value = JSON.stringify(moments)
  await queries
    .insertInto('instance_settings')
    .values({ name: RESTORED, value })
    .onConflict((known) => known.column('name').doUpdateSet({ value }))
    .execute()
}

async function hasRun(queries: Queries, step: string): Promise<boolean> {
  const { rows } = await sql`select 1 from migrations where name = ${step}`.execute(queries)
  return rows.length > 0
}

/**
 * Mails that waited fail, so that administrators see each and may send it again. One with a link that opens something goes without
 * what it says, as with every failure of it. Notices are of alerts, which are on the screen all the same.
 */
async function holdMails(queries: Queries, { madeAt, now }: Moments): Promise<number> {
  if (!(await hasRun(queries, '0019-mail'))) return 0
  await sql`update mail_notices set is_held = 0 where is_held = 1`.execute(queries)
  const { numAffectedRows } = await sql`
    update mails set state = 'failed', lease = null, tried_at = cast(${now} as bigint), problem = cast(${explainRestoreHold({ madeAt })} as text),
      data = case when data like '{%' then data end
    where state = 'waiting'
  `.execute(queries)
  return Number(numAffectedRows ?? 0)
}

/** Without it publications have no company to be paused for. */
const STEP = '0048-publishing-settings-company'

/** Answers how many accounts were paused. */
async function pausePublishing(queries: Queries, { madeAt, now }: Moments): Promise<number> {
  if (!(await hasRun(queries, STEP))) return 0
  const because = `A backup of ${dayOf(madeAt)} was restored: look on Instagram what has gone out since.`
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
