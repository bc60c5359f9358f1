/**
 * `npm run trials -- reel-crash [--kills N] [--seed N] [--lives MS]`: the server is killed (SIGKILL) at random moments while people upload
 * images, make reels of them, and have them rendered and cancelled; what got no answer is sent again. At the end every reel
 * and every render is there once, the ledger says what was rendered, every video plays, and no encoder and no half a file is
 * left. On PostgreSQL when DATABASE_URL names an empty database: there a server cannot know at once that the one before is
 * dead, and has to live longer than a lease (`--lives 40000`) to go on with its work.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Credits, Reel, RenderResult } from '@tangelo/contract'
import { REEL_FPS } from '@tangelo/contract/limits'
import sharp from 'sharp'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { migrations } from '../../migrations/index.ts'
import { findLeftovers, picturesPlayed } from '../made-videos.ts'
import { randomFrom } from '../random-from.ts'
import { type RunningServer, type Settings, startServer } from '../server-process.ts'
import {
  anySeed,
  Broken,
  expectSame,
  killAfter,
  PASSWORD,
  type TrialOptions,
  trialOptions,
  trialPlace,
} from '../trial.ts'

const CREDITS = 1_000_000
const LIVES_AT_MOST_MS = 5_000
const ENDS_WITHIN_MS = 5 * 60_000
const CLEAN_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 100
/** Of the renders so many are cancelled, after some polls of their state. */
const CANCELLED = 0.2
const CANCELLED_AT_A_LOOK = 0.3

export interface ReelCrashReport {
  kills: number
  reels: number
  videos: number
  /** Or given up, after too many kills. */
  cancelled: number
}

/** The server went away before the answer was complete. */
class Gone extends Error {}

/** A request of a killed server keeps its key until its lease is over. */
class InProgress extends Error {}

/** A client that makes one reel after the other, and repeats a request without an answer. */
interface Maker {
  chance: () => number
  /** What is under way, by its key: the same until it is answered. */
  key: string
  images: string[]
  reel: Reel | null
  renderId: string | null
  changesMind: boolean
}

interface Scene {
  token: string
  photo: Uint8Array<ArrayBuffer>
  reels: Set<string>
  renders: Set<string>
}

export async function reelCrashTrial({
  kills,
  seed,
  people = 4,
  livesAtMostMs = LIVES_AT_MOST_MS,
  databaseUrl = '',
  say = () => {},
}: TrialOptions & { kills: number; people?: number; livesAtMostMs?: number }): Promise<ReelCrashReport> {
  const place = trialPlace(databaseUrl)
  const settings: Settings = { ...place.settings, RENDER_CONCURRENCY: '2' }
  const open = () => openDatabase(place.store)
  await grantCredits(open())
  const chance = randomFrom(seed)
  const makers = Array.from({ length: people }, () => idle(randomFrom(Math.floor(chance() * 1e9))))
  let server = await startServer(settings)
  try {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
    const picture = sharp({ create: { width: 540, height: 960, channels: 3, background: 'orange', noise } })
    const scene: Scene = {
      token: await server.signIn('admin', PASSWORD),
      photo: new Uint8Array(await picture.jpeg().toBuffer()),
      reels: new Set(),
      renders: new Set(),
    }
    for (let kill = 1; kill <= kills; kill += 1) {
      const livesMs = Math.round(chance() * livesAtMostMs)
      const working = Promise.all(makers.map((maker) => work(server, maker, scene)))
      server = await killAfter(livesMs, server, settings, working)
      say(`kill ${kill}: after ${livesMs} ms, ${scene.reels.size} reels and ${scene.renders.size} renders`)
    }
    for (const maker of makers) await finish(server, maker, scene)
    await nothingLeft(ENDS_WITHIN_MS, () => underWay(server, scene))
    const counts = await verify(server, open(), scene, place.folder)
    await nothingLeft(CLEAN_WITHIN_MS, async () => findLeftovers(place.dataFolder))
    return { kills, reels: scene.reels.size, ...counts }
  } finally {
    await server.end('SIGKILL')
    place.remove()
  }
}

const idle = (chance: () => number): Maker => ({
  chance,
  key: randomUUID(),
  images: [],
  reel: null,
  renderId: null,
  changesMind: chance() < CANCELLED,
})

/** Credits without end, for the company that the first start makes. */
async function grantCredits(database: Database): Promise<void> {
  await migrate(database, migrations)
  const entry = { company_id: 1, reason: 'trial', kind: 'grant' as const, credits: CREDITS, user_id: null, at: 0 }
  await database.queries.insertInto('credit_entries').values(entry).execute()
  await database.close()
}

async function work(server: RunningServer, maker: Maker, scene: Scene): Promise<void> {
  try {
    for (;;) await step(server, maker, scene)
  } catch (error) {
    if (!(error instanceof Gone)) throw error
  }
}

/** Everything that was begun is answered in the end, and each of them makes one reel at least, also on a busy machine. */
async function finish(server: RunningServer, maker: Maker, scene: Scene): Promise<void> {
  do await step(server, maker, scene)
  while (maker.images.length > 0 || maker.renderId !== null)
}

