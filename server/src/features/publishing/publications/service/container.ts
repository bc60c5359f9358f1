/** The container of a post: made of what was checked, and filled. Nothing of it is seen on the account. */
import type { PublicationOptions } from '@tangelo/contract'
import { contentHash, type ItemRow } from '#features/content/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { ContainerOptions, VideoSource } from '#ports/publishing-container.ts'
import { sizeText } from '../../rehearsal/rules/figures.ts'
import { placeIdOf } from '../../rehearsal/rules/place.ts'
import type { SentMedia } from '../../sent-media/sent-media.service.ts'
import { type MediaRow, sentMediaStore } from '../../sent-media/sent-media.store.ts'
import type { PublicationRow } from '../publications.store.ts'
import { SENTENCES } from '../rules/sentences.ts'
import { tagsOf } from '../rules/tags.ts'
import type { Opened } from './access.ts'
import { carouselChildren } from './carousel-child.ts'
import type { Commits } from './commits.ts'
import type { Rehearsal } from './rehearsed.ts'

export function containers({
  database,
  clock,
  commits,
  media,
  rehearsal,
  expectFree,
  open,
  replan,
}: {
  database: Database
  clock: Clock
  commits: Commits
  media: SentMedia
  rehearsal: Rehearsal
  /** Throws while the account or the installation has to wait. */
  expectFree: (row: PublicationRow) => Promise<PublicationRow>
  open: (row: PublicationRow) => Promise<Opened | null>
  /** The item is another one than was checked: it is checked again. */
  replan: (row: PublicationRow) => Promise<PublicationRow>
}) {
  const { commit, enter, fail, tryAgain, poll, handleRefusal, renew } = commits
  const makeChild = carouselChildren({ database, media, commits })
  const mediaStore = sentMediaStore(database.queries)

  /** Children first; each is stored before the next call. */
  async function makeContainer(checked: PublicationRow, signal: AbortSignal): Promise<PublicationRow> {
    let row = await expectFree(checked)
    const opened = await open(row)
    if (!opened) return fail(row, SENTENCES.account(row.account_name))
    const item = (await rehearsal.item(row.item_id)) ?? null
    if (!item) return fail(row, SENTENCES.gone)
    if (contentHash(item) !== row.content_hash) return replan(row)
    const sent = await mediaStore.of(row.id)
    if (row.kind === 'carousel')
      for (const child of sent) {
        const made = await makeChild(row, { child, sent, item, opened }, signal)
        row = made.row
        if (!made.isReady) return row
      }
    const children = (await mediaStore.of(row.id)).flatMap(({ container_id }) => container_id ?? [])
    const request = await describeContainer(row, { item, sent, opened, children })
    if (!request) return fail(row, 'Instagram cannot fetch the media: set PUBLIC_URL, or publish it as a reel.')
    const made = await opened.login.createContainer(opened.access, request, signal)
    if (made.is === 'unclear') return tryAgain(row, made.message)
    if (made.is === 'refused') return handleRefusal(row, made.refusal, opened)
    const { id, uploadUrl } = made.value
    return enter(
      row,
      'container',
      { container_id: id, container_at: clock.now(), containers: row.containers + 1, upload_url: uploadUrl, looks: 0 },
      { title: 'Prepared at Instagram', detail: `container ${id}` },
    )
  }

  async function describeContainer(
    row: PublicationRow,
    { item, sent, opened, children }: { item: ItemRow; sent: readonly MediaRow[]; opened: Opened; children: string[] },
  ): Promise<ContainerOptions | null> {
    const options: PublicationOptions = JSON.parse(row.options)
    const isMadeByAi = options.isMadeByAi ?? false
    const placeId = opened.login.takesPlaces ? placeIdOf(item.location) : null
    const described = { caption: row.text, collaborators: options.collaborators ?? [], isMadeByAi, placeId }
    const [first] = sent
    if (!first) return null
    const isVideo = first.type.startsWith('video/')
    if (row.kind === 'carousel') return { kind: 'carousel', childIds: children, ...described }
    const isUploaded = isVideo && opened.login.takesUploads
    const url = isUploaded ? null : await database.transaction((tx) => media.addressFor(tx, first))
    if (!isUploaded && url === null) return null
    const video: VideoSource = url === null ? { from: 'upload' } : { from: 'address', url }
    const tags = tagsOf(item, !isVideo)
    if (row.kind === 'story')
      return isVideo
        ? { kind: 'story_video', video, tags, isMadeByAi }
        : { kind: 'story_image', imageUrl: url ?? '', tags, isMadeByAi }
    if (row.kind === 'image')
      return { kind: 'image', imageUrl: url ?? '', altText: options.altTexts?.[0] ?? null, tags, ...described }
    return {
      kind: 'reel',
      video,
      tags,
      ...described,
      coverAtMs: options.coverMs ?? null,
      sharesToFeed: options.sharesToFeed ?? true,
    }
  }

  /** Waits until it can be published; sends what is still missing of a video. */
  async function fill(row: PublicationRow, signal: AbortSignal): Promise<PublicationRow> {
    const opened = await open(row)
    if (!opened) return fail(row, SENTENCES.account(row.account_name))
    if (row.container_id === null) return renew(row, 'It has no container')
    const { login, access: own } = opened
    const read = await login.readContainer(own, row.container_id, signal)
    if (read.is === 'unclear') return tryAgain(row, read.message)
    if (read.is === 'refused') return handleRefusal(row, read.refusal, opened)
    const { state, failure, bytesArrived } = read.value
    switch (state) {
      case 'ready':
        return enter(row, 'ready', {}, { title: 'Ready', detail: null })
      case 'failed':
        return failure ? handleRefusal(row, failure, opened) : renew(row, 'Instagram could not prepare it')
      case 'expired':
        return renew(row, 'It was prepared more than a day ago')
      case 'published':
        // By no order of ours, which comes later: a person has to see it.
        return fail(row, 'Instagram says that it is live although nothing was ordered. Look on Instagram.')
      case 'working': {
        const [video] = await mediaStore.of(row.id)
        const arrived = bytesArrived ?? 0
        if (row.upload_url === null || !video || arrived >= video.bytes) return poll(row, 'Instagram prepares it')
        return upload(row, { video, arrived, opened, uploadUrl: row.upload_url }, signal)
      }
    }
  }

  async function upload(
    row: PublicationRow,
    { video, arrived, opened, uploadUrl }: { video: MediaRow; arrived: number; opened: Opened; uploadUrl: string },
    signal: AbortSignal,
  ): Promise<PublicationRow> {
    const detail = arrived === 0 ? null : `goes on at ${((100 * arrived) / video.bytes).toFixed(0)}%`
    const going =
      row.state === 'uploading'
        ? await commit(row, {}, detail === null ? null : { title: 'Upload', detail })
        : await enter(row, 'uploading', {}, { title: 'Upload', detail })
    const file = media.file(video)
    const sent = await opened.login.upload(opened.access, { uploadUrl, file, offset: arrived }, signal)
    if (sent.is === 'accepted')
      return commit(going, { tries: 0, upload_url: null }, { title: 'Uploaded', detail: sizeText(video.bytes) })
    // How much arrived is asked, never assumed.
    if (sent.is === 'unclear') return tryAgain(going, sent.message)
    return handleRefusal(going, sent.refusal, opened)
  }

  return { makeContainer, fill }
}
