/**
 * `npm run trials -- publishing [--posts N] [--batch N] [--accounts N] [--seed N]`: posts go out while the server is killed (SIGKILL)
 * at each of nine steps of one of them, in random order. At the end no post is live twice, none is lost without a word, and those
 * of which it cannot be known are few and reported. On PostgreSQL, when DATABASE_URL names an empty database, two nodes share the
 * work, and each is killed.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type PublishingStandIn, publishingStandIn, s3StandIn } from '@tangelo/stand-ins'
import sharp from 'sharp'
import { blobStorageAt } from '#adapters/blob-storage/index.ts'
import { emptyItem, TABLE_AUTHOR, writeItems } from '#features/content/index.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { encryptionWith } from '#platform/encryption.ts'
import { openLog } from '#platform/log.ts'
import { newRecordId } from '#platform/record-id.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import { migrations } from '../../migrations/index.ts'
import { type KillingProxy, killingProxy, type Moment } from '../killing-proxy.ts'
import { mp4Of } from '../made-mp4.ts'
import { connectAccount } from '../own-account.ts'
import { randomFrom } from '../random-from.ts'
import { type RunningServer, type Settings, startServer } from '../server-process.ts'
import {
  answeredJson,
  anySeed,
  Broken,
  expectNoViolations,
  PASSWORD,
  type TrialOptions,
  trialOptions,
  trialPlace,
} from '../trial.ts'

const ENDS_WITHIN_MS = 10 * 60_000
const LOOK_EVERY_MS = 200
/** A moment that does not come: the posts of the batch went past it while the server started. */
const MOMENT_WITHIN_MS = 20_000
const VIDEO_BYTES = 400_000
const UNCLEAR_SHARE_MAX = 0.005

const graph = (rest: string) => new RegExp(`graph\\.facebook\\.com/v[\\d.]+/${rest}`)
/** Where a server is killed: what it had stored by then differs from step to step. */
export const KILLED_AT: readonly { step: string; moment: Moment | null }[] = [
  { step: 'planned', moment: null },
  {
    step: 'checked, before the container is made',
    moment: { path: graph('\\d+/media$'), method: 'POST', when: 'before' },
  },
  { step: 'container made, its id unknown', moment: { path: graph('\\d+/media$'), method: 'POST', when: 'after' } },
  { step: 'container stored', moment: { path: graph('\\d+\\?.*status_code'), method: 'GET', when: 'before' } },
  { step: 'uploading', moment: { path: /rupload\.facebook\.com/, method: 'POST', when: 'amid' } },
  { step: 'ready', moment: { path: graph('\\d+/content_publishing_limit'), method: 'GET', when: 'before' } },
  { step: 'order on its way', moment: { path: graph('\\d+/media_publish'), method: 'POST', when: 'before' } },
  { step: 'live, its answer unread', moment: { path: graph('\\d+/media_publish'), method: 'POST', when: 'after' } },
  {
    step: 'published, its address unread',
    moment: { path: graph('\\d+\\?.*permalink'), method: 'GET', when: 'before' },
  },
]

export interface PublishingReport {
  posts: number
  kills: number
  killsAt: Readonly<Record<string, number>>
  duplicates: number
  lost: number
  unclear: number
}

interface Post {
  itemId: string
  accountId: number
  caption: string
}

