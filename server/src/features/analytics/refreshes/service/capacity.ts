/** What the connections can read in a day, and what falls on a day by the intervals of the accounts. */
import type { ProviderQuotasService } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { InstagramSourceName } from '#ports/instagram.ts'
import type { SourceConnection } from '#ports/instagram-connection.ts'
import type { SourceConnectionsService } from '../../source-connections/source-connections.service.ts'
import { chooseSource } from '../refreshes.rules.ts'
import { profilesStore } from '../store/profiles.ts'

const HOURS_OF_DAY = 24
/** Counting a million profiles takes a while, and what falls on a day changes slowly. */
const KEPT_MS = 5 * 60_000

export interface ReadingCapacity {
  /** Readings in a day. */
  perDay: number
  duePerDay: number
  sources: readonly {
    name: InstagramSourceName
    perDay: number
    /** With those that fail now. */
    perDayAtBest: number
    duePerDay: number
    /** Connections that can read now, beside that of the settings. */
    added: number
  }[]
}

export type ReadingCapacityService = ReturnType<typeof readingCapacityService>

export function readingCapacityService({
  database,
  clock,
  quotas,
  connections,
}: {
  database: Database
  clock: Clock
  quotas: ProviderQuotasService
  connections: Pick<SourceConnectionsService, 'active'>
}) {
  const store = profilesStore(database.queries)
  let kept: { at: number; capacity: Promise<ReadingCapacity> } | null = null

  const fails = async ({ name }: SourceConnection) => (await quotas.find(name))?.failure != null

  async function count(): Promise<ReadingCapacity> {
    const active = await connections.active()
    const names = [...new Set(active.map(({ source }) => source.name))]
    const due = await store.perDay()
    const sources = await Promise.all(
      names.map(async (name) => {
        const own = active.filter(({ source }) => source.name === name)
        const failing = await Promise.all(own.map(fails))
        const working = own.filter((_, at) => failing[at] === false)
        return {
          name,
          perDay: perDayOf(working),
          perDayAtBest: perDayOf(own),
          duePerDay: Math.ceil(
            due.reduce((sum, { source, readings }) => sum + (chooseSource(source, names) === name ? readings : 0), 0),
          ),
          added: working.filter(({ id }) => id !== null).length,
        }
      }),
    )
    return {
      perDay: sources.reduce((sum, { perDay }) => sum + perDay, 0),
      duePerDay: Math.ceil(due.reduce((sum, { readings }) => sum + readings, 0)),
      sources,
    }
  }

  return {
    now: count,

    /** As it was at most five minutes ago, for what asks on every page. */
    async lately(): Promise<ReadingCapacity> {
      const now = clock.now()
      if (kept === null || Math.abs(now - kept.at) > KEPT_MS) kept = { at: now, capacity: count() }
      try {
        return await kept.capacity
      } catch (error) {
        kept = null
        throw error
      }
    },

    /** Profiles whose time has come. */
    waiting: () => store.countDue(clock.now()),
  }
}

const perDayOf = (connections: readonly SourceConnection[]): number =>
  connections.reduce((sum, { callsPerHour, source }) => sum + callsPerHour * source.namesPerCall * HOURS_OF_DAY, 0)
