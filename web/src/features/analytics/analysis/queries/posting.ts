/** When to post by what only the owner of an account sees. Apart from the analysis, so that it is loaded with the choice. */
import type { OwnMeasure } from '@tangelo/contract/limits'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { accountDetailsKey } from '../../accounts/queries/account.ts'

/** Becomes stale with the account. */
export function ownPosting(accountId: number, measure: OwnMeasure, from: string, to: string) {
  return queryOptions({
    queryKey: [...accountDetailsKey, accountId, 'analysis', 'posting', measure, from, to],
    queryFn: ({ signal }) =>
      call(
        'GET /api/accounts/:accountId/analysis/posting',
        { params: { accountId }, query: { measure, from, to } },
        { signal },
      ),
  })
}
