/** Reads and writes content items, their history and their counts. What to write is decided in `service/item-writes.ts`. */
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepare-query.ts'
import type { AccountLink, ItemRow, Link, StoredItem } from './items.rules.ts'

export const COLUMNS = [
  'id',
  'company_id',
  'status_key',
  'media_key',
  'created_at',
  'publish_at',
  'is_gone',
  'version',
  'changed_at',
  'changed_by',
  'source',
  'table_changed_at',
  'status',
  'media_type',
  'publish_date',
  'likes',
  'comments',
  'location',
  'image_url',
  'images',
  'video_url',
  'permalink',
  'tagged_users',
  'hashtags',
  'caption',
  'account_id',
  'assignee_id',
  'team_comments',
  'approval_asked_at',
  'fields_changed_at',
] as const satisfies (keyof StoredItem)[]

const pictureAddress = sql<string | null>`'/media/' || accounts.picture_hash`
const ofItsAccount = <Value>(value: RawBuilder<Value>) =>
  sql<Value | null>`case when content_items.account_id is not null then (select ${value} from accounts
    where accounts.id = content_items.account_id and accounts.company_id = content_items.company_id) end`

/**
 * What an item is shown with: an account that moved to another company is not named here, nor is a user. Most items of a calendar have
 * neither, and PostgreSQL begins no look-up of nothing.
 */
export const LINK_NAMES = [
  ofItsAccount(sql<string>`accounts.username`).as('account_name'),
  ofItsAccount(pictureAddress).as('account_picture'),
  sql<string | null>`case when content_items.assignee_id is not null then (select users.username from users
    where users.id = content_items.assignee_id
    and (users.company_id = content_items.company_id or users.role = 'admin')) end`.as('assignee_name'),
] as const

const itemById = prepareQuery((db, id: string) =>
  db.selectFrom('content_items').select(COLUMNS).select(LINK_NAMES).where('id', '=', id),
)

const assignable = (db: Queries, companyId: number, withAdmins: boolean) =>
  db
    .selectFrom('users')
    .select(['id', 'username'])
    .where((row) => row.or([row('company_id', '=', companyId), ...(withAdmins ? [row('role', '=', 'admin')] : [])]))

export function itemsStore(db: Queries) {
  return {
    /** Undefined for one that is gone as for a missing one. */
    find: async (id: string): Promise<ItemRow | undefined> => {
      const [row] = await itemById(db, id)
      return row?.is_gone === 0 ? row : undefined
    },

    rows: (ids: readonly string[]): Promise<ItemRow[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : db.selectFrom('content_items').select(COLUMNS).select(LINK_NAMES).where('id', 'in', ids).execute(),

    /** An account of this company. */
    account: (id: number, companyId: number): Promise<AccountLink | undefined> =>
      db
        .selectFrom('accounts')
        .select(['id', 'username', pictureAddress.as('profilePicture')])
        .where('id', '=', id)
        .where('company_id', '=', companyId)
        .executeTakeFirst(),

    /** Users of this company, and where asked for all administrators, by name. */
    assignees: (companyId: number, withAdmins: boolean, limit: number): Promise<Link[]> =>
      assignable(db, companyId, withAdmins).orderBy('username_key').limit(limit).execute(),

    assignee: (id: number, companyId: number, withAdmins: boolean): Promise<Link | undefined> =>
      assignable(db, companyId, withAdmins).where('id', '=', id).executeTakeFirst(),

    /** Newest first. `known_user_id` is null where the user is gone. */
    history: (item: { company_id: number; id: string }, before: number, limit: number) =>
      db
        .selectFrom('content_changes')
        .leftJoin('users', 'users.id', 'content_changes.user_id')
        .select([
          'content_changes.id',
          'content_changes.at',
          'content_changes.by_name',
          'content_changes.user_id',
          'users.id as known_user_id',
          'content_changes.origin',
          'content_changes.kind',
          'content_changes.changes',
        ])
        .where('content_changes.company_id', '=', item.company_id)
        .where('content_changes.item_id', '=', item.id)
        .where('content_changes.id', '<', before)
        .orderBy('content_changes.id', 'desc')
        .limit(limit)
        .execute(),
  }
}
