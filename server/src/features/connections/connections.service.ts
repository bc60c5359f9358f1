/** Which outside services are connected, and how they do. Callers are administrators. */
import type { Connection } from '@tangelo/contract'
import { CONNECTIONS, type ConnectionName } from '@tangelo/contract/limits'
import type { AiCalls } from '#features/ai-calls/index.ts'
import type { AuditLog } from '#features/audit-log/index.ts'
import { isPaused, type SourceRow, type SourcesService } from '#features/sources/index.ts'
import type { TableCalls } from '#features/table-calls/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { type InstagramSource, type InstagramSourceName, SourceFailure } from '#ports/instagram.ts'
import type { OutsideServiceName } from '#ports/outside-service.ts'
import { type Renderer, RenderRefused } from '#ports/renderer.ts'

export type ConnectionsService = ReturnType<typeof connectionsService>

/** A public account that every source should know. */
const KNOWN_NAME = 'instagram'
const TEST_MS = 60_000

/** What connects each source. */
const SETTINGS = {
  graph: ['GRAPH_ACCESS_TOKEN', 'GRAPH_IG_USER_ID', 'GRAPH_API_VERSION'],
  apify: ['APIFY_TOKEN'],
  airtable: ['AIRTABLE_TOKEN', 'AIRTABLE_BASE_ID'],
  s3: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  openai: ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL'],
} as const satisfies Record<OutsideServiceName, string[]>

const TITLES = {
  graph: 'Instagram Graph API',
  apify: 'Apify',
  airtable: 'Airtable',
  s3: 'Pictures and videos',
  openai: 'Prompts and image analysis',
  encoder: 'Video encoder',
  import: 'Files and typed-in figures',
} as const

const OFFERS = {
  graph: 'Reads professional accounts through the official interface, without cost per account.',
  apify: 'Reads any public account, also personal ones, and charges for each.',
  airtable: "Keeps a company's posts in step with the table that the company names.",
  s3: 'They are kept in a bucket, where every machine finds them.',
  openai: 'Texts come from the AI provider; images are sent to it for that.',
} as const

