/** Which outside services are connected, and how they do. Callers are administrators. */
import type { Integration } from '@tangelo/contract'
import { INTEGRATIONS, type IntegrationName } from '@tangelo/contract/limits'
import type { ReadingCapacityService, SourceConnectionsService } from '#features/analytics/index.ts'
import type { AiClient } from '#features/content/index.ts'
import type { TableClient } from '#features/content-sync/index.ts'
import type { AuditLog } from '#features/core/index.ts'
import { isPaused, type ProviderQuotasService } from '#features/core/index.ts'
import type { DriveConnectionsService } from '#features/drive/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { DriveFailure } from '#ports/drive.ts'
import type { InstagramSource, InstagramSourceName } from '#ports/instagram.ts'
import type { OutsideServiceName } from '#ports/outside-service.ts'
import type { Payments } from '#ports/payments.ts'
import { type Renderer, RenderRefused } from '#ports/renderer.ts'
import { FILES, OWN, QUIET, SETTINGS, stateOf, stateOfAdded, stateOfFolder, TITLES } from './integrations.rules.ts'
import { capacityReader } from './service/capacity.ts'
import { serviceTests, TEST_MS, type Tested } from './service/tests.ts'

export type IntegrationsService = ReturnType<typeof integrationsService>

/** They are called whenever they are needed, even while paused. */
const UNPACED: ReadonlySet<IntegrationName> = new Set(['s3', 'stripe', 'google'])

/** The company that the bootstrap creates: its folder stands for all where no company is named. */
const FIRST_COMPANY = 1

export function integrationsService({
  database,
  audit,
  sources,
  tables,
  bucket,
  ai,
  payments,
  drives,
  encoder,
  quotas,
  clock,
  capacity,
  sourceConnections,
  isSet,
}: {
  database: Database
  audit: AuditLog
  sources: readonly InstagramSource[]
  /** Null where no service that keeps tables is connected. */
  tables: Pick<TableClient, 'test'> | null
  /** Null where files are kept in the data folder. */
  bucket: { whyNot(): Promise<string | null> } | null
  ai: AiClient
  payments: Pick<Payments, 'name' | 'test'>
  drives: Pick<DriveConnectionsService, 'driveOf' | 'isConnected' | 'use'>
  encoder: Renderer['encoder']
  quotas: ProviderQuotasService
  clock: Clock
  capacity: ReadingCapacityService
  sourceConnections: Pick<SourceConnectionsService, 'list' | 'test'>
  /** Whether an environment variable is set; its value stays where it is. */
  isSet: (setting: string) => boolean
}) {
  const tests = serviceTests({ database, bucket, payments, drives, quotas })
  const sourceNamed = (name: InstagramSourceName) => sources.find((source) => source.name === name)
  const connected: Readonly<Record<OutsideServiceName, boolean>> = {
    graph: sourceNamed('graph') !== undefined,
    apify: sourceNamed('apify') !== undefined,
    airtable: tables !== null,
    s3: bucket !== null,
    openai: ai.name === 'openai',
    stripe: payments.name === 'stripe',
    google: drives.driveOf(FIRST_COMPANY).drive.name === 'google',
  }

  /** Looked at each time: a folder that can be used again needs no test. */
  async function folder(companyId: number): Promise<Integration> {
    const { drive, path } = drives.driveOf(companyId)
    const settings = SETTINGS.google.map((setting) => ({ name: setting, isSet: isSet(setting) }))
    const about = { ...QUIET, name: 'google' as const, title: TITLES.google, settings }
    try {
      await drive.test(AbortSignal.timeout(TEST_MS))
      return { ...about, ...stateOfFolder(path, null) }
    } catch (error) {
      if (!(error instanceof DriveFailure)) throw error
      return { ...about, ...stateOfFolder(path, error.message) }
    }
  }

  /** Connections that administrators have added and that are not paused. */
  const listAdded = async (name: IntegrationName) =>
    name === 'graph' || name === 'apify'
      ? (await sourceConnections.list()).filter(({ source, state }) => source === name && state !== 'paused')
      : []

  async function integration(name: IntegrationName): Promise<Integration> {
    if (name === 'import') return FILES
    if (name === 'encoder') return { ...QUIET, name, title: TITLES.encoder, ...(await stateOfEncoder(encoder)) }
    if (name === 'google' && !connected.google) return folder(FIRST_COMPANY)
    const settings = SETTINGS[name].map((setting) => ({ name: setting, isSet: isSet(setting) }))
    const isConnected = connected[name]
    const added = isConnected ? [] : await listAdded(name)
    // What is known of the settings' connection says nothing of these.
    if (added.length > 0) return { ...QUIET, name, title: TITLES[name], ...stateOfAdded(name, added), settings }
    const row = await quotas.find(name)
    const own = OWN[name]
    return {
      name,
      title: TITLES[name],
      ...(own && !isConnected && !SETTINGS[name].some(isSet) ? own : stateOf(name, isConnected, row)),
      settings,
      usedPercent: isConnected ? (row?.used_percent ?? null) : null,
      pausedUntil:
        isConnected && !UNPACED.has(name) && row && isPaused(row.paused_until, clock.now())
          ? momentToText(row.paused_until)
          : null,
      lastSucceededAt: row?.succeeded_at == null ? null : momentToText(row.succeeded_at),
      lastFailedAt: row?.failed_at == null ? null : momentToText(row.failed_at),
    }
  }

  return {
    capacity: capacityReader({ database, clock, capacity, testAccountOf: tests.testAccountOf }),

    list: (): Promise<Integration[]> => Promise.all(INTEGRATIONS.map(integration)),

    /**
     * Reads one account, or the list of tables, or puts a small object into the bucket; a failure is
     * returned, not thrown.
     */
    async test(viewer: Viewer, name: IntegrationName): Promise<Tested> {
      if (name === 'airtable') await tables?.test()
      if (name === 's3') await tests.testBucket()
      if (name === 'openai') await ai.test(AbortSignal.timeout(TEST_MS))
      if (name === 'stripe' && connected.stripe) await tests.testPayments()
      if (name === 'google' && connected.google) await tests.testDrive(viewer.companyId ?? FIRST_COMPANY)
      const source = name === 'graph' || name === 'apify' ? sourceNamed(name) : undefined
      const account = source ? await tests.testSource(source) : null
      if (!source) for (const { id } of await listAdded(name)) await sourceConnections.test(viewer, id)
      const tested = await integration(name)
      await database.transaction((tx) =>
        audit.record(tx, viewer, {
          act: 'connection.tested',
          object: { kind: 'connection', id: name, name: TITLES[name] },
          companyId: null,
          details: { state: tested.state },
        }),
      )
      return { ...tested, account }
    },
  }
}

async function stateOfEncoder(
  encoder: Renderer['encoder'],
): Promise<Pick<Integration, 'state' | 'explanation' | 'nextStep'>> {
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
