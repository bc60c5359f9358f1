/** What the palette finds on the server: the first few of each list that the viewer may see. */
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

const FOUND_MAX = 5

const paletteKey = ['palette'] as const
const shared = { staleTime: 30_000, retry: false } as const

export function foundAccounts(q: string) {
  return queryOptions({
    queryKey: [...paletteKey, 'accounts', q],
    queryFn: ({ signal }) => call('GET /api/accounts', { query: { q: q || undefined, limit: FOUND_MAX } }, { signal }),
    ...shared,
  })
}

export function foundDrafts(q: string) {
  return queryOptions({
    queryKey: [...paletteKey, 'drafts', q],
    queryFn: ({ signal }) => call('GET /api/airtable/draft-posts', { query: { q, limit: FOUND_MAX } }, { signal }),
    ...shared,
  })
}

export function foundReels(q: string) {
  return queryOptions({
    queryKey: [...paletteKey, 'reels', q],
    queryFn: ({ signal }) => call('GET /api/airtable/reels', { query: { q, limit: FOUND_MAX } }, { signal }),
    ...shared,
  })
}

export function foundPeople(q: string) {
  return queryOptions({
    queryKey: [...paletteKey, 'people', q],
    queryFn: ({ signal }) => call('GET /api/users', { query: { q, limit: FOUND_MAX } }, { signal }),
    ...shared,
  })
}

export function foundClients(q: string) {
  return queryOptions({
    queryKey: [...paletteKey, 'clients', q],
    queryFn: ({ signal }) => call('GET /api/companies', { query: { q, limit: FOUND_MAX } }, { signal }),
    ...shared,
  })
}

export function analysisOf(accountId: number) {
  return queryOptions({
    queryKey: [...paletteKey, 'analysis', accountId],
    queryFn: ({ signal }) => call('GET /api/accounts/:accountId/analysis', { params: { accountId } }, { signal }),
    ...shared,
  })
}
