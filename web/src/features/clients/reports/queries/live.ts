/** What an event refreshes of reports. Apart from the queries: the frame of every page loads this. */
import type { QueryClient, QueryKey } from '@tanstack/react-query'

export const reportsKey = ['reports'] as const
export const schedulesKey = ['report-schedules'] as const
const ofLists: readonly QueryKey[] = [[...reportsKey, 'list'], schedulesKey]

export const areReportsLoading = (client: QueryClient): boolean =>
  ofLists.some((queryKey) => client.isFetching({ queryKey }) > 0)

/** Lists of reports and of schedules: a schedule may have made one. */
export const refreshReports = (client: QueryClient): Promise<unknown> =>
  Promise.all(ofLists.map((queryKey) => client.invalidateQueries({ queryKey })))
