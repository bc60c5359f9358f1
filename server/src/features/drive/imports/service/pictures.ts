/** Pictures of a folder come from the drive into the uploads of the company, all that are wanted or none (D31). */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { IMAGE_BYTES_MAX } from '@tangelo/contract/limits'
import type { UploadsService } from '#features/content/index.ts'
import type { ReelImage } from '#features/reels/index.ts'
import { Failure } from '#platform/errors.ts'
import { DriveFailure, type DriveImage } from '#ports/drive.ts'
import type { RunningJob } from '#ports/queue.ts'
import type { DriveConnectionsService } from '../../connection/connection.service.ts'
import { type ImportRow, inNameOrder } from '../../folders/folders.rules.ts'
import {
  chooseImages,
  faultOfImage,
  ImagesRefused,
  importerOf,
  noImages,
  type Refused,
  reasonIn,
} from '../rules/pictures.ts'

export interface PictureTools {
  connections: Pick<DriveConnectionsService, 'use'>
  uploads: Pick<UploadsService, 'upload' | 'imagesOf'>
  /** Where files lie on their way in. */
  temporaryPath: string
}

type Tell = (change: {
  done?: number
  total?: number
  left_out?: number
  refused?: string
  message?: null
}) => Promise<void>

type Part = Parameters<Parameters<Parameters<UploadsService['upload']>[1]>[0]>[0]

/**
 * In the order of their names. Throws `ImagesRefused` where some are unusable and the user has not agreed to leave them
 * out; then none is stored.
 */
export async function picturesOf(
  row: ImportRow,
  job: RunningJob,
  tools: PictureTools,
  tell: Tell,
): Promise<ReelImage[]> {
  const { uploads, connections } = tools
  const { company_id: companyId } = row
  // What the copy knows may be some seconds old.
  const listed: DriveImage[] = []
  await connections.use(companyId, async (files) => {
    for await (const page of files.images([row.folder_id], job.signal)) listed.push(...page)
  })
  const { images, leftOut } = chooseImages(inNameOrder(listed))
  if (images.length === 0) throw noImages()
  await tell({ done: 0, total: images.length, left_out: leftOut, message: null })
  const refused: Refused[] = []
  const { imageUrls } = await uploads.upload(importerOf(row), async (take) => {
    for (const [at, image] of images.entries()) {
      const fault = await faultOf(image, at + 1, { row, job, tools, take })
      if (fault !== null) refused.push({ name: image.name, message: fault })
      await tell({ done: at + 1, refused: JSON.stringify(refused) })
      await job.progress((at + 1) / (images.length + 1))
    }
    const usable = images.length - refused.length
    if (usable === 0 || (refused.length > 0 && row.skips_refused === 0)) throw new ImagesRefused(refused, usable)
    return usable
  })
  const sizes = await uploads.imagesOf(companyId, imageUrls)
  return imageUrls.map((url) => ({ url, size: sizes.get(url) ?? null }))
}

/** Takes the picture; null when that went well, otherwise why it cannot be used. Its file is gone afterwards. */
async function faultOf(
  { id, name }: DriveImage,
  place: number,
  {
    row,
    job,
    tools,
    take,
  }: { row: ImportRow; job: RunningJob; tools: PictureTools; take: (part: Part) => Promise<void> },
): Promise<string | null> {
  const path = join(tools.temporaryPath, `drive-${randomUUID()}`)
  const options = { path, bytesMax: IMAGE_BYTES_MAX, signal: job.signal }
  try {
    await tools.connections.use(row.company_id, (files) => files.download(id, options))
    await take({ place, name, stream: createReadStream(path), isCut: () => false })
    return null
  } catch (error) {
    const fault = error instanceof DriveFailure ? faultOfImage(error) : null
    if (fault !== null) return fault
    // The server is short of something: the picture is not to blame, and the import is tried again.
    if (error instanceof Failure && error.status < 500) return reasonIn(error)
    throw error
  } finally {
    await rm(path, { force: true })
  }
}
