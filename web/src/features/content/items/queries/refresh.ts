/** Fetching again what shows content: on the first page of the product, so without the items themselves. */
import type { QueryClient } from '@tanstack/react-query'
import { companyCalendarsKey, contentKey, contentSync } from './overview.ts'

/** A change asks again for at most so many pages of a list; further ones come as they are scrolled to. */
const PAGES_KEPT = 3

/** Refetches everything that shows content, except a list that the user has scrolled far into. */
export async function refreshContent(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: contentKey, predicate: ({ state }) => isShort(state.data) })
}

/** After a change of a company: refetches its time zone, and what it plans by it. */
export async function refreshCompanyCalendars(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: companyCalendarsKey })
  await refreshContent(client)
}

/** Whether content is being fetched. */
export function isContentLoading(client: QueryClient): boolean {
  return client.isFetching({ queryKey: contentKey }) > 0
}

export async function refreshSync(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: contentSync().queryKey })
}

/** Whether a list is short enough to be refetched whole. */
export function isShort(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages)
    ? data.pages.length <= PAGES_KEPT
    : true
}
