/** Every question about accounts beside each other, and the changes of their groups. */
import type { RouteInput } from '@tangelo/contract'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { pickChanged } from '#lib/pick-changed.ts'
import { accountsKey } from '../accounts/queries/lists.ts'
import { metricsKey } from '../metrics/queries/metrics.ts'

/** Root of the groups: what changes many accounts changes these. */
const groupsKey = [...accountsKey, 'groups'] as const
/** Root of the peers: figures that change make them stale. */
const peersKey = [...metricsKey, 'peers'] as const

/** The named groups of accounts that the viewer may see, by name. */
export function accountGroups() {
  return queryOptions({
    queryKey: groupsKey,
    queryFn: ({ signal }) => call('GET /api/groups', {}, { signal }),
  })
}

/** An account among similar ones, or in a group. `exclude`: ids with commas between. */
export function peersOf(accountId: number, groupId: number | undefined, exclude: string) {
  return queryOptions({
    queryKey: [...peersKey, accountId, { groupId, exclude }],
    queryFn: ({ signal }) =>
      call(
        'GET /api/accounts/:accountId/peers',
        { params: { accountId }, query: { groupId, exclude: exclude || undefined } },
        { signal },
      ),
  })
}

type GroupFields = RouteInput<'POST /api/groups'>['body']

/** Makes a group, or changes of the one of this id what differs from `stored`: the rest may have changed elsewhere. */
export function useSaveGroup(groupId: number | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ stored, fields }: { stored: GroupFields; fields: GroupFields }) => {
      if (groupId === undefined) return call('POST /api/groups', { body: fields })
      const { accountIds: mine, ...body } = pickChanged(stored, fields)
      if (!mine) return call('PUT /api/groups/:groupId', { params: { groupId }, body })
      const accountIds = await mergeMembers(client, groupId, stored.accountIds, mine)
      return call('PUT /api/groups/:groupId', { params: { groupId }, body: { ...body, accountIds } })
    },
    onSuccess: () => refreshGroups(client),
  })
}

/** Adds accounts to a group. */
export function useAddToGroup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ groupId, accountIds: added }: { groupId: number; accountIds: number[] }) => {
      const accountIds = await mergeMembers(client, groupId, [], added)
      return call('PUT /api/groups/:groupId', { params: { groupId }, body: { accountIds } })
    },
    onSuccess: () => refreshGroups(client),
  })
}

/** The group as it is now, with what was added to and removed from `before`: a colleague may have changed it since it was shown. */
async function mergeMembers(
  client: QueryClient,
  groupId: number,
  before: readonly number[],
  mine: readonly number[],
): Promise<number[]> {
  const groups = await client.fetchQuery({ ...accountGroups(), staleTime: 0 })
  const theirs = groups.find(({ id }) => id === groupId)?.accountIds ?? before
  const kept = theirs.filter((id) => mine.includes(id) || !before.includes(id))
  return [...new Set([...kept, ...mine.filter((id) => !before.includes(id))])]
}

async function refreshGroups(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: groupsKey })
  void client.invalidateQueries({ queryKey: peersKey })
}

/** Its peers are not asked for again: the group is gone. */
export function useRemoveGroup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (groupId: number) => call('DELETE /api/groups/:groupId', { params: { groupId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: groupsKey }),
  })
}
