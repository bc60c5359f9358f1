/** One reading of a drive: the folders page by page, then what is in them, a few folders at once. */
import { publishEvents } from '#features/core/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import { DriveFailure, type DriveFolder, type DriveImage } from '#ports/drive.ts'
import type { RunningJob } from '#ports/queue.ts'
import type { DriveConnectionsService } from '../../connection/connection.service.ts'
import { type FolderRow, folderRow, toFolderJson, toImagesJson } from '../folders.rules.ts'
import { driveFoldersStore } from '../folders.store.ts'

/** One call to the drive; several of them at once. */
const FOLDERS_AT_ONCE = 50
const LANES = 4

export interface ReadingTools {
  database: Database
  clock: Clock
  connections: Pick<DriveConnectionsService, 'use'>
}

/** Another reading, or another connection, has taken its place. */
class Superseded extends Error {}

export async function read(job: RunningJob, tools: ReadingTools): Promise<void> {
  // A connection that is another one by now is read in its place.
  while (!(await readOnce(job, tools))) job.signal.throwIfAborted()
}

/** False when it must be read once more. It completes together with its job: a later request is a new job. */
async function readOnce(job: RunningJob, tools: ReadingTools): Promise<boolean> {
  const { database, clock, connections } = tools
  const companyId = Number(job.key)
  const begun = await driveFoldersStore(database.queries).beginPass(companyId, clock.now())
  if (!begun) return true
  const { pass } = begun
  const inPass = <Result>(work: (tx: Queries, asked: number) => Promise<Result>): Promise<Result> =>
    database.transaction(async (tx) => {
      const latest = await driveFoldersStore(tx).latest(companyId, pass, database.engine)
      if (!latest) throw new Superseded()
      return work(tx, latest.asked)
    })
  const publishChange = (tx: Queries) => publishEvents(tx, [{ companyId, kind: 'drive-changed' }], clock.now())
  const keep = (decide: (known: ReadonlyMap<string, FolderRow>) => FolderRow[], ids: readonly string[]) =>
    inPass(async (tx) => {
      const store = driveFoldersStore(tx)
      const known = await store.rows(companyId, ids)
      const rows = decide(known)
      const fresh = rows.filter((row) => isOther(row, known.get(row.id)))
      await store.keep(fresh, known, database.engine)
      await store.see(companyId, ids, pass)
      if (fresh.length > 0) await publishChange(tx)
    })
  try {
    await connections.use(companyId, async (files) => {
      const ids: string[] = []
      for await (const page of files.folders(job.signal)) {
        const folders = new Map(page.map((folder) => [folder.id, folder]))
        ids.push(...folders.keys())
        await keep((known) => asRows(companyId, folders, known, pass), [...folders.keys()])
      }
      await inLanes(inChunks(ids), async (some) => {
        const images: DriveImage[] = []
        for await (const page of files.images(some, job.signal)) images.push(...page)
        const byFolder = Map.groupBy(images, ({ folderId }) => folderId)
        await keep((known) => [...known.values()].map((row) => withImages(row, byFolder.get(row.id) ?? [])), some)
      })
    })
    return await inPass(async (tx, asked) => {
      const gone = await driveFoldersStore(tx).endPass(companyId, pass, clock.now())
      if (gone > 0 || begun.read_at === null) await publishChange(tx)
      if (asked !== begun.asked) return false
      await job.complete(tx)
      return true
    })
  } catch (error) {
    if (error instanceof Superseded) return false
    if (!(error instanceof DriveFailure)) throw error
    await database.transaction(async (tx) => {
      await driveFoldersStore(tx).failPass(companyId, pass, error)
      await publishChange(tx)
      await job.complete(tx)
    })
    return true
  }
}

const asRows = (
  companyId: number,
  folders: ReadonlyMap<string, DriveFolder>,
  known: ReadonlyMap<string, FolderRow>,
  pass: number,
): FolderRow[] => [...folders.values()].map((folder) => folderRow(companyId, folder, known.get(folder.id), pass))

function withImages(row: FolderRow, images: readonly DriveImage[]): FolderRow {
  const next = { ...row, images: toImagesJson(images) }
  return { ...next, shown: toFolderJson(next) }
}

const isOther = (row: FolderRow, known: FolderRow | undefined): boolean =>
  row.shown !== known?.shown || row.entry_id !== known.entry_id || row.images !== known.images

const inChunks = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / FOLDERS_AT_ONCE) }, (_, at) =>
    ids.slice(at * FOLDERS_AT_ONCE, (at + 1) * FOLDERS_AT_ONCE),
  )

/** A few at a time, in order; the first failure ends all of them. */
async function inLanes<One>(all: readonly One[], work: (one: One) => Promise<void>): Promise<void> {
  const waiting = [...all]
  const lane = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one)
  }
  try {
    await Promise.all(Array.from({ length: LANES }, lane))
  } finally {
    waiting.length = 0
  }
}
