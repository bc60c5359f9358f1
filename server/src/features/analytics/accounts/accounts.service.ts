/** The Instagram accounts a company tracks: who may see which, and what may change in them. */
import type { Account } from '@tangelo/contract'
import {
  type AccountCategory,
  type AccountOrder,
  ENGAGEMENT_POSTS,
  PAGE_ROWS_MAX,
  type Period,
  UNREAD_DAYS,
} from '@tangelo/contract/limits'
import type { AuditLog } from '#features/core/index.ts'
import { companiesWithin, companyFor, type Visible, visible } from '#features/core/index.ts'
import { type Database, isOrphan, isTaken, type Queries } from '#platform/database/database.ts'
import { conflict, noSuchCompany, notFound } from '#platform/errors.ts'
import { cutPage, type Page, type PageRequest, readCursor } from '#platform/http/paging.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { PostReading, ProfileReading } from '#ports/figures-file.ts'
import { mayChange } from './accounts.policy.ts'
import {
  type AccountChange,
  accountAct,
  accountChanged,
  asAccount,
  asListed,
  changedColumns,
  shownAccount,
  shownMetrics,
  shownPosts,
} from './accounts.rules.ts'
import { type AccountRow, accountsStore } from './accounts.store.ts'
import { type AccountFilter, isFiltered } from './store/filter.ts'
import { countAccounts, countByName, cursorTypeOf, type PagedAccount, pageOfAccounts } from './store/pages.ts'

const DAY_MS = 24 * 60 * 60_000

export type AccountsService = ReturnType<typeof accountsService>

export function accountsService({
  database,
  clock,
  audit,
  onAdded = async () => {},
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  /** Called in the transaction that adds an account by hand. */
  onAdded?: (tx: Queries, account: { id: number; company_id: number; username: string }) => Promise<void>
}) {
  const store = accountsStore(database.queries)

  /** Throws `not_found` alike for a missing account and for one of another company. */
  async function visibleTo(viewer: Viewer, id: number): Promise<Visible<AccountRow>> {
    const row = visible(viewer, await store.find(id))
    if (!row) throw notFound('Account')
    return row
  }

  async function listed(rows: readonly PagedAccount[]): Promise<string[]> {
    const staleBefore = clock.now() - UNREAD_DAYS * DAY_MS
    const accounts = await shownAll(store, rows)
    return accounts.map((account, at) => asListed(account, rows[at], staleBefore))
  }

  const countFound = ({ q, ...others }: AccountFilter, named: number | null) =>
    named !== null && !isFiltered(others) ? named : countAccounts(database.queries, { q, ...others })

  return {
    visibleTo,

    /** In no order; throws `not_found` where one of them is missing or of another company. */
    async allVisibleTo(viewer: Viewer, ids: readonly number[]): Promise<Visible<AccountRow>[]> {
      if (ids.length === 0) return []
      const rows = (await store.rows([...ids])).flatMap((row) => visible(viewer, row) ?? [])
      if (rows.length < new Set(ids).size) throw notFound('Account')
      return rows
    },

    picturesOf: store.picturesOf,

    /** The rows are JSON, as the wire shows them. */
    async list(viewer: Viewer, wish: ListOptions): Promise<Page<string>> {
      const { sort = 'followers', limit = PAGE_ROWS_MAX, period } = wish
      const filter = { ...wish, scope: companiesWithin(viewer, wish.companyId) }
      const after = wish.cursor ? readCursor(wish.cursor, cursorTypeOf(sort)) : null
      const named = await countByName(database.queries, filter, { isWhole: !after })
      const options = { ...filter, order: sort, period: period ?? null, after, limit: limit + 1, named }
      // Side by side, for a store that answers them so. Counting what a filter finds is worth it only where more follows.
      const [found, counted] = await Promise.all([
        pageOfAccounts(database.queries, options),
        after || isFiltered(filter) ? null : countAccounts(database.queries, filter),
      ])
      const { page, nextCursor } = cutPage(found, limit, (row) => [row.sort, row.id])
      return {
        rows: await listed(page),
        nextCursor,
        total: after ? null : (counted ?? (nextCursor ? await countFound(filter, named) : page.length)),
      }
    },

    async create(
      viewer: Viewer,
      fields: AccountChange & { username: string; category: AccountCategory | null },
    ): Promise<Account> {
      const companyId = await this.companyFor(viewer, fields.companyId)
      return asAccount(
        await trackedOnce(fields.username, () =>
          database.transaction(async (tx) => {
            const row = await accountsStore(tx).add({
              company_id: companyId,
              username: fields.username,
              username_key: fields.username.toLowerCase(),
              category: fields.category,
              notes: fields.notes || null,
              created_at: clock.now(),
            })
            await onAdded(tx, row)
            await audit.record(tx, viewer, accountAct('account.made', row))
            return row
          }),
        ),
      )
    },

    /** JSON of the account with its metrics and posts. */
    async read(viewer: Viewer, id: number): Promise<string> {
      const row = visible(viewer, await store.shown(id))
      if (!row) throw notFound('Account')
      const account = row.shown ?? (await shownAll(store, [row]))[0] ?? ''
      return `{"account":${account},"metrics":${shownMetrics(account)},"posts":${row.posts ?? '[]'}}`
    },

    /** JSON of the latest posts. */
    async posts(viewer: Viewer, id: number): Promise<string> {
      return (await store.posts(await visibleTo(viewer, id)))?.shown ?? '[]'
    },

    async update(viewer: Viewer, id: number, change: AccountChange): Promise<Account> {
      const before = await visibleTo(viewer, id)
      mayChange(viewer, change)
      if (change.companyId !== undefined) await this.companyFor(viewer, change.companyId)
      const changes = changedColumns(change, before)
      if (Object.keys(changes).length === 0) return asAccount(before)
      const after = await trackedOnce(change.username ?? before.username, () =>
        database.transaction(async (tx) => {
          const inside = accountsStore(tx)
          if (change.companyId !== undefined) {
            const from = await inside.holdCompany(id, database.engine)
            if (from !== undefined && from !== change.companyId) await inside.moveHistory(id, from, change.companyId)
          }
          const row = await inside.change(id, changes)
          const act = row && accountChanged(before, row)
          if (act) await audit.record(tx, viewer, act)
          return withShown(inside, row)
        }),
      )
      if (!after) throw notFound('Account')
      return asAccount(after)
    },

    async remove(viewer: Viewer, id: number): Promise<void> {
      const row = await visibleTo(viewer, id)
      await database.transaction(async (tx) => {
        const inside = accountsStore(tx)
        await inside.remove(row.id, (await inside.holdCompany(row.id, database.engine)) ?? row.company_id)
        await audit.record(tx, viewer, accountAct('account.deleted', row))
      })
    },

    /** The company that a new account or an import goes to; throws `invalid_input` when there is none of that id. */
    async companyFor(viewer: Viewer, chosen: number | undefined): Promise<number> {
      const id = companyFor(viewer, chosen)
      if (!(await store.hasCompany(id))) throw noSuchCompany()
      return id
    },
  }
}

