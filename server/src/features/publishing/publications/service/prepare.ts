/** From planned to ready: checked, a container made and filled. Nothing of it is seen on the account. */
import type { PublicationOptions } from '@tangelo/contract'
import { MISSED_TOLERANCE_MINUTES } from '@tangelo/contract/limits'
import { contentHash, type ItemRow, lockItems, withoutApproval } from '#features/content/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { ContainerOptions, VideoSource } from '#ports/publishing-container.ts'
import { RetryAt } from '#ports/queue.ts'
import { sizeText } from '../../rehearsal/rules/figures.ts'
import { placeIdOf } from '../../rehearsal/rules/place.ts'
import { captionOf } from '../../rehearsal/rules/words.ts'
import type { SentMedia } from '../../sent-media/sent-media.service.ts'
import { type MediaRow, sentMediaStore } from '../../sent-media/sent-media.store.ts'
import { slotsStore } from '../../slots/slots.store.ts'
import { beginsAt, isMissed } from '../publications.rules.ts'
import type { PublicationRow } from '../publications.store.ts'
import { SENTENCES } from '../rules/sentences.ts'
import { tagsOf } from '../rules/tags.ts'
import type { Opened, PublishingAccess } from './access.ts'
import { carouselChildren } from './carousel-child.ts'
import type { Commits } from './commits.ts'
import type { Rehearsal } from './rehearsed.ts'

export type Preparing = ReturnType<typeof preparing>

