/**
 * Reels: content items with images, settings and a video. What a table elsewhere holds of one goes there first, as with any
 * item; images, settings and videos are kept here alone.
 */
import type { Reel, ReelSettings } from '@tangelo/contract'
import { PAGE_ROWS_MAX } from '@tangelo/contract/limits'
import {
  type ItemChange,
  type ItemChanges,
  readItems,
  resolvePlan,
  type UploadsService,
} from '#features/content/index.ts'
import type { AuditLog } from '#features/core/index.ts'
import {
  type IdempotencyService,
  mayMakeReels,
  publishEvents,
  scopeOf,
  toKeyedRequest,
  visible,
} from '#features/core/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { changedMeanwhile, invalidInput, notFound } from '#platform/errors.ts'
import { cutPage, type Page, type PageRequest, readCursor } from '#platform/http/paging.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { Images } from '#ports/images.ts'
import type { Renderer } from '#ports/renderer.ts'
import type { RendersService } from '../renders/renders.service.ts'
import { rendersStore } from '../renders/renders.store.ts'
import { asReel, deletion, fitting, type Making, makingOf, remade } from './reels.rules.ts'
import { reelsStore } from './reels.store.ts'
import type { ReelImage, ReelImages } from './service/images.ts'

export type ReelsService = ReturnType<typeof reelsService>

export interface NewReel {
  companyId: number
  caption: string | null
  images: readonly ReelImage[]
  settings: ReelSettings
  accountId?: number | null
}

interface NewImages {
  recordId: string
  imageUrls: string[]
  caption?: string | null | undefined
  version?: number | undefined
}

