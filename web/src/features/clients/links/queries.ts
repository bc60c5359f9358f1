/** Every question about links for clients, and every change to them. */
import type { CreatedLink, RouteInput, ShareLink } from '@tangelo/contract'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callPage, type Page } from '#lib/api.ts'
import { idempotencyKeys } from '#lib/idempotency-keys.ts'

export type { CreatedLink, ShareLink } from '@tangelo/contract'
export type { LinkDays, LinkMode, SharedKind } from '@tangelo/contract/limits'
export type NewLink = RouteInput<'POST /api/links'>['body']

const PAGE_ROWS = 50
/** Among the lists of reports: what refreshes those refreshes links, which open reports too. */
const linksKey = ['reports', 'list', 'links'] as const

interface LinkFilter {
  readonly companyId?: number | undefined
  readonly kind?: ShareLink['kind'] | undefined
  readonly targetId?: number | undefined
}

export function linkPages(filter: LinkFilter) {
  return infiniteQueryOptions({
    queryKey: [...linksKey, filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit: PAGE_ROWS, cursor: pageParam ?? undefined }
      return callPage('GET /api/links', { query }, { signal })
    },
    getNextPageParam: (page: Page<ShareLink[]>) => page.nextCursor,
    staleTime: 0,
  })
}

/** By whom the latest report was, for the same look on a link's page. */
export function latestBrand(companyId: number | undefined) {
  return queryOptions({
    queryKey: [...linksKey, 'brand', companyId],
    queryFn: async ({ signal }) => {
      const { rows } = await callPage('GET /api/reports', { query: { limit: 1, companyId } }, { signal })
      const brand = rows[0]?.settings.brand
      return brand && (brand.name ?? brand.logoUrl ?? brand.colour) !== null ? brand : null
    },
    // Its logo may have been deleted since.
    staleTime: 0,
  })
}

const keys = idempotencyKeys()

/** Once for the same request until an answer has come, which holds the address: it is kept nowhere else. */
export function useCreateLink() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: NewLink): Promise<CreatedLink> => {
      const intention = JSON.stringify(body)
      const made = await call('POST /api/links', { body }, { idempotencyKey: keys.keyOf(intention) })
      keys.forget(intention)
      return made
    },
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: linksKey }),
  })
}

export function useRevokeLink() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (linkId: number) => call('DELETE /api/links/:linkId', { params: { linkId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: linksKey }),
  })
}
