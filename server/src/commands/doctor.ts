/**
 * `npm run doctor`: reports on everything this installation needs, and what to do where it fails. Makes a small call to
 * each connected service. Runs beside a server. Ends with 1 when something fails.
 */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Integration, SourceConnection } from '@tangelo/contract'
import { whyNotS3 } from '#adapters/blob-storage/index.ts'
import { sharpImages } from '#adapters/images/sharp-images.ts'
import { readingCapacityService, sourceConnectionsService } from '#features/analytics/index.ts'
import { aiClient } from '#features/content/index.ts'
import { tableClient } from '#features/content-sync/index.ts'
import { auditLogService, providerQuotasService } from '#features/core/index.ts'
import { driveConnectionsService } from '#features/drive/index.ts'
import { integrationsService } from '#features/operations/index.ts'
import { type Config, loadDotEnv } from '#platform/config.ts'
import { openLog } from '#platform/log.ts'
import { endWithReader } from '#platform/reader-gone.ts'
import { operatorFrom } from '#platform/viewer.ts'
import { systemClock } from '#ports/clock.ts'
import { encryptionFor } from '../composition/encryption-key.ts'
import { openBeside } from '../composition/open-store.ts'
import { explainAndExit } from '../composition/start.ts'
import {
  aiFor,
  contentDatabaseFor,
  drivesFor,
  instagramSources,
  paymentsFor,
  rendererFor,
  sourceOpener,
} from '../composition/vendors.ts'

interface Finding {
  what: string
  state: 'ok' | 'note' | 'fails'
  detail: string
  nextStep?: string | null
}

/** Below this the store may soon be unable to write. */
const FREE_BYTES_MIN = 1024 ** 3

async function main() {
  endWithReader()
  loadDotEnv(resolve(import.meta.dirname, '../../../.env'))
  const { config, database } = await openBeside()
  try {
    const { s3 } = config
    const encryption = await encryptionFor(config, database, { makesKey: false })
    const sources = instagramSources(config, systemClock)
    const quotas = providerQuotasService({ database, clock: systemClock })
    const ai = aiFor(config, { images: sharpImages(), clock: systemClock })
    const contentDatabase = contentDatabaseFor(config, systemClock)
    const audit = auditLogService({ database, clock: systemClock })
    const log = openLog('silent')
    const sourceConnections = sourceConnectionsService({
      database,
      clock: systemClock,
      audit,
      encryption: encryption.encryption,
      quotas,
      sources,
      openSource: sourceOpener(config, systemClock),
    })
    const connections = integrationsService({
      database,
      audit,
      sources,
      capacity: readingCapacityService({ database, clock: systemClock, quotas, connections: sourceConnections }),
      sourceConnections,
      tables: contentDatabase && tableClient({ contentDatabase, quotas, clock: systemClock }),
      bucket: s3 && { whyNot: () => whyNotS3(s3, { clock: systemClock, log }) },
      ai: aiClient({ ai, quotas, clock: systemClock, log }),
      payments: paymentsFor(config, { database, clock: systemClock, encryption: encryption.encryption }),
      drives: driveConnectionsService({
        database,
        clock: systemClock,
        log,
        audit,
        encryption: encryption.encryption,
        driveOf: drivesFor(config, systemClock),
      }),
      encoder: rendererFor(config).encoder,
      quotas,
      clock: systemClock,
      isSet: (setting) => config.given.has(setting),
    })
    const findings: Finding[] = [
      { what: 'Node', state: 'ok', detail: process.version },
      dataFolder(config),
      { what: 'Store', state: 'ok', detail: database.engine === 'sqlite' ? 'SQLite, answers' : 'PostgreSQL, answers' },
    ]
    findings.push(keyFinding(await encryption.problem()))
    for (const { name } of await connections.list())
      findings.push(asFinding(await connections.test(operatorFrom(null), name)))
    const ofSettings = new Set(sources.map(({ name }) => name))
    for (const listed of await sourceConnections.list()) {
      const { id, source, name, state } = listed
      // Where the settings name no connection, the test of the service has just tried those that were added.
      const isTested = !ofSettings.has(source) && state !== 'paused'
      const tested = isTested ? listed : await sourceConnections.test(operatorFrom(null), id)
      findings.push(asConnection(TITLES[source], name, tested))
    }
    for (const finding of findings) process.stdout.write(lineOf(finding))
    process.exitCode = findings.some(({ state }) => state === 'fails') ? 1 : 0
  } finally {
    await database.close()
  }
}

function dataFolder({ dataFolder: folder }: Config): Finding {
  const path = resolve(folder)
  const what = 'Data folder'
  if (!existsSync(path)) return { what, state: 'note', detail: `${path} is made at the first start` }
  try {
    accessSync(path, constants.W_OK)
  } catch {
    return {
      what,
      state: 'fails',
      detail: `${path} cannot be written`,
      nextStep: 'Give this user the right to write there.',
    }
  }
  const { bavail, bsize } = statfsSync(path)
  const free = `${(Number(bavail * bsize) / 1024 ** 3).toFixed(1)} GB free`
  if (bavail * bsize < FREE_BYTES_MIN)
    return { what, state: 'fails', detail: `${path}, ${free}`, nextStep: 'Make room on this disk.' }
  return { what, state: 'ok', detail: `${path}, ${free}` }
}

const keyFinding = (problem: string | null): Finding =>
  problem === null
    ? { what: 'Encryption key', state: 'ok', detail: 'opens every secret in the store' }
    : { what: 'Encryption key', state: 'fails', detail: problem }

const asFinding = ({ title, state, explanation, nextStep }: Integration): Finding => ({
  what: title,
  state: state === 'failing' ? 'fails' : state === 'not_connected' ? 'note' : 'ok',
  detail: state === 'connected' ? 'connected, answers' : state === 'not_connected' ? 'not connected' : explanation,
  nextStep,
})

const TITLES = { graph: 'Instagram Graph API', apify: 'Apify' } as const

const asConnection = (title: string, name: string, { state, message }: SourceConnection): Finding => ({
  what: `${title}, ${name}`,
  state: state === 'failing' ? 'fails' : state === 'paused' ? 'note' : 'ok',
  detail: message ?? (state === 'paused' ? 'paused' : 'connected, answers'),
})

const MARKS = { ok: 'ok   ', note: '-    ', fails: 'FAILS' }

const lineOf = ({ what, state, detail, nextStep }: Finding) =>
  `${MARKS[state]}  ${what}: ${detail}\n${nextStep ? `       ${nextStep}\n` : ''}`

await main().catch(explainAndExit)
