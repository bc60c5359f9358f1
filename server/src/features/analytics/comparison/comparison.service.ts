/** Accounts beside each other: named groups, and where one account stands among its peers. Never across companies. */
import type { AccountGroup, Peers } from '@tangelo/contract'
import { scopeOf, visible } from '#features/core/index.ts'
import type { CompaniesService } from '#features/identity/index.ts'
import { dayOf, momentToText } from '#platform/calendar.ts'
import { type Database, isTaken } from '#platform/database/database.ts'
import type { Row } from '#platform/database/schema.ts'
import { conflict, invalidInput, notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import { monthOf } from '../months/months.rules.ts'
import { monthsStore } from '../months/months.store.ts'
import { figuresOf, MONTHS_COMPARED, placesOf, sayPlaces, saySimilar } from './comparison.rules.ts'
import { comparisonStore, type PeerRow } from './comparison.store.ts'

export type ComparisonService = ReturnType<typeof comparisonService>

const PEERS_MAX = 50
const FEWEST_PEERS = 8
/** Followers of similar accounts lie within the first of these factors that finds enough of them. */
const FACTORS = [2, 4] as const

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

  async function shown(group: Row<'account_groups'>): Promise<AccountGroup> {
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
    async groups(viewer: Viewer): Promise<AccountGroup[]> {
      const scope = scopeOf(viewer)
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
      const group = await namedOnce(name, () =>
        database.transaction(async (tx) => {
          const inside = comparisonStore(tx)
          const row = { company_id: companyId, name, name_key: name.toLowerCase(), created_at: clock.now() }
          const added = await inside.addGroup(row)
          await inside.setMembers(added, accountIds)
          return added
        }),
      )
      return shown(group)
    },

    async update(
      viewer: Viewer,
      id: number,
      { name, accountIds }: { name?: string | undefined; accountIds?: number[] | undefined },
    ): Promise<AccountGroup> {
      const group = await visibleGroup(viewer, id)
      if (accountIds) await companyOf(viewer, accountIds, group.company_id)
      await namedOnce(name ?? group.name, () =>
        database.transaction(async (tx) => {
          const inside = comparisonStore(tx)
          if (name !== undefined) await inside.renameGroup(id, name)
          if (accountIds) await inside.setMembers(group, accountIds)
        }),
      )
      return shown(await visibleGroup(viewer, id))
    },

    async remove(viewer: Viewer, id: number): Promise<void> {
      const group = await visibleGroup(viewer, id)
      await database.transaction(async (tx) => {
        await comparisonStore(tx).setMembers(group, [])
        await comparisonStore(tx).removeGroup(id)
      })
    },

    /** Where an account stands among similar accounts of its company, or in a group of it. */
    async peers(
      viewer: Viewer,
      accountId: number,
      /** `day`: the figures are those of the months up to that of this day; today unless named. Peers are those of now. */
      request: { groupId?: number | undefined; exclude?: string | undefined; day?: number },
    ): Promise<Peers> {
      const account = await accounts.visibleTo(viewer, accountId)
      const excluded = new Set(request.exclude?.split(',').map(Number))
      const found =
        request.groupId === undefined
          ? await findSimilar(account)
          : await findMembers(account, await visibleGroup(viewer, request.groupId))
      const peers = found.peers.filter(({ id }) => id !== account.id)
      const counted = peers.filter(({ id }) => !excluded.has(id))
      const today = dayOf(clock.now(), await companies.timeZoneOf(account.company_id))
      const figures = await figuresFor(account, peers, Math.min(today, request.day ?? today), excluded)
      const own = figures.get(account.id) ?? NOTHING
      const places = placesOf(
        own,
        counted.map(({ id }) => figures.get(id) ?? NOTHING),
        found.basis.kind === 'similar' ? 'similar accounts' : 'accounts of the group',
      )
      return {
        basis: found.basis,
        sentence: sayPlaces(places),
        own,
        places,
        peers: peers.map(({ id, username, followers }) => {
          const { growth, postsPerWeek, likes, comments } = figures.get(id) ?? NOTHING
          return {
            accountId: id,
            username,
            followers,
            growth,
            postsPerWeek,
            likes,
            comments,
            isExcluded: excluded.has(id),
          }
        }),
      }
    },
  }

  async function findSimilar(account: SimilarTo) {
    const { followers, category } = account
    for (const factor of FACTORS) {
      // One more than is shown: the account itself is among them.
      const range = {
        least: Math.ceil((followers ?? 0) / factor),
        most: (followers ?? 0) * factor,
        limit: PEERS_MAX + 1,
      }
      const candidates = followers ? await store.similar(account.company_id, category, { followers, ...range }) : []
      const others = candidates.filter(({ id }) => id !== account.id)
      if (others.length < FEWEST_PEERS && factor !== FACTORS.at(-1)) continue
      const peers = nearest(others, followers ?? 0)
      const sentence = saySimilar(peers.length, { category, followers, factor })
      return { peers, basis: { kind: 'similar' as const, groupId: null, factor, sentence } }
    }
    throw new Error('The last factor always answers')
  }

  async function findMembers(account: SimilarTo, group: Row<'account_groups'>) {
    if (group.company_id !== account.company_id) throw notFound('Group')
    const peers = await store.members(group.company_id, group.id)
    const basis = { kind: 'group' as const, groupId: group.id, factor: null, sentence: `The group ${group.name}.` }
    return { peers, basis }
  }

  async function figuresFor(account: SimilarTo, peers: readonly PeerRow[], today: number, excluded: Set<number>) {
    const all = [account, ...peers]
    const ids = all.map(({ id }) => id)
    const [since, firstPosts] = await Promise.all([
      monthsStore(database.queries, database.engine).among(
        account.company_id,
        ids,
        monthOf(today) - MONTHS_COMPARED + 1,
      ),
      store.firstPosts(account.company_id, ids),
    ])
    const months = Map.groupBy(
      since.filter(({ month }) => month <= monthOf(today)),
      ({ account_id }) => account_id,
    )
    const compared = all.map(({ id, followers }) => {
      const postedAt = firstPosts.get(id) ?? null
      const firstPostMonth = postedAt === null ? null : monthOf(dayOf(postedAt, 'UTC'))
      return { id, followers, months: months.get(id) ?? [], firstPostMonth }
    })
    const figures = figuresOf(
      compared.filter(({ id }) => !excluded.has(id)),
      today,
    )
    // Excluded peers are still shown, with figures of their own, but no other figure depends on them.
    if (excluded.size > 0)
      for (const [id, own] of figuresOf(compared, today)) if (excluded.has(id)) figures.set(id, own)
    return figures
  }
}

interface SimilarTo {
  id: number
  company_id: number
  category: string | null
  followers: number | null
}

const NOTHING = { growth: null, postsPerWeek: null, likes: null, comments: null }

/** The accounts whose followers are nearest in ratio, the largest first. */
const nearest = (peers: readonly PeerRow[], followers: number): PeerRow[] => {
  const distance = (peer: PeerRow) => Math.abs(Math.log((peer.followers ?? 1) / followers))
  return peers
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, PEERS_MAX)
    .sort((one, other) => (other.followers ?? 0) - (one.followers ?? 0))
}

const asGroup = (group: Row<'account_groups'>, accountIds: number[]): AccountGroup => ({
  id: group.id,
  companyId: group.company_id,
  name: group.name,
  accountIds,
  createdAt: momentToText(group.created_at),
})

async function namedOnce<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (isTaken(error)) throw conflict('group_exists', `A group named ${name} already exists`)
    throw error
  }
}
