/** The end of a render: its files, the video that names them, and the reel that shows it. */
import { randomBytes } from 'node:crypto'
import { appendFile, stat } from 'node:fs/promises'
import type { WriteThrough } from '#features/content/index.ts'
import { lockItems, writeItems } from '#features/content/index.ts'
import { publishEvents } from '#features/core/index.ts'
import { enqueueWebhooks } from '#features/webhooks/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import type { Row } from '#platform/database/schema.ts'
import { truncate } from '#platform/truncate.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import type { RunningJob } from '#ports/queue.ts'
import { type RenderedReel, RenderRefused } from '#ports/renderer.ts'
import { changesOf, ownCover, ownMark, videoAddress } from '../renders.rules.ts'
import { rendersStore } from '../renders.store.ts'

interface KeepTools {
  database: Database
  clock: Clock
  blobs: BlobStorage
  writeThrough: Pick<WriteThrough, 'compare'>
}

export const newVideoId = () => randomBytes(16).toString('base64url')

/**
 * The files first, then everything that says they are there. Files that no row names in the end, because the render was cancelled or
 * another worker had it by then, are removed when their claims have run out: until then that worker may be about to name them.
 */
export async function keepVideo(
  made: RenderedReel,
  row: Row<'renders'>,
  job: RunningJob,
  tools: KeepTools,
): Promise<void> {
  const { database, blobs } = tools
  // The same for every try: what one has kept whose process ended is the next one's too.
  const videoId = row.video_id ?? newVideoId()
  await appendFile(made.path, ownMark(videoId))
  const { size } = await stat(made.path)
  const files = {
    id: videoId,
    hash: await blobs.putFile(made.path),
    cover_hash: await blobs.put(ownCover(made.cover, videoId)),
    bytes: size,
  }
  await database.transaction((tx) => attach(tx, files, made, row, job, tools))
}

/** Nothing when the render was cancelled meanwhile. */
async function attach(
  tx: Queries,
  files: Pick<Row<'videos'>, 'id' | 'hash' | 'cover_hash' | 'bytes'>,
  made: RenderedReel,
  row: Row<'renders'>,
  job: RunningJob,
  { database, clock, writeThrough }: KeepTools,
): Promise<void> {
  const now = clock.now()
  const inside = rendersStore(tx)
  const { company_id, item_id } = row
  const into = { queries: tx, engine: database.engine }
  // The reel before its render, as when it is deleted.
  const item = (await lockItems(into, [item_id])).get(item_id)
  const ending = { state: 'done' as const, ended_at: now, progress: 1, video_id: files.id }
  if (!(await inside.end(row.id, { ...ending, frames: made.frames, frames_done: made.frames }))) return
  if (!item || item.is_gone === 1) throw new RenderRefused('bad_picture', 'The reel is no longer there.')
  await inside.showVideo({ ...files, company_id, item_id, created_at: now, reel_check: JSON.stringify(made.check) })
  const author = { origin: 'here' as const, name: row.user_name, userId: row.user_id }
  const change = { videoUrl: videoAddress(files.id) }
  // The video is made and paid for: a reel whose approval it voids is a draft again.
  const [after] = await writeItems(into, [{ before: item, change, at: now, ifUnapproved: 'hold' }], author, now)
  if (after && after.status !== item.status) await writeThrough.compare(tx, [after])
  await publishEvents(tx, changesOf(company_id), now)
  const data = () => ({ reelId: item_id, renderId: row.id, videoUrl: videoAddress(files.id) })
  const subject = truncate(item.caption)
  await enqueueWebhooks(tx, [{ companyId: company_id, kind: 'reel.rendered', subject, data }], now)
  await job.complete(tx)
}