export function connectionsService({
  database,
  audit,
  sources,
  tables,
  bucket,
  ai,
  encoder,
  pace,
  clock,
  isSet,
}: {
  database: Database
  audit: AuditLog
  sources: readonly InstagramSource[]
  /** Null where no service that keeps tables is connected. */
  tables: Pick<TableCalls, 'test'> | null
  /** Null where files are kept in the data folder. */
  bucket: { whyNot(): Promise<string | null> } | null
  ai: AiCalls
  encoder: Renderer['encoder']
  pace: SourcesService
  clock: Clock
  /** Whether an environment variable is set; its value stays where it is. */
  isSet: (setting: string) => boolean
}) {
  const sourceNamed = (name: InstagramSourceName) => sources.find((source) => source.name === name)
  const connected: Readonly<Record<OutsideServiceName, boolean>> = {
    graph: sourceNamed('graph') !== undefined,
    apify: sourceNamed('apify') !== undefined,
    airtable: tables !== null,
    s3: bucket !== null,
    openai: ai.name === 'openai',
  }

  async function testBucket(): Promise<void> {
    if (!bucket) return
    const message = await bucket.whyNot()
    if (message === null) {
      // Made by the first answer, whatever it is.
      await pace.unpause('s3')
      await pace.succeeded('s3', { percent: null })
    } else await pace.failed('s3', { kind: 'unavailable', message, retryAt: null })
  }

  async function connection(name: ConnectionName): Promise<Connection> {
    if (name === 'import') return FILES
    if (name === 'encoder') return { ...QUIET, name, title: TITLES.encoder, ...(await stateOfEncoder(encoder)) }
    const row = await pace.find(name)
    const isConnected = connected[name]
    const own = OWN[name]
    return {
      name,
      title: TITLES[name],
      ...(own && !isConnected && !SETTINGS[name].some(isSet) ? own : stateOf(name, isConnected, row)),
      settings: SETTINGS[name].map((setting) => ({ name: setting, isSet: isSet(setting) })),
      usedPercent: isConnected ? (row?.used_percent ?? null) : null,
      pausedUntil:
        isConnected && name !== 's3' && row && isPaused(row.paused_until, clock.now())
          ? momentToText(row.paused_until)
          : null,
      lastSucceededAt: row?.succeeded_at == null ? null : momentToText(row.succeeded_at),
      lastFailedAt: row?.failed_at == null ? null : momentToText(row.failed_at),
    }
  }

  return {
    list: (): Promise<Connection[]> => Promise.all(CONNECTIONS.map(connection)),

    /**
     * Reads one well-known account, or the tables that there are, or puts something small into the bucket; a failure is
     * told, not thrown.
     */
    async test(viewer: Viewer, name: ConnectionName): Promise<Connection> {
      if (name === 'airtable') await tables?.test()
      if (name === 's3') await testBucket()
      if (name === 'openai') await ai.test(AbortSignal.timeout(TEST_MS))
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

/** What is asked for nothing outside. */
const QUIET = { settings: [], usedPercent: null, pausedUntil: null, lastSucceededAt: null, lastFailedAt: null }

const FILES: Connection = {
  ...QUIET,
  name: 'import',
  title: TITLES.import,
  state: 'built_in',
  explanation: 'Apify data sets (JSON), CSV files, and figures typed in by hand.',
  nextStep: null,
}

async function stateOfEncoder(
  encoder: Renderer['encoder'],
): Promise<Pick<Connection, 'state' | 'explanation' | 'nextStep'>> {
  try {
    const { name, path, canDecode } = await encoder()
    const explanation = `Reels are rendered by ${name}, which has libx264 and aac: ${path}.`
    return { state: 'built_in', explanation, nextStep: canDecode ? null : NEWER_ENCODER }
  } catch (error) {
    if (!(error instanceof RenderRefused)) throw error
    return {
      state: 'failing',
      explanation: error.message,
      nextStep: 'Do so, and test: nothing has to be started again.',
    }
  }
}

const NEWER_ENCODER =
  'It is an old one: music in M4A and AAC files is refused. To take them, install ffmpeg 5 or later, or name one in FFMPEG_PATH.'

/** The content database is built in: there is nothing that somebody must do. */
const OWN_TABLES = {
  state: 'built_in',
  explanation: 'Posts are kept here.',
  nextStep:
    "To keep a company's posts in step with a table, set AIRTABLE_TOKEN and AIRTABLE_BASE_ID, then start tangelo again.",
} as const

/** Files are kept as well in the folder: there is nothing that somebody must do. */
const OWN_FOLDER = {
  state: 'built_in',
  explanation: 'They are kept in the data folder.',
  nextStep: `For more than one machine, set ${listed(SETTINGS.s3)}, then start tangelo again.`,
} as const

/** Texts are made here as well: there is nothing that somebody must do. */
const OWN_TEXTS = {
  state: 'built_in',
  explanation: 'Built-in (no AI provider): prompts come from templates, and images are measured here.',
  nextStep: 'For texts of an AI provider, set OPENAI_API_KEY, then start tangelo again.',
} as const

/** What stands in the place of a service that nobody has connected. */
const OWN: Partial<Record<OutsideServiceName, typeof OWN_TABLES | typeof OWN_FOLDER | typeof OWN_TEXTS>> = {
  airtable: OWN_TABLES,
  s3: OWN_FOLDER,
  openai: OWN_TEXTS,
}

function listed(names: readonly string[]): string {
  return names.join(', ').replace(/, ([^,]*)$/, ' and $1')
}

function stateOf(
  name: OutsideServiceName,
  isConnected: boolean,
  row: SourceRow | undefined,
): Pick<Connection, 'state' | 'explanation' | 'nextStep'> {
  if (!isConnected) {
    const nextStep = `Set ${listed(SETTINGS[name])}, then start tangelo again.`
    return { state: 'not_connected', explanation: OFFERS[name], nextStep }
  }
  if (!row?.failure) return { state: 'connected', explanation: OFFERS[name], nextStep: null }
  if (name === 's3') return { state: 'failing', explanation: row.failure, nextStep: AFTER_BUCKET }
  return { state: 'failing', explanation: row.failure, nextStep: NEXT_STEPS[row.failure_kind ?? 'unavailable'](name) }
}

const AFTER_BUCKET = 'When that is done, test again; settings count after a new start.'

const NEXT_STEPS: Record<SourceFailure['kind'], (name: OutsideServiceName) => string> = {
  refused: (name) => `Renew ${SETTINGS[name][0]}, start tangelo again, and test.`,
  limited: () => 'Nothing to do: calls go on when the limit is over.',
  unavailable: () =>
    'Nothing to do now: it is tried again by itself. Should it stay, look whether this machine reaches it.',
}
