/** A world with a connected account and posts to publish, beside the stand-in of Instagram, which really fetches from the world. */
import type { Publication } from '@tangelo/contract'
import { type PublishingOptions, type PublishingStandIn, publishingStandIn } from '@tangelo/stand-ins'
import sharp from 'sharp'
import { expect, onTestFinished, vi } from 'vitest'
import { blobStorageAt } from '#adapters/blob-storage/index.ts'
import { facebookLogin } from '#adapters/publishing/facebook-login.ts'
import { instagramLogin } from '#adapters/publishing/instagram-login.ts'
import { openLog } from '#platform/log.ts'
import { newRecordId } from '#platform/record-id.ts'
import { itemsIn } from './content-items.ts'
import { mp4Of } from './made-mp4.ts'
import { connectAccount } from './own-account.ts'
import { formWith, type Person, START, type World, world } from './world.ts'
import { isQuiet } from './world-with-sources.ts'

export const OWN = 'sample.bakery'
const DAY_MS = 86_400_000
const PUBLIC_URL = 'http://127.0.0.1:5000'
/**
 * What the workers of these tests do. Rounds of insights are left out: one waits for its turn by moving the clock of the test, and
 * would carry a publication past its time.
 */
const KINDS = ['publish-post', 'sweep-publications', 'renew-own-accounts', 'send-webhooks']
/** The same with rounds of insights; refreshes of figures would take turns in the same quota, and move the clock as well. */
export const INSIGHT_KINDS = [...KINDS, 'find-insights', 'read-insights']

export interface PublishingTest extends World {
  stand: PublishingStandIn
  /** The tracked account that is connected. */
  accountId: number
  /** A post with one picture of its own. */
  aPost(fields?: Partial<Parameters<typeof itemsIn>[1][number]>): Promise<string>
  /** A reel with a video of so many bytes. */
  aReel(caption: string, bytes?: number): Promise<string>
  queue(itemId: string, more?: object, who?: Person): ReturnType<World['ask']>
  /** Queues it and expects that it was taken. */
  queueOrThrow(itemId: string, more?: object): Promise<Publication>
  read(id: string): Promise<Publication>
  /** Lets time pass until the publication is in this state, and answers it. */
  becomes(id: string, state: Publication['state']): Promise<Publication>
  /** The same until this holds. */
  comesTo(id: string, holds: (publication: Publication) => boolean): Promise<Publication>
  /** Captions of what was published on the account through the API, the newest first. */
  live(): (string | undefined)[]
}

