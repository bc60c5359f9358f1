/** Accounts beside each other: named groups, and where one account stands among its peers. Never across companies. */
import type { AccountGroup } from '@tangelo/contract'
import { scopeOf, scopeWithin, visible } from '#features/core/index.ts'
import type { CompaniesService } from '#features/identity/index.ts'
import { momentToText } from '#platform/calendar.ts'
import { type Database, isTaken } from '#platform/database/database.ts'
import type { Row } from '#platform/database/schema.ts'
import { conflict, invalidInput, notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import { comparisonStore } from './comparison.store.ts'
import { peersOf } from './service/peers.ts'

export type ComparisonService = ReturnType<typeof comparisonService>

export function comparisonService({
  database,
  clock,
  accounts,
  companies,
}: {
  database: Database
  clock: Clock
  accounts: AccountsService
  companies: CompaniesService
}) {
  const store = comparisonStore(database.queries)

  async function visibleGroup(viewer: Viewer, id: number) {
    const group = visible(viewer, await store.findGroup(id))
    if (!group) throw notFound('Group')
    return group
  }

  async function describeGroup(group: Row<'account_groups'>): Promise<AccountGroup> {
    return asGroup(group, (await store.membersOf(group.company_id, [group.id])).get(group.id) ?? [])
  }

  /** The one company of these accounts; throws `invalid_input` for one that the viewer cannot see, as for a missing one. */
  async function companyOf(viewer: Viewer, accountIds: readonly number[], wanted?: number): Promise<number> {
    const companyId = await store.companyOf(accountIds)
    const scope = scopeOf(viewer)
    if (companyId === null || (scope !== 'all' && scope !== companyId) || (wanted ?? companyId) !== companyId)
      throw invalidInput('A group holds accounts of one company', { accountIds: 'must be accounts of one company' })
    return companyId
  }

  return {
    peers: peersOf({ database, clock, accounts, companies, visibleGroup }),

    /** Throws `not_found` alike for a missing one and for one of another company. */
    group: async (viewer: Viewer, id: number): Promise<AccountGroup> => describeGroup(await visibleGroup(viewer, id)),

    /** Of all companies without those of the demo workspace where there are accounts of one's own; of one company any. */
    async groups(viewer: Viewer, companyId?: number): Promise<AccountGroup[]> {
      const scope = scopeWithin(viewer, companyId)
      if (scope === 'none') return []
      const groups = await store.groups(scope)
      const members = new Map<number, number[]>()
      for (const [companyId, some] of Map.groupBy(groups, ({ company_id }) => company_id))
        for (const [id, accountIds] of await store.membersOf(
          companyId,
          some.map(({ id }) => id),
        ))
          members.set(id, accountIds)
      return groups.map((group) => asGroup(group, members.get(group.id) ?? []))
    },

    async create(viewer: Viewer, { name, accountIds }: { name: string; accountIds: number[] }): Promise<AccountGroup> {
      const companyId = await companyOf(viewer, accountIds)
      const group = await writeUnlessTaken(name, () =>
        database.transaction(async (tx) => {
          const inside = comparisonStore(tx)
          const row = { company_id: companyId, name, name_key: name.toLowerCase(), created_at: clock.now() }
          const added = await inside.addGroup(row)
          await inside.setMembers(added, accountIds)
          return added
        }),
      )
      return describeGroup(group)
    },

    async update(
      viewer: Viewer,
      id: number,
      { name, accountIds }: { name?: string | undefined; accountIds?: number[] | undefined },
    ): Promise<AccountGroup> {
      const group = await visibleGroup(viewer, id)
      if (accountIds) await companyOf(viewer, accountIds, group.company_id)
      await writeUnlessTaken(name ?? group.name, () =>
        database.transaction(async (tx) => {
          const inside = comparisonStore(tx)
          if (!(await inside.holdGroup(id))) throw notFound('Group')
          if (name !== undefined) await inside.renameGroup(id, name)
          if (accountIds) await inside.setMembers(group, accountIds)
        }),
      )
      return describeGroup(await visibleGroup(viewer, id))
    },

    /** Groups that hold some of these accounts of one company, and those of them that hold no other. Not limited to what a viewer sees. */
    async groupsWith(companyId: number, accountIds: readonly number[]): Promise<{ all: number[]; emptied: number[] }> {
      const all = await store.holding(companyId, accountIds)
      const members = await store.membersOf(companyId, all)
      const leaving = new Set(accountIds)
      return { all, emptied: all.filter((id) => (members.get(id) ?? []).every((account) => leaving.has(account))) }
    },

    async remove(viewer: Viewer, id: number): Promise<void> {
      const group = await visibleGroup(viewer, id)
      await database.transaction(async (tx) => {
        await comparisonStore(tx).removeGroup(id)
        await comparisonStore(tx).setMembers(group, [])
      })
    },
  }
}

const asGroup = (group: Row<'account_groups'>, accountIds: number[]): AccountGroup => ({
  id: group.id,
  companyId: group.company_id,
  name: group.name,
  accountIds,
  createdAt: momentToText(group.created_at),
})

async function writeUnlessTaken<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (isTaken(error)) throw conflict('group_exists', `A group named ${name} already exists`)
    throw error
  }
}
