/** The analysis of one account over a period. */
import type { RouteReply } from '@tangelo/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { accountDetailsKey } from '../../accounts/queries/account.ts'

export type Analysis = RouteReply<'GET /api/accounts/:accountId/analysis'>
export type Question = Pick<Analysis['posting'], 'verdict' | 'posts' | 'sentence' | 'detectable'>
export type Move = Analysis['moves'][number]
export type ExpectedPost = Analysis['posts']['top'][number]

/** Becomes stale with the account: new figures or posts may change every answer. */
export function accountAnalysis(accountId: number, from: string, to: string) {
  return queryOptions({
    queryKey: [...accountDetailsKey, accountId, 'analysis', from, to],
    queryFn: ({ signal }) =>
      call('GET /api/accounts/:accountId/analysis', { params: { accountId }, query: { from, to } }, { signal }),
  })
}
