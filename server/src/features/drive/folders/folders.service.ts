/**
 * The folders of a company's drive, out of our copy: it responds at once and is refreshed in the background
 * (docs/decisions/0021). Thumbnails are served through us under capability URLs.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { PAGE_ROWS_MAX } from '@tangelo/contract/limits'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { cutPage, type PageRequest, readCursor } from '#platform/http/paging.ts'
import { singleFlightCache } from '#platform/single-flight-cache.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { DriveFailure, type Thumbnail } from '#ports/drive.ts'
import type { Queue } from '#ports/queue.ts'
import type { DriveConnectionsService } from '../connection/connection.service.ts'
import { wantReading } from './folders.jobs.ts'
import { failureOf, imagesOf, isReading, isStale, notConnectedHere, withImport } from './folders.rules.ts'
import { driveFoldersStore } from './folders.store.ts'

export type DriveFoldersService = ReturnType<typeof driveFoldersService>

/** The first request waits for the drive, up to a limit. */
const FIRST_WITHIN_MS = 8_000
const LOOK_EVERY_MS = 40
const PICTURE_MS = 15_000
const KEY = /^[\w-]{22}$/

export function driveFoldersService({
  database,
  clock,
  queue,
  connections,
}: {
  database: Database
  clock: Clock
  queue: Queue
  connections: Pick<DriveConnectionsService, 'companyOf' | 'driveOf' | 'isConnected' | 'use'>
}) {
  const store = driveFoldersStore(database.queries)
  const pictures = singleFlightCache<Thumbnail>()

  const askForReading = (companyId: number) => wantReading(companyId, { database, queue })

  async function stateOf(companyId: number) {
    const state = await store.state(companyId, connections.driveOf(companyId).drive.name)
    if (!state) throw notConnectedHere()
    return state
  }

  /** Throws `drive_not_connected`. */
  async function expectConnected(viewer: Viewer): Promise<number> {
    const companyId = connections.companyOf(viewer)
    if (!(await connections.isConnected(companyId))) throw notConnectedHere()
    return companyId
  }

  /** How the copy is; the first one is waited for. Throws why there is none. */
  async function bringUpToDate(companyId: number) {
    let state = await stateOf(companyId)
    const isAsked = isStale(state, clock.now())
    if (isAsked) await askForReading(companyId)
    const earlier = isAsked ? state.pass : null
    const isThere = async () =>
      state.read_at !== null ||
      (state.failure !== null && state.pass !== earlier) ||
      (await store.hasSomeRead(companyId))
    for (const began = performance.now(); !(await isThere()) && performance.now() - began < FIRST_WITHIN_MS; ) {
      await pause(LOOK_EVERY_MS)
      state = await stateOf(companyId)
    }
    const { failure, failure_kind, retry_at, read_at } = state
    if (failure !== null && failure_kind !== null && read_at === null)
      throw failureOf(failure_kind, failure, retry_at || null, clock.now())
    return state
  }

  async function joinImports(companyId: number, rows: readonly { id: string; shown: string }[]): Promise<string[]> {
    const ids = rows.map(({ id }) => id)
    const imports = await store.importsOf(companyId, ids)
    return rows.map((row) => withImport(row.shown, imports.get(row.id) ?? null))
  }

  /** With an end of its own: it is the answer to all who ask for the picture meanwhile. */
  async function fetchPicture(companyId: number, imageId: string): Promise<Thumbnail | null> {
    const signal = AbortSignal.timeout(PICTURE_MS)
    try {
      return await connections.use(companyId, (files) => files.thumbnail(imageId, signal))
    } catch (error) {
      if (error instanceof DriveFailure || !signal.aborted) throw error
      throw new DriveFailure('unavailable', 'The drive took too long to answer.')
    }
  }

  return {
    expectConnected,

    /** `rows` are JSON, as the wire shows them. */
    async list(viewer: Viewer, { q, cursor, limit = PAGE_ROWS_MAX }: PageRequest & { q?: string | undefined }) {
      const companyId = await expectConnected(viewer)
      const place = cursor ? readCursor(cursor, 'integer', 'text') : null
      const text = q?.trim().toLowerCase() || null
      const state = await bringUpToDate(companyId)
      const after = place && { createdAt: place.value, id: place.id }
      const rows = await store.page({ companyId, text, after, limit: limit + 1 })
      const { page, nextCursor } = cutPage(rows, limit, ({ created_at, id }) => [created_at, id])
      return {
        page: {
          rows: await joinImports(companyId, page),
          nextCursor,
          total: place ? null : await store.count(companyId, text),
        },
        about: {
          readAt: state.read_at === null ? null : momentToText(state.read_at),
          isReading: isReading(state),
          problem: state.failure,
        },
      }
    },

    /** JSON, as the wire shows it. Throws `not_found` alike for a folder that is gone and one of another company. */
    async read(viewer: Viewer, folderId: string): Promise<string> {
      const companyId = await expectConnected(viewer)
      const row = (await store.rows(companyId, [folderId])).get(folderId)
      if (!row) throw notFound('Folder')
      return (await joinImports(companyId, [row]))[0] ?? ''
    },

    /** Read once more, also when that was just now; unless the drive said when to come again. */
    async refresh(viewer: Viewer): Promise<void> {
      const companyId = await expectConnected(viewer)
      const { retry_at } = await stateOf(companyId)
      if (clock.now() >= retry_at) await askForReading(companyId)
    },

    /** Throws `not_found` for everything that is no address of a small picture, and for pictures that have none. */
    async picture(key: string, mark: string): Promise<Thumbnail> {
      const folder = KEY.test(key) && KEY.test(mark) ? await store.withPictures(key) : undefined
      const image = folder && imagesOf(folder).find((one) => one.mark === mark)
      if (!folder || !image) throw notFound('Picture')
      const { company_id: companyId } = folder
      try {
        const picture = await pictures.take(`${key}/${mark}`, () => fetchPicture(companyId, image.id))
        if (!picture) throw notFound('Picture')
        return picture
      } catch (error) {
        if (error instanceof DriveFailure) throw failureOf(error.kind, error.message, error.retryAt, clock.now())
        throw error
      }
    },
  }
}
