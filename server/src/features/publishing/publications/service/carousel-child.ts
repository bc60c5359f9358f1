/**
 * One part of a carousel: its container is made and filled before the next one is begun, and each step is stored before the next call.
 * Pictures are fetched by Instagram; a video is sent from here where the login takes that, and goes on where it broke off.
 */
import type { PublicationOptions } from '@tangelo/contract'
import type { ItemRow } from '#features/content/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { ContainerOptions } from '#ports/publishing-container.ts'
import type { SentMedia } from '../../sent-media/sent-media.service.ts'
import { type MediaRow, sentMediaStore } from '../../sent-media/sent-media.store.ts'
import type { PublicationRow } from '../publications.store.ts'
import { tagsOf } from '../rules/tags.ts'
import type { Opened } from './access.ts'
import type { Commits } from './commits.ts'

const NO_WAY = 'Instagram cannot fetch the pictures: set PUBLIC_URL, or keep media in a bucket.'

/** `isReady`: it is there and finished. */
interface Made {
  row: PublicationRow
  isReady: boolean
}

interface Part {
  child: MediaRow
  /** All parts of the carousel. */
  sent: readonly MediaRow[]
  item: ItemRow
  opened: Opened
}

const isVideo = ({ type }: Pick<MediaRow, 'type'>): boolean => type.startsWith('video/')

export function carouselChildren({
  database,
  media,
  commits: { commitIn, fail, tryAgain, poll, handleRefusal, renew },
}: {
  database: Database
  media: SentMedia
  commits: Commits
}) {
  /** Null where nothing can fetch it. */
  async function describeContainer(
    row: PublicationRow,
    { child, sent, item, opened }: Part,
  ): Promise<ContainerOptions | null> {
    if (isVideo(child) && opened.login.takesUploads) return { kind: 'carousel_video', video: { from: 'upload' } }
    const url = await database.transaction((tx) => media.addressFor(tx, child))
    if (url === null) return null
    if (isVideo(child)) return { kind: 'carousel_video', video: { from: 'address', url } }
    const { altTexts = [] }: PublicationOptions = JSON.parse(row.options)
    // People are named on the first picture; videos name none.
    const isFirst = child === sent.find((one) => !isVideo(one))
    return {
      kind: 'carousel_image',
      imageUrl: url,
      altText: altTexts[child.position] ?? null,
      tags: isFirst ? tagsOf(item, true) : [],
    }
  }

  /** What is still missing of a video; how much arrived is asked, never assumed. */
  async function upload(
    row: PublicationRow,
    { child, opened }: Part,
    { uploadUrl, arrived }: { uploadUrl: string; arrived: number },
    signal: AbortSignal,
  ): Promise<PublicationRow> {
    const request = { uploadUrl, file: media.file(child), offset: arrived }
    const sent = await opened.login.upload(opened.access, request, signal)
    if (sent.is === 'refused') return handleRefusal(row, sent.refusal, opened)
    return sent.is === 'unclear' ? tryAgain(row, sent.message) : poll(row, WORKING)
  }

  const toNotReady = (row: PublicationRow): Made => ({ row, isReady: false })

  return async function makeChild(begun: PublicationRow, part: Part, signal: AbortSignal): Promise<Made> {
    const { child, opened } = part
    const { login, access: own } = opened
    let row = begun
    if (child.container_id === null) {
      const options = await describeContainer(row, part)
      if (!options) return toNotReady(await fail(row, NO_WAY))
      const made = await login.createContainer(own, options, signal)
      if (made.is === 'unclear') return toNotReady(await tryAgain(row, made.message))
      if (made.is === 'refused') return toNotReady(await handleRefusal(row, made.refusal, opened))
      const { id: container_id, uploadUrl: upload_url } = made.value
      row = await database.transaction(async (tx) => {
        await sentMediaStore(tx).change(row.id, child.position, { container_id, upload_url })
        return commitIn(tx, row, { tries: 0, looks: 0 }, null)
      })
      Object.assign(child, { container_id, upload_url })
    }
    const read = await login.readContainer(own, child.container_id ?? '', signal)
    if (read.is === 'unclear') return toNotReady(await tryAgain(row, read.message))
    if (read.is === 'refused') return toNotReady(await handleRefusal(row, read.refusal, opened))
    const { state, failure, bytesArrived } = read.value
    if (state === 'ready') return { row, isReady: true }
    if (state !== 'working')
      return toNotReady(
        await (failure ? handleRefusal(row, failure, opened) : renew(row, 'A part of it expired at Instagram')),
      )
    const arrived = bytesArrived ?? 0
    const { upload_url: uploadUrl } = child
    return toNotReady(
      await (uploadUrl !== null && arrived < child.bytes
        ? upload(row, part, { uploadUrl, arrived }, signal)
        : poll(row, WORKING)),
    )
  }
}

const WORKING = 'Instagram prepares what it consists of'