export async function publishingTrial({
  posts,
  batch,
  accounts,
  seed,
  databaseUrl = '',
  say = () => {},
}: TrialOptions & { posts: number; batch: number; accounts: number }): Promise<PublishingReport> {
  const place = trialPlace(databaseUrl)
  const names = Array.from({ length: accounts }, (_, at) => `kitchen.${at}`)
  const stand = await publishingStandIn({
    accounts: names.map((username) => ({ username, posts: 12 })),
    processingMs: 200,
  }).start()
  const proxy = await killingProxy(stand.url)
  // Two nodes share their media in a bucket, from which Instagram fetches them.
  const bucket = databaseUrl ? await s3StandIn().start() : null
  const s3 = bucket && {
    endpoint: bucket.url,
    bucket: bucket.bucket,
    region: bucket.region,
    accessKeyId: bucket.accessKeyId,
    secretAccessKey: bucket.secretAccessKey,
  }
  const key = randomBytes(32)
  const nodes = databaseUrl ? 2 : 1
  const ports = await freePorts(nodes)
  const settings = ports.map((port, at): Settings => {
    const folder = at === 0 ? place.dataFolder : join(place.folder, `data-${at}`)
    mkdirSync(folder, { recursive: true })
    return {
      ...settingsOf(place.settings, proxy, stand, key, port),
      DATA_DIR: folder,
      ...(s3 && {
        S3_ENDPOINT: s3.endpoint,
        S3_BUCKET: s3.bucket,
        S3_REGION: s3.region,
        S3_ACCESS_KEY_ID: s3.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      }),
    }
  })
  const chance = randomFrom(seed)
  const killsAt: Record<string, number> = {}
  const servers: RunningServer[] = []
  try {
    await prepare(place.store, names)
    for (const own of settings) servers.push(await startServer(own))
    const token = await (servers[0] as RunningServer).signIn('admin', PASSWORD)
    const database = openDatabase(place.store)
    let made: Post[]
    try {
      made = await makePosts({
        database,
        stand,
        key,
        names,
        posts,
        blobs: blobStorageAt(
          { folder: `${place.dataFolder}/blobs`, s3 },
          { clock: { now: Date.now }, log: openLog('silent') },
        ),
        server: servers[0] as RunningServer,
        token,
      })
    } finally {
      await database.close()
    }
    let kills = 0
    const queue = async (post: Post) => {
      // A server that was killed before it answered may have queued it: then it is there already.
      for (;;) {
        try {
          const res = await (servers[0] as RunningServer).ask('POST', '/api/publications', {
            token,
            body: { itemId: post.itemId, accountId: post.accountId },
          })
          if (res.status === 201 || res.status === 409) return
          throw new Broken(`A post was not queued: ${res.status} ${await res.text()}`)
        } catch (error) {
          if (error instanceof Broken) throw error
          await pause(LOOK_EVERY_MS)
        }
      }
    }
    for (let from = 0, round = 0; from < made.length; from += batch, round += 1) {
      const { step, moment } = KILLED_AT[round % KILLED_AT.length] ?? { step: 'planned', moment: null }
      const rise = async () => {
        // Whichever node makes the call: with two of them both end, one after the other.
        const at = nodes === 1 ? 0 : round % 2
        await (servers[at] as RunningServer).end('SIGKILL')
        servers[at] = await startServer(settings[at] as Settings)
      }
      const killAll = async () => {
        await Promise.all(servers.map((server) => server.end('SIGKILL')))
        await Promise.all(
          settings.map(async (own, at) => {
            servers[at] = await startServer(own)
          }),
        )
      }
      const armed = moment ? proxy.arm(moment, () => Promise.all(servers.map((server) => server.end('SIGKILL')))) : null
      const own = made.slice(from, from + batch)
      const queueing = Promise.all(own.map(queue))
      if (armed) {
        const isKilled = await Promise.race([armed.done.then(() => true), pause(MOMENT_WITHIN_MS, false)])
        armed.disarm()
        if (isKilled) {
          kills += 1
          killsAt[step] = (killsAt[step] ?? 0) + 1
          await killAll()
        }
      } else {
        await pause(Math.round(chance() * 120))
        await (nodes === 1 ? killAll() : rise())
        kills += 1
        killsAt[step] = (killsAt[step] ?? 0) + 1
      }
      await queueing
      say(`${Math.min(from + batch, made.length)} posts queued, killed at: ${step}`)
    }
    const report = await verify({ servers, token, stand, made, say })
    expectNoViolations(stand.violations)
    return { posts: made.length, kills, killsAt, ...report }
  } finally {
    await Promise.all(servers.map((server) => server.end('SIGKILL')))
    await proxy.end()
    await bucket?.end()
    await stand.end()
    place.remove()
  }
}

const settingsOf = (
  common: Settings,
  proxy: KillingProxy,
  { clientId, clientSecret }: PublishingStandIn,
  key: Buffer,
  port: number,
): Settings => ({
  ...common,
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  ENCRYPTION_KEY: key.toString('hex'),
  FACEBOOK_APP_ID: clientId,
  FACEBOOK_APP_SECRET: clientSecret,
  FACEBOOK_WWW_URL: `${proxy.url}/www.facebook.com`,
  GRAPH_API_URL: `${proxy.url}/graph.facebook.com`,
  GRAPH_UPLOAD_URL: `${proxy.url}/rupload.facebook.com`,
})

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      return server
    }),
  )
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  for (const server of servers) {
    server.close()
    await once(server, 'close')
  }
  return ports
}

async function prepare(store: Parameters<typeof openDatabase>[0], names: readonly string[]): Promise<void> {
  const database = openDatabase(store)
  try {
    await migrate(database, migrations)
    await database.queries
      .insertInto('companies')
      .values({ name: 'Harbour', name_key: 'harbour', time_zone: 'Europe/Lisbon', created_at: Date.now() })
      .onConflict((taken) => taken.doNothing())
      .execute()
    const { id: company_id } = await database.queries
      .selectFrom('companies')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const rows = names.map((username) => ({ company_id, username, username_key: username, created_at: Date.now() }))
    await database.queries.insertInto('accounts').values(rows).execute()
  } finally {
    await database.close()
  }
}

