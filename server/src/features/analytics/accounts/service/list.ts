/** The list of accounts, in any order and with any filter, page by page. */
import { type AccountOrder, PAGE_ROWS_MAX, type Period, UNREAD_DAYS } from '@tangelo/contract/limits'
import { companiesWithin } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import { cutPage, type Page, type PageRequest, readCursor } from '#platform/http/paging.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { asListed } from '../accounts.rules.ts'
import { accountsStore } from '../accounts.store.ts'
import { type AccountFilter, isFiltered } from '../store/filter.ts'
import { cursorTypeOf } from '../store/orders.ts'
import { countAccounts, countByName, type PagedAccount, pageOfAccounts } from '../store/pages.ts'
import { renderAll } from './render-accounts.ts'

const DAY_MS = 24 * 60 * 60_000

interface ListOptions extends PageRequest, Omit<AccountFilter, 'scope'> {
  sort?: AccountOrder | undefined
  companyId?: readonly number[] | undefined
  period?: Period | undefined
}

export function accountList({ database, clock }: { database: Database; clock: Clock }) {
  const store = accountsStore(database.queries)

  async function renderRows(rows: readonly PagedAccount[]): Promise<string[]> {
    const staleBefore = clock.now() - UNREAD_DAYS * DAY_MS
    const accounts = await renderAll(store, rows)
    return accounts.flatMap((account, at) => (account === null ? [] : asListed(account, rows[at], staleBefore)))
  }

  const countFound = ({ q, ...others }: AccountFilter, named: number | null) =>
    named !== null && !isFiltered(others) ? named : countAccounts(database.queries, { q, ...others })

  /** The rows are JSON, as the wire shows them. */
  return async function list(viewer: Viewer, request: ListOptions): Promise<Page<string>> {
    const { sort = 'followers', limit = PAGE_ROWS_MAX, period } = request
    const filter = { ...request, scope: companiesWithin(viewer, request.companyId) }
    const after = request.cursor ? readCursor(request.cursor, cursorTypeOf(sort)) : null
    const named = await countByName(database.queries, filter, { isWhole: !after })
    const options = { ...filter, order: sort, period: period ?? null, after, limit: limit + 1, named }
    // Side by side, for a store that answers them so. Counting what a filter finds is worth it only where more follows.
    const [found, counted] = await Promise.all([
      pageOfAccounts(database.queries, options),
      after || isFiltered(filter) ? null : countAccounts(database.queries, filter),
    ])
    const { page, nextCursor } = cutPage(found, limit, (row) => [row.sort, row.id])
    const rows = await renderRows(page)
    return {
      rows,
      nextCursor,
      total: after ? null : (counted ?? (nextCursor ? await countFound(filter, named) : rows.length)),
    }
  }
}
