/** What the palette finds on the server: the first few of each list that the viewer may see. */
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export const FOUND_MAX = 5
/** Among so many accounts the one of exactly the name that a question gives is looked for. */
const ASKED_MAX = 50

const paletteKey = ['palette'] as const
const shared = { staleTime: 30_000, retry: false } as const

export function foundAccounts(q: string, isAsked: boolean) {
  const limit = isAsked ? ASKED_MAX : FOUND_MAX
  return queryOptions({
    queryKey: [...paletteKey, 'accounts', q, limit],
    queryFn: ({ signal }) => call('GET /api/accounts', { query: { q: q || undefined, limit } }, { signal }),
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
