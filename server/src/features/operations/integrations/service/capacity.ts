/** What the sources can read in a day, and what falls on one. */
import type { Capacity } from '@tangelo/contract'
import type { ReadingCapacityService } from '#features/analytics/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { InstagramSourceName } from '#ports/instagram.ts'
import { integrationsView } from '../integrations.view.ts'

const DAY_MS = 24 * 60 * 60_000

/** Where figures come from; the demo workspace's source reads nothing. */
const READING = ['graph', 'apify', 'import'] as const

export function capacityReader({
  database,
  clock,
  capacity,
  testAccountOf,
}: {
  database: Database
  clock: Clock
  capacity: ReadingCapacityService
  testAccountOf: (name: InstagramSourceName) => Promise<string>
}) {
  const view = integrationsView(database.queries)

  return async (): Promise<Capacity> => {
    const now = clock.now()
    const read = new Map((await view.accountsBySource(now - DAY_MS)).map((row) => [row.source, row]))
    const readings = await capacity.now()
    const entries = READING.map(async (name): Promise<Capacity['sources'][number]> => {
      const row = read.get(name)
      const held = {
        name,
        accounts: row?.accounts ?? 0,
        lastReadAt: row?.lastReadAt == null ? null : momentToText(row.lastReadAt),
      }
      if (name === 'import') return { ...held, perDay: null, perDayAtBest: null, connections: 0, testAccount: null }
      const source = readings.sources.find((one) => one.name === name)
      return {
        ...held,
        perDay: source?.perDay ?? 0,
        perDayAtBest: source?.perDayAtBest ?? null,
        connections: source?.added ?? 0,
        testAccount: await testAccountOf(name),
      }
    })
    return {
      accounts: await view.accounts(),
      readLately: [...read.values()].reduce((sum, { lately }) => sum + lately, 0),
      perDay: readings.perDay,
      duePerDay: readings.duePerDay,
      waiting: await capacity.waiting(),
      sources: await Promise.all(entries),
    }
  }
}