export function preparing({
  database,
  clock,
  commits,
  media,
  access,
  rehearsal,
}: {
  database: Database
  clock: Clock
  commits: Commits
  media: SentMedia
  access: PublishingAccess
  rehearsal: Rehearsal
}) {
  const { commit, commitIn, enter, fail, tryAgain, poll, hold, wait, refused, renew } = commits
  const makeChild = carouselChildren({ database, media, commits })
  const [settingsStore, mediaStore] = [slotsStore(database.queries), sentMediaStore(database.queries)]

  /** Throws while the account or the installation has to wait. Answers the row without what it has waited for. */
  async function expectFree(row: PublicationRow): Promise<PublicationRow> {
    const now = clock.now()
    const settings = await settingsStore.settings(row.account_id)
    if (settings?.paused_at != null)
      await hold(row, 'paused', SENTENCES.paused(row.account_name, settings.paused_because ?? ''))
    const until = Math.max(settings?.waits_until ?? 0, (await settingsStore.installationWaitsUntil()) ?? 0)
    if (until > now) await wait(row, until, 'Instagram takes no more calls for a while. It goes on by itself.')
    const tolerance = settings?.tolerance_minutes ?? MISSED_TOLERANCE_MINUTES.usual
    if (isMissed(row, tolerance, now)) await hold(row, 'missed', SENTENCES.missed(row.account_name))
    return row.waits_for === null && row.waits_until === null
      ? row
      : commit(row, { waits_for: null, waits_until: null, sentence: SENTENCES.planned(row.account_name) })
  }

  /** Throws while nobody has signed in; null where the account is not connected any more. */
  async function open(row: PublicationRow): Promise<Opened | null> {
    const opened = await access.open(row.account_id, row.company_id)
    if (opened === 'ended') return hold(row, 'sign_in', SENTENCES.signIn(row.account_name))
    return opened === 'gone' ? null : opened
  }

  /**
   * In the caller's transaction: the item as it is, when it may go out. A sentence where it may not. The approval that it relies on
   * is final from here on.
   */
  async function approvedItem(
    tx: Queries,
    row: Pick<PublicationRow, 'item_id' | 'company_id'>,
  ): Promise<ItemRow | string> {
    const item = (await lockItems({ queries: tx, engine: database.engine }, [row.item_id])).get(row.item_id)
    if (!item || item.is_gone === 1 || item.company_id !== row.company_id || item.status_key === 'delete')
      return SENTENCES.gone
    const after: ItemRow = Object.assign({}, item, { status: 'Published', status_key: 'published' })
    const barred = await withoutApproval(tx, [{ before: item, after }], clock.now(), { use: true })
    return barred.has(item.id) ? SENTENCES.approval : item
  }

  async function check(planned: PublicationRow): Promise<PublicationRow> {
    const begins = beginsAt(planned.planned_at)
    if (begins > clock.now()) throw new RetryAt('It waits for its time', begins)
    const row = await expectFree(planned)
    const opened = await open(row)
    if (!opened) return fail(row, SENTENCES.account(row.account_name))
    const options: PublicationOptions = JSON.parse(row.options)
    const looked = await rehearsal.ofPublication(row, opened)
    if (looked === null) return fail(row, SENTENCES.gone)
    const block = looked.checks.find(({ state }) => state === 'blocked')
    // Waits that end by themselves are met where they matter.
    if (block && block.key !== 'quota') return fail(row, `Not sent: ${block.title}. ${block.detail}`)
    const prepared = await media.prepare(looked.addresses, looked.kind)
    return database.transaction(async (tx) => {
      const item = await approvedItem(tx, row)
      if (typeof item === 'string') return ended(tx, row, item)
      const hash = contentHash(item)
      // Edited while its media were read: the next look sees what it is now.
      if (hash !== looked.contentHash) throw new RetryAt(SENTENCES.edited, clock.now())
      await sentMediaStore(tx).set(
        row.id,
        prepared.map(({ address, hash, type, width, height, bytes }, position) => ({
          publication_id: row.id,
          position,
          address,
          hash,
          type,
          width,
          height,
          bytes,
        })),
      )
      const text = looked.kind === 'story' ? '' : captionOf(item.caption, listIn(item.hashtags))
      const passed = looked.checks.filter(({ state }) => state === 'passed').length
      return commitIn(
        tx,
        row,
        {
          state: 'checked',
          kind: looked.kind,
          content_hash: hash,
          text,
          tries: 0,
          waits_for: null,
          waits_until: null,
          options: JSON.stringify(options),
        },
        { title: 'Checked', detail: `${passed} of ${looked.checks.length} passed` },
      )
    })
  }

  const ended = (tx: Queries, row: PublicationRow, sentence: string) =>
    commitIn(
      tx,
      row,
      { state: 'failed', sentence, ended_at: clock.now(), waits_for: null, waits_until: null },
      { title: 'Not published', detail: sentence },
    )

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
    const request = await wishOf(row, { item, sent, opened, children })
    if (!request) return fail(row, 'Instagram cannot fetch the media: set PUBLIC_URL, or publish it as a reel.')
    const made = await opened.login.createContainer(opened.access, request, signal)
    if (made.is === 'unclear') return tryAgain(row, made.message)
    if (made.is === 'refused') return refused(row, made.refusal, opened)
    const { id, uploadUrl } = made.value
    return enter(
      row,
      'container',
      { container_id: id, container_at: clock.now(), containers: row.containers + 1, upload_url: uploadUrl, looks: 0 },
      { title: 'Prepared at Instagram', detail: `container ${id}` },
    )
  }

  async function wishOf(
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
    if (read.is === 'refused') return refused(row, read.refusal, opened)
    const { state, failure, bytesArrived } = read.value
    switch (state) {
      case 'ready':
        return enter(row, 'ready', {}, { title: 'Ready', detail: null })
      case 'failed':
        return failure ? refused(row, failure, opened) : renew(row, 'Instagram could not prepare it')
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
    const detail = arrived === 0 ? null : `goes on at ${((100 * arrived) / video.bytes).toFixed(0)} %`
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
    return refused(going, sent.refusal, opened)
  }

  /** The item is another one than was checked: it is checked again. */
  const replan = (row: PublicationRow): Promise<PublicationRow> =>
    commit(
      row,
      {
        state: 'planned',
        container_id: null,
        container_at: null,
        upload_url: null,
        tries: 0,
        looks: 0,
        waits_for: null,
        waits_until: null,
        sentence: SENTENCES.planned(row.account_name),
      },
      { title: 'Checked again', detail: SENTENCES.edited },
    )

  return { expectFree, open, approvedItem, check, makeContainer, fill, replan }
}

const listIn = (json: string | null): string[] => (json === null ? [] : JSON.parse(json))
