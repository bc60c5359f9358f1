/** The chosen accounts of the table. Shift takes the rows in between; Escape empties the choice. */
import type { ListedAccount } from '@tangelo/contract'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { joinLists, NOTHING_SELECTED, rowsBetween, type Selection, toggleAll } from '../rules/selection.ts'

export interface AccountSelection {
  readonly selection: Selection
  /** `isRange`: with all rows since the last press. */
  readonly toggle: (account: ListedAccount, isRange: boolean) => void
  readonly toggleRows: (accounts: readonly ListedAccount[]) => void
  readonly clear: () => void
  /** What is known of accounts has changed; those that are no longer chosen stay out. */
  readonly update: (accounts: readonly ListedAccount[]) => void
  /** These are no longer chosen. */
  readonly drop: (accountIds: readonly number[]) => void
  /** Each list of the table says which rows it shows, in their order. */
  readonly report: (list: string, rows: readonly ListedAccount[]) => void
  /** All rows that the lists show. */
  readonly rows: () => readonly ListedAccount[]
}

export function useSelection(): AccountSelection {
  const [selection, setSelection] = useState(NOTHING_SELECTED)
  const lists = useRef(new Map<string, readonly ListedAccount[]>())
  const last = useRef<number | null>(null)

  const toggle = useCallback((account: ListedAccount, isRange: boolean): void => {
    const between = isRange ? rowsBetween(joinLists(lists.current), last.current, account) : [account]
    last.current = account.id
    setSelection((known) => {
      if (between.length < 2) return toggleAll(known, between)
      return new Map([...known, ...between.map((each) => [each.id, each] as const)])
    })
  }, [])
  const toggleRows = useCallback((accounts: readonly ListedAccount[]): void => {
    setSelection((known) => toggleAll(known, accounts))
  }, [])
  const clear = useCallback((): void => {
    last.current = null
    setSelection(NOTHING_SELECTED)
  }, [])
  const update = useCallback((accounts: readonly ListedAccount[]): void => {
    const byId = new Map(accounts.map((each) => [each.id, each]))
    setSelection((known) => new Map([...known].map(([id, each]) => [id, byId.get(id) ?? each])))
  }, [])
  const drop = useCallback((accountIds: readonly number[]): void => {
    setSelection((known) => new Map([...known].filter(([id]) => !accountIds.includes(id))))
  }, [])
  const report = useCallback((list: string, rows: readonly ListedAccount[]): void => {
    if (rows.length > 0) lists.current.set(list, rows)
    else lists.current.delete(list)
  }, [])

  const rows = useCallback((): readonly ListedAccount[] => joinLists(lists.current), [])

  const hasAny = selection.size > 0
  useEffect(() => {
    if (!hasAny) return
    const onKeyDown = (event: KeyboardEvent): void => {
      // A dialog or a list that is open closes first.
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest('[role="dialog"], input[type="search"]')) return
      clear()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [hasAny, clear])

  return useMemo(
    () => ({ selection, toggle, toggleRows, clear, update, drop, report, rows }),
    [selection, toggle, toggleRows, clear, update, drop, report, rows],
  )
}