export async function publishing({
  login = 'facebook',
  works = true,
  worksOn = KINDS,
  publicUrl = PUBLIC_URL,
  also = {},
  ...options
}: PublishingOptions & {
  login?: 'facebook' | 'instagram'
  works?: boolean
  /** The kinds of jobs that its workers run; null for all. */
  worksOn?: readonly string[] | null
  publicUrl?: string | null
  /** What else the world has. */
  also?: Parameters<typeof world>[0]
} = {}): Promise<PublishingTest> {
  let here: World | undefined
  const fetchMedia = async (url: string) => {
    const { pathname } = new URL(url)
    const res = await here?.app.inject({ method: 'GET', url: pathname })
    if (res?.statusCode !== 200) return { status: res?.statusCode ?? 0 }
    return { file: { head: res.rawPayload, bytes: res.rawPayload.length } }
  }
  const clock = { now: () => here?.clock.now() ?? START }
  const stand = await publishingStandIn({ clock, fetchMedia, processingMs: 1_000, ...options }).start()
  onTestFinished(stand.end)
  const { hosts, clientId: appId, clientSecret: appSecret } = stand
  const common = { appId, appSecret, version: 'v25.0', uploadUrl: hosts.upload }
  const made = await world({
    ...also,
    ...(worksOn && { workerKinds: worksOn }),
    accounts: [OWN, 'other.account'],
    // Weeks pass in some tests.
    session: { idleMs: 400 * DAY_MS, maxMs: 400 * DAY_MS },
    ...(publicUrl !== null && { publicUrl }),
    publishingLogins: (at) => ({
      facebook: facebookLogin({ ...common, clock: at, wwwUrl: hosts.facebookWww, graphUrl: hosts.facebookGraph }),
      instagram: instagramLogin({
        ...common,
        clock: at,
        wwwUrl: hosts.instagramWww,
        oauthUrl: hosts.instagramApi,
        graphUrl: hosts.instagramGraph,
      }),
    }),
  })
  here = made
  const accountId = await connectAccount({
    queries: made.database.queries,
    encryption: made.encryption,
    stand,
    login,
    username: OWN,
  })
  if (works) made.work()
  const { ask, database } = made

  const read = async (id: string): Promise<Publication> => {
    const res = await ask('pro', 'GET', `/api/publications/${id}`)
    if (res.statusCode !== 200) throw new Error(res.body)
    return res.json()
  }
  /** How long until work is due next; undefined while some is under way: time stands still for it. */
  async function untilNext(): Promise<number | undefined> {
    if (!(await isQuiet(made, worksOn ?? undefined))) return undefined
    const { next } = await database.queries
      .selectFrom('jobs')
      .select((jobs) => jobs.fn.min('run_at').as('next'))
      .where('state', '=', 'waiting')
      .where('kind', '=', 'publish-post')
      .executeTakeFirstOrThrow()
    return next === null ? undefined : Math.max(1, Number(next) - made.clock.now())
  }

  const queue = (itemId: string, more: object = {}, who: Person = 'pro') =>
    ask(who, 'POST', '/api/publications', { itemId, accountId, ...more })

  async function comesTo(id: string, holds: (publication: Publication) => boolean): Promise<Publication> {
    let last = await read(id)
    await vi.waitFor(
      async () => {
        // Looked at first: what ends in between is read before time goes past it.
        const passed = await untilNext()
        last = await read(id)
        if (holds(last)) return
        if (passed !== undefined) made.clock.moveBy(passed)
        throw new Error(`It never came to that: ${JSON.stringify(last, null, 1)}`)
      },
      { timeout: 25_000, interval: 20 },
    )
    return last
  }

  return {
    ...made,
    stand,
    accountId,
    async aPost(fields = {}) {
      const id = newRecordId()
      const imageUrl = await anImage(made)
      await itemsIn(made, [
        { id, status: 'Draft', mediaType: 'image', imageUrl, caption: `Caption of ${id}`, ...fields },
      ])
      return id
    },
    async aReel(caption, bytes = 100_000) {
      const id = newRecordId()
      await itemsIn(made, [
        { id, status: 'Draft', mediaType: 'reel', caption, videoUrl: await aVideo(made, id, bytes) },
      ])
      return id
    },
    queue,
    async queueOrThrow(itemId, more = {}) {
      const res = await queue(itemId, more)
      expect(res.statusCode, res.body).toBe(201)
      return res.json()
    },
    read,
    comesTo,
    becomes: (id, state) => comesTo(id, (publication) => publication.state === state),
    live: () =>
      stand
        .account(OWN)
        .media.filter(({ containerId, isChild }) => containerId !== null && !isChild)
        .map(({ caption }) => caption)
        .toReversed(),
  }
}

let colours = 0

/** Its address; another picture each time. */
export async function anImage(
  { ask }: Pick<World, 'ask'>,
  { width = 1080, height = 1080, format = 'jpeg' as 'jpeg' | 'png' } = {},
) {
  colours += 1
  const background = { r: colours % 256, g: Math.floor(colours / 256) % 256, b: 90, alpha: format === 'png' ? 0.5 : 1 }
  const bytes = await sharp({ create: { width, height, channels: format === 'png' ? 4 : 3, background } })
    .toFormat(format)
    .toBuffer()
  const res = await ask('pro', 'POST', '/api/upload/images', formWith(new Uint8Array(bytes), `p.${format}`, 'images'))
  if (res.statusCode >= 300) throw new Error(res.body)
  const [url = ''] = res.json().imageUrls
  return new URL(url, PUBLIC_URL).pathname
}

async function aVideo({ database, folder, clock }: World, itemId: string, bytes: number): Promise<string> {
  const blobs = blobStorageAt({ folder: `${folder}/blobs`, s3: null }, { clock, log: openLog('silent') })
  colours += 1
  const video = mp4Of(12, bytes, colours)
  const id = String(colours).padStart(22, 'v')
  await database.queries
    .insertInto('videos')
    .values({
      id,
      company_id: 1,
      item_id: itemId,
      hash: await blobs.put(video),
      bytes: video.length,
      cover_hash: await blobs.put(new Uint8Array([0xff, 0xd8, colours % 256])),
      created_at: START,
      replaced_at: null,
      reel_check: '{"isReady":true,"rows":[]}',
    })
    .execute()
  return `/media/v/${id}`
}
