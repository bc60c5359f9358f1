/** Every question about companies and every change to them. */
import type { Company, RouteInput } from '@tangelo/contract'
import { COMPANY_SORTS, type CompanySort, PAGE_ROWS_MAX } from '@tangelo/contract/limits'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshCompanyCalendars } from '#features/content/index.ts'
import { call, callPage, type Page } from '#lib/api.ts'
import { pickChanged } from '#lib/pick-changed.ts'

export type { Company } from '@tangelo/contract'

const PAGE_ROWS = 100
/** As many as an open list of choices shows. */
const CHOICES = 20

const companiesKey = ['companies'] as const

export const COMPANY_ORDERS = COMPANY_SORTS

/** The companies page by page. Refetched on every visit: users and accounts move between them elsewhere. */
export function companyPages(sort: CompanySort, q: string) {
  return infiniteQueryOptions({
    queryKey: [...companiesKey, 'list', { sort, q }],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE_ROWS, sort, q: q || undefined, cursor: pageParam ?? undefined }
      return callPage('GET /api/companies', { query }, { signal })
    },
    getNextPageParam: (page: Page<Company[]>) => page.nextCursor,
    staleTime: 0,
  })
}

/** The first companies whose name holds the text. */
export function companyChoices(q: string) {
  return queryOptions({
    queryKey: [...companiesKey, 'choices', q],
    queryFn: ({ signal }) => call('GET /api/companies', { query: { limit: CHOICES, q: q || undefined } }, { signal }),
    staleTime: 0,
  })
}

/** The first clients of an administrator whose name holds the text, by name, with how many accounts each has. */
export function clientChoices(q = '') {
  return queryOptions({
    queryKey: [...companiesKey, 'clients', q],
    queryFn: ({ signal }) => {
      const query = { limit: PAGE_ROWS_MAX, sort: 'name', q: q || undefined } as const
      return call('GET /api/companies', { query }, { signal })
    },
    staleTime: 0,
  })
}

/** Those of these ids. */
export function companiesOf(ids: readonly number[]) {
  const asked = [...new Set(ids)].sort((a, b) => a - b)
  return queryOptions({
    queryKey: [...companiesKey, 'of', asked.join()],
    queryFn: ({ signal }) => call('GET /api/companies', { query: { ids: asked.join() } }, { signal }),
    enabled: asked.length > 0,
    staleTime: 0,
  })
}

/** Names by id. */
export const companyNames = (ids: readonly number[]) => queryOptions({ ...companiesOf(ids), select: namesById })

const namesById = (companies: readonly Company[]) => new Map(companies.map(({ id, name }) => [id, name]))

type CompanyFields = RouteInput<'POST /api/companies'>['body']

/** Makes a company, or changes of the one of this id what differs from `stored`: the rest may have changed elsewhere. */
export function useSaveCompany(companyId: number | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ stored, fields }: { stored: CompanyFields; fields: CompanyFields }) =>
      companyId === null
        ? call('POST /api/companies', { body: fields })
        : call('PUT /api/companies/:companyId', { params: { companyId }, body: pickChanged(stored, fields) }),
    onSuccess: () => {
      void refreshCompanyCalendars(client)
      return client.invalidateQueries({ queryKey: companiesKey })
    },
  })
}

export function useDeleteCompany() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (companyId: number) => call('DELETE /api/companies/:companyId', { params: { companyId } }),
    // Also when it was refused: then it has more than the list knew.
    onSettled: () => client.invalidateQueries({ queryKey: companiesKey }),
  })
}
