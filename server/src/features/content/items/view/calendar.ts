/**
 * The items of some days as one text, put together by the database: fifteen hundred rows read one by one leave megabytes behind in the
 * server, which then stands still to clear them away (docs/decisions/0052).
 */
import { sql } from 'kysely'
import type { Database, Engine } from '#platform/database/database.ts'
import type { CalendarSpan } from '../items.rules.ts'
import { fromItsAccount, fromItsAssignee, pictureAddress } from '../items.store.ts'
import { type Items, inScope, isHere, type LinkFilter, type Scope, unindexed } from '../items.view.ts'
import { ofStatuses, onDays } from './plan.ts'

export interface CalendarText {
  /** JSON of the items, by moment, with commas between them; of an item whose JSON is not kept ready, its id. */
  text: string
  /** How many they are. */
  items: number
  /** Whether there are ids in the text. */
  hasUnready: boolean
}

/** Read in the index of dates: a calendar is short, and the history of an account or an assignee may be long. */
const linkedOnDays = (items: Items, { accountIds = [], assigneeIds = [] }: LinkFilter): Items =>
  items
    .$if(accountIds.length > 0, (query) => query.where(unindexed('account_id'), 'in', accountIds))
    .$if(assigneeIds.length > 0, (query) => query.where(unindexed('assignee_id'), 'in', assigneeIds))

const quoted = {
  sqlite: (column: string) => sql<string>`json_quote(${sql.ref(column)})`,
  postgres: (column: string) => sql<string>`to_json(${sql.ref(column)})::text`,
}

const moment = {
  sqlite: sql<string>`strftime('"%Y-%m-%dT%H:%M:%fZ"', approval_asked_at / 1000.0, 'unixepoch')`,
  postgres: sql<string>`to_char(to_timestamp(approval_asked_at / 1000.0) at time zone 'UTC', '\\"YYYY-MM-DD"T"HH24:MI:SS.MS"Z\\""')`,
}

/** As `withLinks` does it for one row. */
function jsonOfItem(engine: Engine) {
  const text = quoted[engine]
  const account = fromItsAccount(
    sql<string>`'"accountId":' || accounts.id || ',"account":{"id":' || accounts.id || ',"username":' || ${text('accounts.username')}
      || ',"profilePicture":' || coalesce('"' || ${pictureAddress} || '"', 'null') || '}'`,
  )
  const assignee = fromItsAssignee(
    sql<string>`'{"id":' || users.id || ',"username":' || ${text('users.username')} || '}'`,
  )
  // Most items have no links, and each piece that is put together costs.
  return sql<string>`case when planned is null then '"' || content_items.id || '"'
    when account_id is null and assignee_id is null and team_comments = 0 and approval_asked_at is null
    then ${sql.lit(`{${NO_LINKS},`)} || substr(planned, 2)
    else '{' || coalesce(${account}, '"accountId":null,"account":null') || ',"assignee":' || coalesce(${assignee}, 'null')
    || ',"teamComments":' || team_comments || ',"approvalAskedAt":' || coalesce(${moment[engine]}, 'null')
    || ',' || substr(planned, 2) end`
}

const NO_LINKS = '"accountId":null,"account":null,"assignee":null,"teamComments":0,"approvalAskedAt":null'

/** Items that go out or went out in the span. */
export function calendarView({ queries: db, engine }: Pick<Database, 'queries' | 'engine'>) {
  const json = jsonOfItem(engine)
  return async (
    scope: Scope,
    span: CalendarSpan,
    filter: LinkFilter & { statuses: readonly string[] },
    limit: number,
  ): Promise<CalendarText> => {
    const wanted = ofStatuses(onDays(linkedOnDays(inScope(db, scope).where(isHere), filter), span), filter.statuses)
    const row = await db
      .selectFrom(
        wanted
          .select(['planned', json.as('json')])
          .orderBy('publish_at')
          .orderBy('id')
          .limit(limit)
          .as('item'),
      )
      .select([
        // In the order of what it is made from: putting the texts in order once more would take as long as reading them.
        sql<string | null>`string_agg(json, ',')`.as('text'),
        sql<number>`count(*)`.as('items'),
        sql<number>`count(planned)`.as('ready'),
      ])
      .executeTakeFirstOrThrow()
    const items = Number(row.items)
    return { text: row.text ?? '', items, hasUnready: Number(row.ready) < items }
  }
}