/** Every third is a reel. */
async function makePosts({
  database,
  stand,
  key,
  names,
  posts,
  blobs,
  server,
  token,
}: {
  database: Database
  stand: PublishingStandIn
  key: Buffer
  names: readonly string[]
  posts: number
  blobs: BlobStorage
  server: RunningServer
  token: string
}): Promise<Post[]> {
  const { queries, engine } = database
  const encryption = encryptionWith(key)
  const ids: number[] = []
  for (const username of names)
    ids.push(await connectAccount({ queries, encryption, stand, login: 'facebook', username }))
  const { company_id: companyId } = await queries.selectFrom('accounts').select('company_id').executeTakeFirstOrThrow()
  const imageUrl = await anImage(server, token)
  const video = mp4Of(12, VIDEO_BYTES)
  const [hash, cover_hash] = [await blobs.put(video), await blobs.put(new Uint8Array([0xff, 0xd8, 1]))]
  const at = Date.now()
  const made: Post[] = []
  for (let index = 0; index < posts; index += 1) {
    const itemId = newRecordId()
    const caption = `Post ${index} of the trial`
    const isReel = index % 3 === 2
    const videoId = String(index).padStart(22, 'v')
    const change = isReel ? { mediaType: 'reel', videoUrl: `/media/v/${videoId}` } : { mediaType: 'image', imageUrl }
    await database.transaction(async (tx) => {
      await writeItems(
        { queries: tx, engine },
        [
          {
            before: emptyItem({ id: itemId, companyId, at }),
            isNew: true,
            change: { status: 'Draft', caption, ...change },
            at,
          },
        ],
        TABLE_AUTHOR,
        at,
      )
      if (isReel)
        await tx
          .insertInto('videos')
          .values({
            id: videoId,
            company_id: companyId,
            item_id: itemId,
            hash,
            cover_hash,
            bytes: video.length,
            created_at: at,
            replaced_at: null,
            reel_check: '{"isReady":true,"rows":[]}',
          })
          .execute()
    })
    made.push({ itemId, accountId: ids[index % ids.length] ?? 0, caption })
  }
  return made
}

async function anImage(server: RunningServer, token: string): Promise<string> {
  const bytes = await sharp({ create: { width: 1080, height: 1080, channels: 3, background: 'orange' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.append('images', new Blob([new Uint8Array(bytes)]), 'orange.jpg')
  const { imageUrls } = await answeredJson<{ imageUrls: string[] }>(
    server.ask('POST', '/api/upload/images', { token, body: form }),
  )
  return new URL(imageUrls[0] ?? '').pathname
}

interface Shown {
  id: string
  itemId: string
  state: string
  mediaId: string | null
  waitsFor: string | null
  sentence: string
  endedAt: string | null
}

async function verify({
  servers,
  token,
  stand,
  made,
  say,
}: {
  servers: readonly RunningServer[]
  token: string
  stand: PublishingStandIn
  made: readonly Post[]
  say: (line: string) => void
}): Promise<Pick<PublishingReport, 'duplicates' | 'lost' | 'unclear'>> {
  const began = performance.now()
  let shown = new Map<string, Shown>()
  for (;;) {
    shown = await all(servers[0] as RunningServer, token)
    const open = [...shown.values()].filter(({ state, endedAt }) => endedAt === null && state !== 'unclear')
    if (open.length === 0) break
    if (performance.now() - began > ENDS_WITHIN_MS)
      throw new Broken(`${open.length} posts never came to an end, such as ${JSON.stringify(open[0])}`)
    await pause(LOOK_EVERY_MS)
  }
  const byCaption = Map.groupBy(
    stand.accounts.flatMap(({ media }) => media.filter(({ containerId, isChild }) => containerId !== null && !isChild)),
    ({ caption }) => caption ?? '',
  )
  const duplicates = stand.duplicates().length + [...byCaption.values()].filter((posts) => posts.length > 1).length
  let lost = 0
  let unclear = 0
  for (const { itemId, caption } of made) {
    const publication = shown.get(itemId)
    const live = byCaption.get(caption) ?? []
    if (publication?.state === 'unclear' && publication.waitsFor === 'person') {
      unclear += 1
      say(`unclear: ${publication.sentence} (${live.length} live)`)
    } else if (publication?.state !== 'published' || live.length !== 1 || live[0]?.id !== publication.mediaId) {
      lost += 1
      say(`lost: ${JSON.stringify(publication)} (${live.length} live)`)
    }
  }
  if (duplicates > 0) throw new Broken(`${duplicates} posts are live twice`)
  if (lost > 0) throw new Broken(`${lost} posts are not what is said of them`)
  if (unclear > Math.max(1, made.length * UNCLEAR_SHARE_MAX))
    throw new Broken(`${unclear} of ${made.length} posts are unclear`)
  return { duplicates, lost, unclear }
}

async function all(server: RunningServer, token: string): Promise<Map<string, Shown>> {
  const rows: Shown[] = []
  for (let next: string | undefined = '/api/publications'; next; ) {
    const answer: Response = await server.ask('GET', next, { token })
    rows.push(...((await answer.json()) as Shown[]))
    next = answer.headers.get('link')?.match(/^<([^>]+)>; rel="next"/)?.[1]
  }
  return new Map(rows.map((row) => [row.itemId, row]))
}

if (import.meta.main) {
  // Each step twice: a job whose process ends under it twenty times is given up by the queue.
  const options = trialOptions({ posts: 1_000, batch: 56, accounts: 20, seed: anySeed() })
  const { posts, kills, killsAt, duplicates, lost, unclear } = await publishingTrial(options)
  const { say } = options
  for (const [step, count] of Object.entries(killsAt)) say(`killed ${count} times: ${step}`)
  say(`${posts} posts, ${kills} kills: ${duplicates} live twice, ${lost} lost, ${unclear} unclear and reported`)
}