/** Deletes every account of a company with its history, unrecorded: for companies of the demo workspace. */
export const eraseAccountsOf = (tx: Queries, companyId: number): Promise<void> =>
  accountsStore(tx).removeOfCompany(companyId)

/** Makes again what lists show of these accounts, in the transaction that changed them. */
export async function showAgain(tx: Queries, ids: number[]): Promise<void> {
  const store = accountsStore(tx)
  const rows = await store.rows(ids)
  if (rows.length === 1) await withShown(store, rows[0])
  else await store.setShownOf(rows.map((row) => ({ id: row.id, shown: shownAccount(row) })))
}

/**
 * Takes over the texts and the latest posts of a profile, unless a later reading of the account is here already. What
 * lists show of the account has to be made again.
 */
export async function setProfile(
  tx: Queries,
  account: { id: number; company_id: number },
  profile: ProfileReading,
  capturedAt: number,
): Promise<void> {
  const isNewest = await accountsStore(tx).setProfile(account.id, profile, capturedAt)
  if (isNewest) await setLatestPosts(tx, account, profile.latestPosts.slice(0, ENGAGEMENT_POSTS))
}

/** Keeps the latest posts of an account in the order given. */
async function setLatestPosts(
  tx: Queries,
  account: { id: number; company_id: number },
  posts: readonly PostReading[],
): Promise<void> {
  const store = accountsStore(tx)
  const pictures = await store.picturesOf(posts.map(({ id }) => id))
  await store.setPosts(account, { shown: shownPosts(posts, pictures), read: JSON.stringify(posts) })
}

/** Makes again what is shown of the posts of an account: copies of pictures have come. */
export async function showPosts(tx: Queries, account: { id: number; company_id: number }): Promise<void> {
  const kept = await accountsStore(tx).posts(account)
  if (kept) await setLatestPosts(tx, account, JSON.parse(kept.read))
}

type Store = ReturnType<typeof accountsStore>

async function withShown<Row extends AccountRow | undefined>(store: Store, row: Row): Promise<Row> {
  if (row) await store.setShown(row.id, shownAccount(row))
  return row
}

interface ListOptions extends PageRequest, Omit<AccountFilter, 'scope'> {
  sort?: AccountOrder | undefined
  companyId?: readonly number[] | undefined
  period?: Period | undefined
}

/** JSON of each account; of those whose row has been written since, made from the row. */
async function shownAll(store: Store, accounts: readonly { id: number; shown: string | null }[]): Promise<string[]> {
  const stale = accounts.flatMap(({ id, shown }) => (shown === null ? [id] : []))
  const rows = stale.length === 0 ? [] : await store.rows(stale)
  const made = new Map(rows.map((row) => [row.id, shownAccount(row)]))
  return accounts.flatMap(({ id, shown }) => shown ?? made.get(id) ?? [])
}

async function trackedOnce<Result>(username: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (isTaken(error)) throw conflict('account_exists', `@${username} is already tracked in this company`)
    // It was there a moment ago.
    if (isOrphan(error)) throw noSuchCompany()
    throw error
  }
}
