/** The accounts of the comparison: those the address names, or the largest ones. */
import type { Account } from '@tangelo/contract'
import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ApiError } from '#lib/api.ts'
import { useClient } from '#lib/client.ts'
import { accountDetail } from '../../accounts/queries/account.ts'
import { accountPages, flattenRows } from '../../accounts/queries/lists.ts'
import { largestOf } from '../rules/selection.ts'

export interface ComparedAccount {
  readonly id: number
  readonly username: string
  readonly companyId: number | null
  readonly followers: number | null
}

export function toCompared({ id, username, companyId, metrics }: Account): ComparedAccount {
  return { id, username, companyId, followers: metrics.followers }
}

/**
 * `ids`: null where the address names none, so the largest are compared, those of the client where one is chosen. Accounts that
 * the viewer cannot see are `missing`.
 */
export function useComparedAccounts(ids: readonly number[] | null) {
  const { clientId } = useClient()
  const list = useInfiniteQuery(accountPages({ companyId: clientId ?? undefined }))
  const rows = useMemo(() => flattenRows(list.data?.pages ?? []), [list.data])
  const wanted = ids ?? largestOf(rows)
  const known = new Map<number, Account>(rows.map((row) => [row.id, row]))
  // What the first rows do not have is asked for by itself.
  const asked = wanted.filter((id) => !list.isPending && !known.has(id))
  const others = useQueries({ queries: asked.map((id) => ({ ...accountDetail(id), retry: false })) })
  for (const { data } of others) if (data) known.set(data.account.id, data.account)
  const accounts = wanted.flatMap((id) => known.get(id) ?? [])
  const key = accounts.map(({ id, username }) => `${id} ${username}`).join()
  const isReading = list.isPending || others.some((other) => other.isPending)
  // Those compared so far stay while one more is read.
  const [hasShown, setHasShown] = useState(false)
  if (!isReading && !hasShown) setHasShown(true)
  const isPending = list.isPending || (isReading && !hasShown)
  return {
    /** Those asked for, also where they are still read or cannot be seen. */
    ids: wanted,
    // biome-ignore lint/correctness/useExhaustiveDependencies: the same accounts are the same list
    accounts: useMemo(() => accounts.map(toCompared), [key]),
    missing: isReading ? [] : wanted.filter((id) => !known.has(id)),
    /** Of them those that may be there all the same: reading them failed. */
    unread: asked.filter((_, at) => isFailure(others[at]?.error)),
    isPending,
    error: list.data ? null : list.error,
    retry: () => void list.refetch(),
    hasAny: rows.length > 0,
  }
}

const isFailure = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof ApiError && error.status === 404)