async function step(server: RunningServer, maker: Maker, { token, photo, reels, renders }: Scene): Promise<void> {
  const ask = async <Answer>(method: string, path: string, body?: object | FormData, key?: string) => {
    for (;;) {
      const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
      try {
        return await requireJson<Answer>(server.ask(method, path, { token, headers, ...(body && { body }) }))
      } catch (error) {
        if (!(error instanceof InProgress)) throw error
        await pause(LOOK_EVERY_MS)
      }
    }
  }
  if (maker.images.length === 0) {
    const form = new FormData()
    // Bytes after the end change nothing of the picture, and make it another upload.
    form.set('images', new Blob([photo, maker.key]), 'photo.jpg')
    maker.images = (await ask<{ imageUrls: string[] }>('POST', '/api/upload/images', form)).imageUrls
  } else if (!maker.reel) {
    const body = { images: maker.images, text: maker.key }
    const { reel } = await ask<{ reel: Reel }>('POST', '/api/airtable/create-reel', body, maker.key)
    reels.add(reel.id)
    maker.reel = reel
    maker.key = randomUUID()
  } else if (maker.reel.settings.pictures[0]?.seconds !== 1) {
    const { id, images, settings } = maker.reel
    const pictures = settings.pictures.map((picture) => ({ ...picture, seconds: 1 }))
    maker.reel = await ask<Reel>('PUT', `/api/reels/${id}/settings`, { images, settings: { ...settings, pictures } })
  } else if (maker.renderId === null) {
    const body = { selectedReels: [maker.reel.id] }
    maker.renderId = (await ask<{ renderId: string }>('POST', '/api/airtable/create-reel', body, maker.key)).renderId
    renders.add(maker.renderId)
  } else {
    if (maker.changesMind && maker.chance() < CANCELLED_AT_A_LOOK)
      await ask('POST', `/api/renders/${maker.renderId}/cancel`)
    const path = `/api/airtable/reel-status/${maker.renderId}`
    const { status } = await ask<{ status: string }>('GET', path)
    if (status === 'processing') return pause(LOOK_EVERY_MS)
    Object.assign(maker, idle(maker.chance))
  }
}

async function requireJson<Answer>(asking: Promise<Response>): Promise<Answer> {
  let answer: Response
  let text: string
  try {
    answer = await asking
    text = await answer.text()
  } catch {
    throw new Gone()
  }
  if (answer.status === 409 && text.includes('"in_progress"')) throw new InProgress()
  if (!answer.ok) throw new Broken(`${answer.url} answered ${answer.status}: ${text}`)
  return JSON.parse(text)
}

/** Waits until nothing is left of what keeps it from being so. */
async function nothingLeft(withinMs: number, findLeft: () => Promise<readonly string[]>): Promise<void> {
  const began = performance.now()
  for (let left = await findLeft(); left.length > 0; left = await findLeft()) {
    if (performance.now() - began > withinMs) throw new Broken(`Still there: ${left.join(', ')}`)
    await pause(LOOK_EVERY_MS)
  }
}

const resultOf = async (server: RunningServer, token: string, id: string): Promise<RenderResult> =>
  (await requireJson<{ result: RenderResult }>(server.ask('GET', `/api/airtable/reel-status/${id}`, { token }))).result

async function underWay(server: RunningServer, { token, renders }: Scene): Promise<string[]> {
  const results = await Promise.all([...renders].map((id) => resultOf(server, token, id)))
  return results.flatMap(({ id, status }) => (status === 'processing' ? [id] : []))
}

async function verify(server: RunningServer, database: Database, scene: Scene, folder: string) {
  const renders = await database.queries.selectFrom('renders').selectAll().execute()
  const entries = await database.queries.selectFrom('credit_entries').selectAll().execute()
  const reels = await database.queries.selectFrom('reels').select('item_id').execute()
  await database.close()
  expectSame('Reels', reels.map(({ item_id }) => item_id).toSorted(), [...scene.reels].toSorted())
  expectSame('Renders', renders.map(({ id }) => id).toSorted(), [...scene.renders].toSorted())
  // The queue gives up what twenty processes have died of: a server that never lives long enough may get there.
  const failed = renders.find(({ state, message }) => state === 'failed' && !message?.includes('crashed'))
  if (failed) throw new Broken(`A render ended ${failed.state}: ${failed.message}`)
  const moved = new Map(entries.map(({ reason, credits }) => [reason, credits]))
  const expected = new Map([...scene.reels].map((id) => [`reel:${id}`, -1]))
  for (const { id, state } of renders) {
    expected.set(`render:${id}`, -1)
    if (state !== 'done') expected.set(`render:${id}:back`, 1)
  }
  for (const grant of ['trial', 'welcome']) expected.set(grant, moved.get(grant) ?? 0)
  expectSame('The ledger', [...moved].toSorted(), [...expected].toSorted())
  const done = renders.filter(({ state }) => state === 'done')
  const { token } = scene
  const credits = await requireJson<Credits>(server.ask('GET', '/api/companies/1/credits', { token }))
  expectSame('Credits used', credits.used, scene.reels.size + done.length)
  for (const { id } of done) {
    const video = await server.ask('GET', (await resultOf(server, token, id)).url ?? '')
    if (!video.ok) throw new Broken(`The video of ${id} answered ${video.status}`)
    const pictures = await picturesPlayed(join(folder, 'video.mp4'), new Uint8Array(await video.arrayBuffer()))
    if (pictures !== REEL_FPS) throw new Broken(`The video of ${id} has ${pictures} pictures`)
  }
  return { videos: done.length, cancelled: renders.length - done.length }
}

if (import.meta.main) {
  const { lives, ...options } = trialOptions({ kills: 200, lives: LIVES_AT_MOST_MS, seed: anySeed() })
  const { kills, reels, videos, cancelled } = await reelCrashTrial({ ...options, livesAtMostMs: lives })
  options.say(`${kills} kills, ${reels} reels, ${videos} videos, ${cancelled} cancelled or given up:`)
  options.say('each paid for once, every video plays, nothing left behind')
}
