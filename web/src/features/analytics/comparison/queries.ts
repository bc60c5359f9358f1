/** Every question about accounts beside each other, and the changes of their groups. */
import type { AccountGroup, RouteInput } from '@tangelo/contract'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { mergeLists } from '#lib/merge-lists.ts'
import { pickChanged } from '#lib/pick-changed.ts'
import { accountsKey } from '../accounts/queries/lists.ts'
import { peersKey } from '../metrics/queries/metrics.ts'

/** Root of the groups: what changes many accounts changes these. */
const groupsKey = [...accountsKey, 'groups'] as const

/** The named groups of accounts, of one company or of all that the viewer may see, by name. */
export function accountGroups(companyId?: number | null) {
  return queryOptions({
    queryKey: [...groupsKey, companyId ?? 'all'],
    queryFn: ({ signal }) => call('GET /api/groups', { query: { companyId: companyId ?? undefined } }, { signal }),
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

type KnownGroup = Pick<AccountGroup, 'id' | 'companyId'>

/** Makes a group, or changes of this one what differs from `stored`: the rest may have changed elsewhere. */
export function useSaveGroup(group: KnownGroup | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ stored, fields }: { stored: GroupFields; fields: GroupFields }) => {
      if (!group) return call('POST /api/groups', { body: fields })
      const params = { groupId: group.id }
      const { accountIds: mine, ...body } = pickChanged(stored, fields)
      if (!mine) return call('PUT /api/groups/:groupId', { params, body })
      const accountIds = await mergeMembers(client, group, stored.accountIds, mine)
      return call('PUT /api/groups/:groupId', { params, body: { ...body, accountIds } })
    },
    onSuccess: () => refreshGroups(client),
  })
}

/** Adds accounts to a group. */
export function useAddToGroup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ group, accountIds: added }: { group: KnownGroup; accountIds: number[] }) => {
      const accountIds = await mergeMembers(client, group, [], added)
      return call('PUT /api/groups/:groupId', { params: { groupId: group.id }, body: { accountIds } })
    },
    onSuccess: () => refreshGroups(client),
  })
}

/** The group as it is now, with what was added to and removed from `before`: a colleague may have changed it since it was shown. */
async function mergeMembers(
  client: QueryClient,
  { id: groupId, companyId }: KnownGroup,
  before: readonly number[],
  mine: readonly number[],
): Promise<number[]> {
  const groups = await client.fetchQuery({ ...accountGroups(companyId), staleTime: 0 })
  const theirs = groups.find(({ id }) => id === groupId)?.accountIds ?? before
  return mergeLists({ before, mine, theirs }, (id) => id)
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
