/** Containers: made, filled by addresses or uploads, finished after a while, gone after a day. */
import { createHash } from 'node:crypto'
import type { Answer } from '../http/send.ts'
import { dayMs } from '../world/figures.ts'
import { type Fetched, type FetchMedia, imageRefusal, videoFault, videoSeconds } from './media-files.ts'
import type { Container, OwnAccount } from './own-account.ts'
import type { PublishingWorld } from './own-accounts.ts'
import { publishingErrors } from './publishing-errors.ts'

export type ContainerState = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED'

/** `unreachable`: not public. `slow`: takes too long. */
export type UrlRefusal = 'unreachable' | 'slow'

/** What tests do to the containers that are made next. */
export interface ContainerHands {
  /** The next so many addresses are not fetched; of a video, its container says so later. */
  refuseUrls(count: number, how?: UrlRefusal): void
  /** The next so many containers end in ERROR with this subcode. */
  failContainers(count: number, subcode: number): void
  /** The next so many containers take this long. */
  slowContainers(count: number, ms: number): void
}

const containersPerDay = 400
/** Of the service's own answers: a Page that has no place on the map. */
const placeless = /^999/
const fetchFaults: Record<UrlRefusal, number> = { unreachable: 2207052, slow: 2207003 }

export interface ContainerParts {
  world: PublishingWorld
  now(): number
  fetchMedia: FetchMedia
  /** Videos take this long; pictures nothing. */
  processingMs: number
}

type Made = { container: Container; refusal?: undefined } | { refusal: Answer; container?: undefined }

export function containers({ world, now, fetchMedia, processingMs }: ContainerParts) {
  const refusals: UrlRefusal[] = []
  const failures: number[] = []
  const slowness: number[] = []
  const repeat = <Item>(list: Item[], count: number, item: Item) => {
    for (let at = 0; at < count; at += 1) list.push(item)
  }

  async function fetchFile(url: string): Promise<Fetched> {
    const refused = refusals.shift()
    if (refused) return { status: refused === 'slow' ? -1 : 0 }
    const first = await fetchMedia(url)
    // The service asks more than once: an address that works a single time is none.
    return first.file ? fetchMedia(url) : first
  }

  async function imageFetched(url: string, isStory: boolean): Promise<Answer | undefined> {
    const { file, status } = await fetchFile(url)
    if (file) return imageRefusal(file, isStory)
    return status === -1 ? publishingErrors.fetchTooSlow() : publishingErrors.notFetched(url)
  }

  async function videoFetched(container: Container, url: string): Promise<void> {
    const { file, status } = await fetchFile(url)
    if (!file) {
      container.fault ??= fetchFaults[status === -1 ? 'slow' : 'unreachable']
      return
    }
    judgeVideo(container, file)
  }

  function judgeVideo(container: Container, file: { head: Buffer; bytes: number }): void {
    const kind = container.request.media_type
    container.fault ??= videoFault(file, kind === 'STORIES' || kind === 'VIDEO' ? kind : 'REELS')
    const seconds = videoSeconds(file.head)
    if (seconds !== undefined) container.durationMs = Math.round(seconds * 1_000)
  }

  function childrenProblem(account: OwnAccount, request: Container['request']): Answer | undefined {
    for (const id of listOf(request.children)) {
      const child = world.containers.get(id)
      if (!child || child.accountId !== account.id || child.request.is_carousel_item !== true)
        return publishingErrors.mediaNotFound(id)
      if (stateOf(child) !== 'FINISHED') return publishingErrors.notReady()
    }
    return undefined
  }

  function stateOf({ mediaIds, madeAt, readyAt, fault }: Container): ContainerState {
    if (mediaIds.length > 0) return 'PUBLISHED'
    if (now() - madeAt >= dayMs) return 'EXPIRED'
    if (readyAt === null || now() < readyAt) return 'IN_PROGRESS'
    return fault === undefined ? 'FINISHED' : 'ERROR'
  }

  async function make(account: OwnAccount, request: Container['request']): Promise<Made> {
    const made = [...world.containers.values()]
    const today = made.filter(({ accountId, madeAt }) => accountId === account.id && now() - madeAt < dayMs)
    if (today.length >= containersPerDay) return { refusal: publishingErrors.dailyLimit() }
    if (placeless.test(String(request.location_id))) return { refusal: publishingErrors.placeUnknown() }
    const { image_url: image, video_url: video, cover_url: cover, thumb_offset: thumbnail } = request
    const refusal =
      childrenProblem(account, request) ??
      (typeof image === 'string' ? await imageFetched(image, request.media_type === 'STORIES') : undefined) ??
      (typeof cover === 'string' ? await imageFetched(cover, true) : undefined)
    if (refusal) return { refusal }
    const isUpload = request.upload_type === 'resumable'
    const isVideo = isUpload || typeof video === 'string'
    const takes = slowness.shift() ?? (isVideo ? processingMs : 0)
    const container: Container = {
      id: world.newId('container'),
      accountId: account.id,
      madeAt: now(),
      request,
      readyAt: isUpload ? null : now() + takes,
      fetching: undefined,
      fault: failures.shift(),
      upload: isUpload ? newUpload() : undefined,
      durationMs: undefined,
      mediaIds: [],
    }
    if (isUpload) takesOf.set(container, takes)
    if (typeof video === 'string') container.fetching = videoFetched(container, video)
    if (typeof thumbnail === 'number' && cover === undefined) {
      await container.fetching
      const { durationMs = Number.POSITIVE_INFINITY } = container
      if (thumbnail >= durationMs) return { refusal: publishingErrors.coverOutside(durationMs) }
    }
    world.containers.set(container.id, container)
    return { container }
  }

  /** How long a container goes on after its last byte. */
  const takesOf = new WeakMap<Container, number>()

  const hands: ContainerHands = {
    refuseUrls: (count, how = 'unreachable') => repeat(refusals, count, how),
    failContainers: (count, subcode) => repeat(failures, count, subcode),
    slowContainers: (count, ms) => repeat(slowness, count, ms),
  }

  return {
    hands,
    make,
    stateOf,
    fetchFile,
    /** Its bytes are all there. */
    complete(container: Container, file: { head: Buffer; bytes: number }): void {
      judgeVideo(container, file)
      const { thumb_offset: thumbnail } = container.request
      if (typeof thumbnail === 'number' && thumbnail >= (container.durationMs ?? Number.POSITIVE_INFINITY))
        container.fault ??= 2207057
      container.readyAt = now() + (takesOf.get(container) ?? processingMs)
    },
  }
}

export type Containers = ReturnType<typeof containers>

const newUpload = () => ({
  size: undefined,
  arrived: 0,
  hash: createHash('sha256'),
  file: { head: Buffer.alloc(0), bytes: 0 },
})

/** `a,b`, `["a","b"]` or the list itself. */
export function listOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' ? (value.match(/[0-9]+/g) ?? []) : []
}