export function reelsService({
  database,
  clock,
  items,
  reelImages,
  renders,
  renderer,
  uploads,
  encode,
  answers,
  audit,
}: {
  database: Database
  clock: Clock
  answers: IdempotencyService
  items: Pick<ItemChanges, 'make' | 'send'>
  reelImages: ReelImages
  renders: Pick<RendersService, 'cancelOf' | 'letGo' | 'isOf' | 'queued'>
  renderer: Pick<Renderer, 'drawCaption'>
  encode: Images['encode']
  uploads: Pick<UploadsService, 'musicFor'>
  audit: AuditLog
}) {
  const store = reelsStore(database.queries)

  async function read(viewer: Viewer, id: string): Promise<Reel> {
    mayMakeReels(viewer)
    const row = await store.findShown(id)
    if (!row || !visible(viewer, row.item)) throw notFound('Reel')
    return asReel(row, row.render?.state === 'waiting' ? await renders.queued() : [], clock.now())
  }

  async function change(
    viewer: Viewer,
    id: string,
    sent: ItemChange,
    decide: (making: Making) => { images: readonly ReelImage[]; settings: ReelSettings },
    also = noMore,
  ): Promise<Reel> {
    const store = await items.send(viewer, { id }, sent, 'Reel')
    await database.transaction(async (tx) => {
      const { company_id } = await store(tx, async (item) => {
        const making = makingOf(item, await reelsStore(tx).find(id))
        const { images, settings } = decide(making)
        await reelsStore(tx).keep({ item_id: id, company_id: item.company_id }, remade(making, images, settings))
        return { change: { ...sent, ...toImageFields(images) } }
      })
      await also(tx, id)
      await publishEvents(tx, [{ companyId: company_id, kind: 'reels-changed' }], clock.now())
    })
    return read(viewer, id)
  }

  /** Settings that fit the images, with music of the company's own as it is known here. */
  async function checkSettings(companyId: number, settings: ReelSettings, images: number): Promise<ReelSettings> {
    if (settings.pictures.length !== images)
      throw invalidInput(`settings.pictures must have one entry for each of the ${images} images`, {
        'settings.pictures': `must have ${images} entries`,
      })
    if (!settings.music) return settings
    const { url, volume } = settings.music
    return { ...settings, music: { ...(await uploads.musicFor(companyId, url, 'settings.music.url')), volume } }
  }

  /** The table's record first, once for each intent, then ours. `also` runs in the transaction that makes it. */
  async function make(
    viewer: Viewer,
    { companyId, caption, images, settings, accountId = null }: NewReel,
    { intent, also }: { intent: string | null; also: typeof noMore },
  ): Promise<string> {
    const { images: urls, imageUrl } = toImageFields(images)
    const fields: ItemChange = { status: 'Draft', mediaType: 'reel', caption, imageUrl }
    const { account } = await resolvePlan(database, { viewer, companyId, at: clock.now() }, { accountId })
    return items.make(viewer, { companyId, fields, own: { images: urls, account }, intent }, async (tx, id) => {
      await also(tx, id)
      const making = { version: 1, images: [...images], settings }
      await reelsStore(tx).keep({ item_id: id, company_id: companyId }, making, { account_id: accountId })
      await publishEvents(tx, [{ companyId, kind: 'reels-changed' }], clock.now())
    })
  }

  return {
    read,

    async list(
      viewer: Viewer,
      { q, cursor, limit = PAGE_ROWS_MAX }: PageRequest & { q?: string | undefined },
    ): Promise<Page<Reel>> {
      mayMakeReels(viewer)
      const scope = scopeOf(viewer)
      if (scope === 'none') return { rows: [], nextCursor: null, total: 0 }
      const place = cursor ? readCursor(cursor, 'integer', 'record') : null
      const text = q?.trim().toLowerCase() || null
      const after = place && { createdAt: place.value, id: place.id }
      const rows = await store.page({ scope, text, after, limit: limit + 1 })
      const { page, nextCursor } = cutPage(rows, limit, ({ item }) => [item.created_at, item.id])
      const queued = page.some(({ render }) => render?.state === 'waiting') ? await renders.queued() : []
      return {
        rows: page.map((row) => asReel(row, queued, clock.now())),
        nextCursor,
        total: place ? null : await store.count(scope, text),
      }
    },

    make,

    /** Makes a reel of a record that may have none yet. The caption it has stays; `caption` is for an empty one. */
    async fill(
      viewer: Viewer,
      id: string,
      { images, caption }: Pick<NewReel, 'images' | 'caption'>,
      also: typeof noMore,
    ) {
      const [item] = await readItems(database.queries, [id])
      const sent = { mediaType: 'reel', ...(caption !== null && !item?.caption?.trim() && { caption }) }
      return change(viewer, id, sent, (before) => asShown(before, images), also)
    },

    /** Throws `changed_meanwhile` like `saveSettings`, before the table is sent anything. */
    async saveImages(viewer: Viewer, { recordId, imageUrls, caption, version }: NewImages): Promise<Reel> {
      const current = await read(viewer, recordId)
      const images = await reelImages.gather(viewer, current.companyId, imageUrls)
      const next = (before: Making) => expectVersion(current, before, asShown(before, images), version)
      next({ ...current, images: toReelImages(current) })
      return change(viewer, recordId, { caption }, next)
    },

    /** Throws `changed_meanwhile` with the reel as it is now when the version is not its any more, unless it is so already. */
    async saveSettings(
      viewer: Viewer,
      id: string,
      request: { images: string[]; settings: ReelSettings; version?: number | undefined },
    ): Promise<Reel> {
      const current = await read(viewer, id)
      const images = await reelImages.gather(viewer, current.companyId, request.images)
      const settings = await checkSettings(current.companyId, request.settings, images.length)
      return change(viewer, id, {}, (before) => expectVersion(current, before, { images, settings }, request.version))
    },

    /** Costs nothing, and shows no video until one is made. Once for each `Idempotency-Key`. */
    async duplicate(viewer: Viewer, id: string, key: unknown): Promise<Reel> {
      const reel = await read(viewer, id)
      const { companyId, caption, settings } = reel
      const question = toKeyedRequest(viewer, companyId, key, { duplicate: id })
      const made = await answers.once<{ id: string }>(question, async ({ intent, complete }) => {
        const also = (tx: Queries, copy: string) => complete(tx, { id: copy })
        const copied = { companyId, caption, images: toReelImages(reel), settings }
        return { id: await make(viewer, copied, { intent, also }) }
      })
      return read(viewer, made.id)
    },

    /**
     * A render of it is cancelled, and its credit given back. Its video stays for a day, for who plays it now. Of a record
     * that is only marked in its table it stays for good: who sets it back there has the video that was paid for.
     */
    async remove(viewer: Viewer, id: string): Promise<void> {
      await read(viewer, id)
      const store = await items.send(viewer, { id }, MARKED, 'Reel')
      const cancelled = await database.transaction(async (tx) => {
        const now = clock.now()
        let cancelled: string | null = null
        const item = await store(tx, async (_, isInTable) => {
          // The reel is locked: no other render of it begins any more.
          cancelled = await renders.cancelOf(tx, viewer, id)
          if (!isInTable) await rendersStore(tx).replaceVideo(id, now)
          return { isGone: true, change: isInTable ? MARKED : {} }
        })
        await audit.record(tx, viewer, deletion(item))
        await publishEvents(tx, [{ companyId: item.company_id, kind: 'reels-changed' }], now)
        return cancelled
      })
      if (cancelled) await renders.letGo(cancelled)
    },

    /** D26: the server has attached the video itself. Throws `not_found` for a render of another reel. */
    async confirmVideo(viewer: Viewer, { reelId, renderId }: { reelId: string; renderId?: string | undefined }) {
      const reel = await read(viewer, reelId)
      if (renderId !== undefined && !(await renders.isOf(viewer, renderId, reelId))) throw notFound('Render')
      return reel
    },

    async drawCaption(viewer: Viewer, caption: ReelSettings['caption']) {
      mayMakeReels(viewer)
      const { picture, isCut } = await renderer.drawCaption(caption)
      if (!picture) return { picture: null, isCut }
      const { x, y, width, height } = picture
      return { picture: { x, y, width, height, image: Buffer.from(await encode(picture)).toString('base64') }, isCut }
    },
  }
}

/** D20: the values that are written to the external table. */
const MARKED = { status: 'Delete' }
const toImageFields = (images: readonly ReelImage[]) => ({ images: urlsOf(images), imageUrl: images[0]?.url ?? null })
const urlsOf = (images: readonly ReelImage[]) => images.map(({ url }) => url)
const asShown = ({ settings, images: before }: Making, images: readonly ReelImage[]) => ({
  images,
  settings: fitting(settings, urlsOf(before), urlsOf(images)),
})
const toReelImages = ({ images, imageSizes }: Pick<Reel, 'images' | 'imageSizes'>): ReelImage[] =>
  images.map((url, at) => ({ url, size: imageSizes[at] ?? null }))

/** Answers `next`, unless the reel, which is `before` now, has another version and would become another one still. */
function expectVersion(
  current: Reel,
  before: Making,
  next: { images: readonly ReelImage[]; settings: ReelSettings },
  version = before.version,
) {
  if (version === before.version || remade(before, next.images, next.settings).version === before.version) return next
  const { images, settings } = before
  throw changedMeanwhile('reel', version, { ...current, version: before.version, images: urlsOf(images), settings })
}

/** What else happens in the transaction that writes a reel. */
const noMore = async (_tx: Queries, _id: string): Promise<void> => {}
