/**
 * Copies of the files that records hold: links die within hours. Only images, judged by what they are; a file that is none,
 * or too large, leaves its item without a picture and is named in the state of the company's table.
 */
import { Readable } from 'node:stream'
import { IMAGE_BYTES_MAX } from '@tangelo/contract/limits'
import type { UploadsService } from '#features/content/index.ts'
import { lockItems, TABLE_AUTHOR, type WriteThrough, writeItems } from '#features/content/index.ts'
import { publishEvents } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import { Failure } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { ContentDatabaseFailure } from '#ports/content-database.ts'
import { NoPicture, type PictureFetch } from '#ports/pictures.ts'
import { type Handler, type NewJob, RetryAt } from '#ports/queue.ts'
import type { TableClient } from '../client/client.service.ts'
import { filesOf } from '../field-mapping/field-mapping.rules.ts'
import { fieldsOf } from '../settings/settings.rules.ts'
import { syncSettingsStore } from '../settings/settings.store.ts'
import { picturesAfter } from './attachments.rules.ts'
import { attachmentsStore } from './attachments.store.ts'

const COPY_FILES = 'copy-table-files'
const AT_ONCE = 20
const TRY_AGAIN_MS = 5 * 60_000
/** Tries of a file in one run, the second with a fresh link. */
const TRIES = 2

export const copyFilesOf = (companyId: number): NewJob => ({
  kind: COPY_FILES,
  key: String(companyId),
  companyId,
  payload: {},
  priority: -5,
})

interface Tools {
  database: Database
  clock: Clock
  client: TableClient
  pictures: PictureFetch
  uploads: Pick<UploadsService, 'upload'>
  writeThrough: Pick<WriteThrough, 'compare'>
}

export const attachmentJobs = (tools: Tools): Handler[] => [
  {
    kind: COPY_FILES,
    concurrency: 1,
    // What is copied stays copied: however often its process ends, it goes on.
    attempts: Number.POSITIVE_INFINITY,
    run: async ([job]) => {
      if (job) await copyFiles(Number(job.key), job.signal, tools)
      return undefined
    },
  },
]

type Waiting = Awaited<ReturnType<ReturnType<typeof attachmentsStore>['waiting']>>[number]

async function copyFiles(companyId: number, signal: AbortSignal, tools: Tools): Promise<void> {
  const { database, clock } = tools
  const store = attachmentsStore(database.queries, database.engine)
  const failed = new Set<string>()
  // Once more while there was something to do: a pull may have brought more meanwhile.
  for (let done = 1; done > 0; ) {
    done = 0
    for (let after = ''; ; ) {
      const files = await store.waiting(companyId, after, AT_ONCE)
      for (const file of files.filter(({ file_id }) => !failed.has(file_id))) {
        signal.throwIfAborted()
        const outcome = await copyFile(companyId, file, signal, tools)
        if (outcome) {
          await saveOutcome(companyId, file, outcome, tools)
          done += 1
        } else failed.add(file.file_id)
      }
      after = files.at(-1)?.file_id ?? ''
      if (files.length < AT_ONCE) break
    }
  }
  if (failed.size > 0) throw new RetryAt('Some pictures could not be fetched', clock.now() + TRY_AGAIN_MS)
}

/** Null: not now. */
async function copyFile(companyId: number, file: Waiting, signal: AbortSignal, tools: Tools) {
  let url = file.url !== null && tools.clock.now() < file.url_until ? file.url : null
  for (let tries = 1; ; tries += 1) {
    try {
      url ??= await freshLink(companyId, file, signal, tools)
      if (url === null) return { problem: 'The file is no longer in its record.' }
      const { bytes } = await tools.pictures.fetch(url, signal)
      if (bytes.length > IMAGE_BYTES_MAX) return { problem: 'The file is larger than 10 MB.' }
      return { image_url: await storeImage(companyId, bytes, file.name, tools) }
    } catch (error) {
      // The server or the company's storage is short of something: the file is not to blame.
      if (error instanceof Failure && (error.status >= 500 || error.code === 'storage_full')) return null
      if (error instanceof Failure) return { problem: error.message }
      if (error instanceof ContentDatabaseFailure) return null
      if (!(error instanceof NoPicture)) throw error
      if (error.kind === 'unavailable') return null
      if (error.kind !== 'gone' || tries === TRIES) return { problem: error.message }
      url = null
    }
  }
}

/** The link that the record hands out now; null when it holds the file no more. */
async function freshLink(companyId: number, file: Waiting, signal: AbortSignal, { database, client }: Tools) {
  const link = await syncSettingsStore(database.queries).link(companyId)
  const fields = link?.row && fieldsOf(link.row)
  const image = fields?.columns.get('image')
  if (!fields?.table || !image) return null
  const record = await client.contentDatabase
    .read(fields.table, file.record_id, [image.id], client.forWork(signal))
    .catch((error: unknown) => {
      if (error instanceof ContentDatabaseFailure && error.kind === 'gone') return null
      throw error
    })
  return (record && filesOf(record, fields.columns).find(({ id }) => id === file.file_id)?.url) ?? null
}

async function storeImage(companyId: number, bytes: Uint8Array, name: string, { uploads }: Tools): Promise<string> {
  const part = { stream: Readable.from([bytes]), place: 1, name, isCut: () => false }
  const { imageUrls } = await uploads.upload(tableOf(companyId), async (take) => {
    await take(part)
    return 1
  })
  return imageUrls[0] ?? ''
}

/** The actor that copies files out of a table: the server, for the company. */
const tableOf = (companyId: number): Viewer => ({
  userId: null,
  username: 'table',
  role: 'basic',
  companyId,
  companyName: null,
  mustChangePassword: false,
  address: null,
  via: 'server',
})

/** Notes the outcome, and shows the copy in its place among the pictures of its record. */
async function saveOutcome(
  companyId: number,
  { file_id, record_id }: Waiting,
  outcome: { image_url: string } | { problem: string },
  { database, clock, writeThrough }: Tools,
): Promise<void> {
  await database.transaction(async (tx) => {
    const into = { queries: tx, engine: database.engine }
    const now = clock.now()
    const store = attachmentsStore(tx, database.engine)
    await store.settle(companyId, file_id, outcome)
    if ('problem' in outcome) {
      await publishEvents(tx, [{ companyId, kind: 'content-sync-changed' }], now)
      return
    }
    const item = (await lockItems(into, [record_id])).get(record_id)
    const files = await store.filesOf(companyId, record_id)
    if (!files.includes(file_id) || item?.company_id !== companyId) return
    const copies = await store.copies(companyId, files)
    const change = picturesAfter({ theirs: { files }, before: null, copies, mediaType: item.media_type })
    const [after] = await writeItems(
      into,
      [{ before: item, change, at: Math.max(now, item.changed_at) }],
      TABLE_AUTHOR,
      now,
    )
    // Other pictures than those that were approved: it is a draft again, and the table does not know.
    if (after && after.status !== item.status) await writeThrough.compare(tx, [after])
  })
}
