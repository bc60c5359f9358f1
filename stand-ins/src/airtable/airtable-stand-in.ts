/**
 * Airtable's interface as far as keeping a table in step needs it: records and attachments, the columns of the tables,
 * who asks, how often. Webhooks, views and upserts are not played; who asks for them hears that.
 */
import type { StandIn, StandInOptions } from '../http/stand-in.ts'
import { standInClock } from '../http/stand-in-clock.ts'
import { startStandIn } from '../http/start-stand-in.ts'
import { airtableService } from './airtable-service.ts'
import { base } from './base.ts'
import { postsTable } from './posts-table.ts'
import type { StandInTable, TableDefinition } from './table.ts'

export interface AirtableOptions extends StandInOptions {
  token?: string
  baseId?: string
  /** One of sixty planned posts where none are given. */
  tables?: readonly TableDefinition[]
  /** Of one base; Infinity for no limit. */
  callsPerSecond?: number
  /** Every other page is shorter than asked for. */
  hasShortPages?: boolean
}

export interface AirtableStandIn extends StandIn {
  baseId: string
  /** Throws for a table that is not there. */
  table(name: string): StandInTable
  /** The next so many calls with an offset find their walk gone. */
  vanishOffsets(count: number): void
}
const usualRecords = 60

export function airtableStandIn(options: AirtableOptions = {}) {
  const { token = 'patSampleTokenOfTheStandIn.0123456789abcdef', baseId = 'app00000000000001' } = options
  return {
    async start(): Promise<AirtableStandIn> {
      const clock = standInClock(options.clock)
      let url = ''
      const kept = base({
        tables: options.tables ?? [postsTable({ records: usualRecords, begins: clock.now() })],
        scene: () => ({ base: url, at: clock.now() }),
        hasShortPages: options.hasShortPages ?? false,
      })
      const service = airtableService(kept, { ...options, token, baseId })
      const started = await startStandIn(service, { ...options, clock, token })
      url = started.url
      return Object.assign(started, {
        baseId,
        table(name: string) {
          const found = kept.hands.get(name)
          if (!found) throw new Error(`There is no table ${name}`)
          return found
        },
        vanishOffsets: kept.walks.vanish,
      })
    },
  }
}
