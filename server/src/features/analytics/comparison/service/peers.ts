/** Where one account stands among its peers: similar accounts of its company, or the members of a group of it. */
import type { Peers } from '@tangelo/contract'
import type { CompaniesService } from '#features/identity/index.ts'
import { dayOf } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import type { Row } from '#platform/database/schema.ts'
import { notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { AccountsService } from '../../accounts/accounts.service.ts'
import { firstDayOf, monthOf } from '../../months/months.rules.ts'
import { monthsStore } from '../../months/months.store.ts'
import { figuresOf, MONTHS_COMPARED } from '../comparison.rules.ts'
import { comparisonStore, type PeerRow } from '../comparison.store.ts'
import { placesOf, sayPlaces, saySimilar } from '../rules/places.ts'

const PEERS_MAX = 50
const FEWEST_PEERS = 8
/** Followers of similar accounts lie within the first of these factors that finds enough of them. */
const FACTORS = [2, 4] as const

interface SimilarTo {
  id: number
  company_id: number
  category: string | null
  followers: number | null
}

export function peersOf({
  database,
  clock,
  accounts,
  companies,
  visibleGroup,
}: {
  database: Database
  clock: Clock
  accounts: AccountsService
  companies: CompaniesService
  /** Throws `not_found` alike for a missing group and for one of another company. */
  visibleGroup: (viewer: Viewer, id: number) => Promise<Row<'account_groups'>>
}) {
  const store = comparisonStore(database.queries)

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
    const [since, posts] = await Promise.all([
      monthsStore(database.queries, database.engine).among(
        account.company_id,
        ids,
        monthOf(today) - MONTHS_COMPARED + 1,
      ),
      store.readKnownPosts(account.company_id, ids),
    ])
    const months = Map.groupBy(
      since.filter(({ month }) => month <= monthOf(today)),
      ({ account_id }) => account_id,
    )
    const compared = all.map(({ id, followers }) => {
      const { firstAt = null, seenAt = null } = posts.get(id) ?? {}
      const firstPostMonth = firstAt === null ? null : monthOf(dayOf(firstAt, 'UTC'))
      const postsSeenDay = seenAt === null ? null : dayOf(seenAt, 'UTC')
      return { id, followers, months: months.get(id) ?? [], firstPostMonth, postsSeenDay }
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

  /** Where an account stands among similar accounts of its company, or in a group of it. */
  return async function peers(
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
    // Sums are of whole months: they hold the days up to the end of the last one.
    const end = request.day === undefined ? today : firstDayOf(monthOf(request.day) + 1) - 1
    const figures = await figuresFor(account, peers, Math.min(today, end), excluded)
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
  }
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
