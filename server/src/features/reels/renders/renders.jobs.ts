/**
 * Makes the video of a reel. Safe to run twice: a render that has ended is left as it is, and one whose process ended under it
 * begins again. Its end is one transaction: the video, the reel that shows it, and the job.
 */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ReelSettings } from '@tangelo/contract'
import type { UploadsService, WriteThrough } from '#features/content/index.ts'
import { publishEvents } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Row } from '#platform/database/schema.ts'
import { isStoreFault } from '#platform/database/store-faults.ts'
import { Failure } from '#platform/errors.ts'
import { diskFull } from '#platform/store-errors.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import { type Handler, PermanentError, type RunningJob } from '#ports/queue.ts'
import { type Renderer, RenderRefused } from '#ports/renderer.ts'
import { keepVideo, newVideoId } from './jobs/keep-video.ts'
import { progressOf } from './jobs/progress.ts'
import { changesOf } from './renders.rules.ts'
import { RENDER_REEL, type RendersService } from './renders.service.ts'
import { rendersStore } from './renders.store.ts'

/** An encoder that was killed or hung is retried; what it refuses stays refused. */
const TRIES = 2
const MAY_PASS: readonly RenderRefused['kind'][] = ['encoder_failed', 'stalled']
const ENDED_ELSEWHERE = 'The render was cancelled.'

interface Tools {
  database: Database
  clock: Clock
  blobs: BlobStorage
  renderer: Renderer
  renders: RendersService
  uploads: Pick<UploadsService, 'read' | 'musicOf'>
  writeThrough: Pick<WriteThrough, 'compare'>
  /** A folder of this process's own. */
  workPath: string
  concurrency: number
}

export interface RenderJobs {
  handlers: Handler[]
  /** Removes work folders that no render here has any more. Safe to repeat. */
  purge(): Promise<void>
}

export function renderJobs(tools: Tools): RenderJobs {
  const busy = new Set<string>()
  return {
    handlers: [
      {
        kind: RENDER_REEL,
        concurrency: tools.concurrency,
        attempts: TRIES,
        run: async ([job]) => {
          if (job) await render(job, tools, busy)
          return undefined
        },
        onDeadLetter: ({ key }) => tools.renders.settle(key),
      },
    ],
    async purge() {
      const there = await readdir(tools.workPath).catch(() => [])
      for (const name of there)
        if (!busy.has(name)) await rm(join(tools.workPath, name), { recursive: true, force: true })
    },
  }
}

async function render(job: RunningJob, tools: Tools, busy: Set<string>): Promise<void> {
  const { database, clock, renders, workPath } = tools
  const row = await database.transaction(async (tx) => {
    const begun = await rendersStore(tx).begin(job.key, newVideoId())
    if (begun) await publishEvents(tx, changesOf(begun.company_id), clock.now())
    return begun
  })
  if (!row) return
  try {
    // Registered as busy before it exists, so that a purge at the same time leaves it alone.
    const name = `render-${randomUUID()}`
    const folder = join(workPath, name)
    busy.add(name)
    try {
      await mkdir(folder, { recursive: true })
      await renderIn(folder, row, job, tools)
    } finally {
      await rm(folder, { recursive: true, force: true })
      busy.delete(name)
    }
  } catch (error) {
    // Cancelled, taken over by another worker, the process ends, or the store is away: the render is not to blame.
    if (job.signal.aborted || isStoreFault(error)) throw error
    const why = whyNot(error, job.attempt)
    if (why === null) throw error
    await renders.fail(row.id, why)
    throw new PermanentError(why, { cause: error })
  }
}

/** A sentence for what another try would not change; null for what it may. */
function whyNot(error: unknown, attempt: number): string | null {
  const full = diskFull(error)
  if (full) return full.message
  if (error instanceof Failure) return error.message
  const isLast = attempt >= TRIES
  if (error instanceof RenderRefused) return !MAY_PASS.includes(error.kind) || isLast ? error.message : null
  return isLast ? 'Something went wrong on the server while the reel was made.' : null
}

async function renderIn(folder: string, row: Row<'renders'>, job: RunningJob, tools: Tools): Promise<void> {
  const { renderer, uploads } = tools
  const images: string[] = JSON.parse(row.images)
  const settings: ReelSettings = JSON.parse(row.settings)
  const calledOff = new AbortController()
  const telling = progressOf(row, job, tools, () => calledOff.abort(new Error(ENDED_ELSEWHERE)))
  const pictures: Uint8Array[] = []
  for (const image of images) pictures.push((await uploads.read(image.split('/').at(-1) ?? '')).bytes)
  try {
    const made = await renderer.render({
      pictures,
      settings,
      musicPath: await musicIn(folder, row.company_id, settings, tools),
      workPath: folder,
      signal: AbortSignal.any([job.signal, calledOff.signal]),
      onProgress: telling.tell,
    })
    await telling.flush()
    await keepVideo(made, row, job, tools)
  } catch (error) {
    await telling.flush()
    // Nothing to do any more, and nothing went wrong.
    if (!calledOff.signal.aborted) throw error
  }
}

async function musicIn(folder: string, companyId: number, { music }: ReelSettings, { uploads, blobs }: Tools) {
  if (!music) return null
  const kept = await uploads.musicOf(companyId, music.url)
  const opened = kept && (await blobs.open(kept.hash))
  if (!opened) throw new RenderRefused('bad_music', 'The music of this reel is no longer there. Choose another file.')
  const path = join(folder, 'music')
  await pipeline(opened.stream, createWriteStream(path))
  return path
}
