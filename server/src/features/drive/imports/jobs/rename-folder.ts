/** Gives a folder that has become a reel its other name, as often as it takes. */
import { publishEvents } from '#features/core/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import { DriveFailure } from '#ports/drive.ts'
import { PermanentError, RetryAt, type RunningJob } from '#ports/queue.ts'
import { toFolderJson, toPublishedName } from '../../folders/folders.rules.ts'
import { driveFoldersStore } from '../../folders/folders.store.ts'
import { nextRename } from '../imports.rules.ts'
import { driveImportsStore } from '../imports.store.ts'
import type { PictureTools } from '../service/pictures.ts'

export async function renameFolder(
  job: RunningJob,
  tools: Pick<PictureTools, 'connections'> & { database: Database; clock: Clock },
): Promise<void> {
  const { database, clock, connections } = tools
  const row = await driveImportsStore(database.queries).byId(job.key)
  if (row?.state !== 'done' || (row.rename !== 'due' && row.rename !== 'failing')) return
  const { company_id: companyId, folder_id: id } = row
  const known = (await driveFoldersStore(database.queries).rows(companyId, [id])).get(id)
  const entryId = known?.entry_id ?? row.entry_id
  const name = toPublishedName(known?.name ?? row.folder_name)
  const publishChange = (tx: Queries) => publishEvents(tx, [{ companyId, kind: 'drive-changed' }], clock.now())
  try {
    await connections.use(companyId, (files) => files.rename({ id, entryId }, name, job.signal))
  } catch (error) {
    if (!(error instanceof DriveFailure)) throw error
    await database.transaction(async (tx) => {
      await driveImportsStore(tx).move(row.id, 'done', { rename: 'failing', message: error.message })
      await publishChange(tx)
    })
    const next = nextRename(row.ended_at ?? 0, clock.now(), error.retryAt)
    if (next === null || error.kind === 'gone') throw new PermanentError(error.message, { cause: error })
    throw new RetryAt(error.message, next)
  }
  await database.transaction(async (tx) => {
    const inside = driveFoldersStore(tx)
    await driveImportsStore(tx).move(row.id, 'done', { rename: 'done', folder_name: name, message: null })
    const now = (await inside.rows(companyId, [id])).get(id)
    if (now) {
      const renamed = { ...now, name, name_key: name.toLowerCase() }
      await inside.keep([{ ...renamed, shown: toFolderJson(renamed) }], new Map([[id, now]]), database.engine)
    }
    await publishChange(tx)
    await job.complete(tx)
  })
}
