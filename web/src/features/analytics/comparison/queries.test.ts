import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refreshAccounts } from '../accounts/queries/account.ts'
import { accountGroups } from './queries.ts'

test('groups are fetched again once many accounts have changed: deleted ones have left them', async () => {
  const client = new QueryClient()
  const { queryKey } = accountGroups()
  client.setQueryData(queryKey, [])
  await refreshAccounts(client)
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
