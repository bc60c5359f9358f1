/** The Instagram accounts a company tracks: who may see which, and what may change in them. */
import type { Account } from '@tangelo/contract'
import type { AccountCategory } from '@tangelo/contract/limits'
import type { AuditLog } from '#features/core/index.ts'
import { companyFor, type Visible, visible } from '#features/core/index.ts'
import { type Database, isOrphan, isTaken, type Queries } from '#platform/database/database.ts'
import { conflict, noSuchCompany, notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { mayChange } from './accounts.policy.ts'
import {
  type AccountChange,
  accountAct,
  accountChanged,
  asAccount,
  demoMoveRefusal,
  sliceMetrics,
  toChangedColumns,
} from './accounts.rules.ts'
import { type AccountRow, accountsStore } from './accounts.store.ts'
import { accountList } from './service/list.ts'
import { renderAll, withShown } from './service/render-accounts.ts'
import { tagsStore } from './store/tags.ts'

export type AccountsService = ReturnType<typeof accountsService>

export function accountsService({
  database,
  clock,
  audit,
  onAdded,
  confirmName,
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  /** Called in the transaction that adds an account by hand. */
  onAdded: (tx: Queries, account: { id: number; company_id: number; username: string }) => Promise<void>
  /** Called before an account of a company gets another name; throws where it must keep the one that it has. */
  confirmName: (accountId: number, username: string) => Promise<void>
}) {
  const store = accountsStore(database.queries)

  /** Throws `not_found` alike for a missing account and for one of another company. */
  async function visibleTo(viewer: Viewer, id: number): Promise<Visible<AccountRow>> {
    const row = visible(viewer, await store.find(id))
    if (!row) throw notFound('Account')
    return row
  }

  /** In no order, without those that are missing or of another company. */
  async function visibleAmong(viewer: Viewer, ids: readonly number[]): Promise<Visible<AccountRow>[]> {
    if (ids.length === 0) return []
    return (await store.rows([...ids])).flatMap((row) => visible(viewer, row) ?? [])
  }

  return {
    visibleTo,
    visibleAmong,

    /** In no order; throws `not_found` where one of them is missing or of another company. */
    async allVisibleTo(viewer: Viewer, ids: readonly number[]): Promise<Visible<AccountRow>[]> {
      const rows = await visibleAmong(viewer, ids)
      if (rows.length < new Set(ids).size) throw notFound('Account')
      return rows
    },

    picturesOf: store.picturesOf,
    list: accountList({ database, clock }),

    async create(
      viewer: Viewer,
      fields: AccountChange & { username: string; category: AccountCategory | null },
    ): Promise<Account> {
      const companyId = await this.companyFor(viewer, fields.companyId)
      return asAccount(
        await writeUnlessTaken(fields.username, () =>
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
      const row = visible(viewer, await store.findShown(id))
      if (!row) throw notFound('Account')
      const account = row.shown ?? (await renderAll(store, [row]))[0]
      // Deleted since its row was read.
      if (!account) throw notFound('Account')
      return `{"account":${account},"metrics":${sliceMetrics(account)},"posts":${row.posts ?? '[]'}}`
    },

    /** JSON of the latest posts. */
    async posts(viewer: Viewer, id: number): Promise<string> {
      return (await store.posts(await visibleTo(viewer, id)))?.shown ?? '[]'
    },

    async update(viewer: Viewer, id: number, change: AccountChange): Promise<Account> {
      const before = await visibleTo(viewer, id)
      mayChange(viewer, change)
      if (change.companyId !== undefined) await this.companyFor(viewer, change.companyId)
      const changes = toChangedColumns(change, before)
      if (Object.keys(changes).length === 0) return asAccount(before)
      const { username, companyId = before.company_id } = change
      const isRenamed = username !== undefined && username.toLowerCase() !== before.username.toLowerCase()
      if (isRenamed && companyId === before.company_id) await confirmName(before.id, username)
      const after = await writeUnlessTaken(change.username ?? before.username, () =>
        database.transaction(async (tx) => {
          const inside = accountsStore(tx)
          const to = change.companyId
          const tags = tagsStore(tx, database.engine)
          if (to !== undefined) await tags.holdCompanies([to])
          const from = to === undefined ? undefined : await inside.holdCompany(id, database.engine)
          const isMoved = from !== undefined && to !== undefined && from !== to
          const move = isMoved ? { from: await inside.company(from), to: await inside.company(to) } : null
          const refusal = move && demoMoveRefusal(move)
          if (refusal) throw conflict('demo_account', refusal)
          if (isMoved) {
            await tags.respell(id, from, to)
            await inside.moveHistory(id, from, to)
          }
          const row = await inside.change(id, changes)
          const act = row && accountChanged(before, row, move)
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
        const companyId = await inside.holdCompany(row.id, database.engine)
        // Another request was faster, and has recorded it.
        if (companyId === undefined) return
        await inside.remove(row.id, companyId)
        await audit.record(tx, viewer, accountAct('account.deleted', row))
      })
    },

    /** The company that a new account or an import goes to; throws `invalid_input` when there is none of that id. */
    async companyFor(viewer: Viewer, chosen: number | undefined): Promise<number> {
      const id = companyFor(viewer, chosen)
      if (!(await store.company(id))) throw noSuchCompany()
      return id
    },
  }
}

/** Deletes every account of a company with its history, unrecorded: for companies of the demo workspace. */
export const eraseAccountsOf = (tx: Queries, companyId: number): Promise<void> =>
  accountsStore(tx).removeOfCompany(companyId)

async function writeUnlessTaken<Result>(username: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (isTaken(error)) throw conflict('account_exists', `@${username} is already tracked in this company`)
    // It was there a moment ago.
    if (isOrphan(error)) throw noSuchCompany()
    throw error
  }
}
