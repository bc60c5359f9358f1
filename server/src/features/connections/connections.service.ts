/** Which outside services are connected, and how they do. Callers are administrators. */
import type { Connection } from '@tangelo/contract'
import { CONNECTIONS, type ConnectionName } from '@tangelo/contract/limits'
import type { AuditLog } from '#features/audit-log/index.ts'
import { isPaused, type SourceRow, type SourcesService } from '#features/sources/index.ts'
import type { TableCalls } from '#features/table-calls/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { type InstagramSource, type InstagramSourceName, SourceFailure } from '#ports/instagram.ts'
import type { OutsideServiceName } from '#ports/outside-service.ts'

export type ConnectionsService = ReturnType<typeof connectionsService>

/** A public account that every source should know. */
const KNOWN_NAME = 'instagram'
const TEST_MS = 60_000

/** What connects each source. */
const SETTINGS = {
  graph: ['GRAPH_ACCESS_TOKEN', 'GRAPH_IG_USER_ID', 'GRAPH_API_VERSION'],
  apify: ['APIFY_TOKEN'],
  airtable: ['AIRTABLE_TOKEN', 'AIRTABLE_BASE_ID'],
} as const satisfies Record<OutsideServiceName, string[]>

const TITLES = {
  graph: 'Instagram Graph API',
  apify: 'Apify',
  airtable: 'Airtable',
  import: 'Files and typed-in figures',
} as const

const OFFERS = {
  graph: 'Reads professional accounts through the official interface, without cost per account.',
  apify: 'Reads any public account, also personal ones, and charges for each.',
  airtable: "Keeps a company's posts in step with the table that the company names.",
} as const

export function connectionsService({
  database,
  audit,
  sources,
  tables,
  pace,
  clock,
  isSet,
}: {
  database: Database
  audit: AuditLog
  sources: readonly InstagramSource[]
  /** Null where no service that keeps tables is connected. */
  tables: Pick<TableCalls, 'test'> | null
  pace: SourcesService
  clock: Clock
  /** Whether an environment variable is set; its value stays where it is. */
  isSet: (setting: string) => boolean
}) {
  const sourceNamed = (name: InstagramSourceName) => sources.find((source) => source.name === name)

  async function connection(name: ConnectionName): Promise<Connection> {
    if (name === 'import') return FILES
    const row = await pace.find(name)
    const isConnected = name === 'airtable' ? tables !== null : sourceNamed(name) !== undefined
    return {
      name,
      title: TITLES[name],
      ...(name === 'airtable' && !SETTINGS.airtable.some(isSet) && !isConnected
        ? OWN_TABLES
        : stateOf(name, isConnected, row)),
      settings: SETTINGS[name].map((setting) => ({ name: setting, isSet: isSet(setting) })),
      usedPercent: isConnected ? (row?.used_percent ?? null) : null,
      pausedUntil:
        isConnected && row && isPaused(row.paused_until, clock.now()) ? momentToText(row.paused_until) : null,
      lastSucceededAt: row?.succeeded_at == null ? null : momentToText(row.succeeded_at),
      lastFailedAt: row?.failed_at == null ? null : momentToText(row.failed_at),
    }
  }

  return {
    list: (): Promise<Connection[]> => Promise.all(CONNECTIONS.map(connection)),

    /** Reads one well-known account, or the tables that there are; a failure is told, not thrown. */
    async test(viewer: Viewer, name: ConnectionName): Promise<Connection> {
      if (name === 'airtable') await tables?.test()
      const source = name === 'graph' || name === 'apify' ? sourceNamed(name) : undefined
      if (source) {
        try {
          const { use } = await source.read([KNOWN_NAME], AbortSignal.timeout(TEST_MS))
          await pace.unpause(source.name)
          await pace.succeeded(source.name, use)
        } catch (error) {
          if (!(error instanceof SourceFailure)) throw error
          await pace.failed(source.name, error)
        }
      }
      const tested = await connection(name)
      await database.transaction((tx) =>
        audit.record(tx, viewer, {
          act: 'connection.tested',
          object: { kind: 'connection', id: name, name: TITLES[name] },
          companyId: null,
          details: { state: tested.state },
        }),
      )
      return tested
    },
  }
}

const FILES: Connection = {
  name: 'import',
  title: TITLES.import,
  state: 'built_in',
  explanation: 'Apify data sets (JSON), CSV files, and figures typed in by hand.',
  nextStep: null,
  settings: [],
  usedPercent: null,
  pausedUntil: null,
  lastSucceededAt: null,
  lastFailedAt: null,
}

/** The content database is built in: there is nothing that somebody must do. */
const OWN_TABLES = {
  state: 'built_in',
  explanation: 'Posts are kept here.',
  nextStep:
    "To keep a company's posts in step with a table, set AIRTABLE_TOKEN and AIRTABLE_BASE_ID, then start tangelo again.",
} as const

function stateOf(
  name: OutsideServiceName,
  isConnected: boolean,
  row: SourceRow | undefined,
): Pick<Connection, 'state' | 'explanation' | 'nextStep'> {
  if (!isConnected) {
    const missing = SETTINGS[name].join(', ').replace(/, ([^,]*)$/, ' and $1')
    return { state: 'not_connected', explanation: OFFERS[name], nextStep: `Set ${missing}, then start tangelo again.` }
  }
  if (!row?.failure) return { state: 'connected', explanation: OFFERS[name], nextStep: null }
  return { state: 'failing', explanation: row.failure, nextStep: NEXT_STEPS[row.failure_kind ?? 'unavailable'](name) }
}

const NEXT_STEPS: Record<SourceFailure['kind'], (name: OutsideServiceName) => string> = {
  refused: (name) => `Renew ${SETTINGS[name][0]}, start tangelo again, and test.`,
  limited: () => 'Nothing to do: calls go on when the limit is over.',
  unavailable: () =>
    'Nothing to do now: it is tried again by itself. Should it stay, look whether this machine reaches it.',
}
