/**
 * `npm run trials -- once-kills [--rounds N]`: a server is killed (SIGKILL) at each step between a request and its answer, while
 * it makes a reel, a draft and the reel of a drive's folder, all three in a table of the company: before the table is called, while it
 * is at work, when it has done its work, when its answer has come, and when the item is kept here. What got no answer is
 * sent again with its key. At the end each request has made one record there, one item here, and a reel has cost one credit. On
 * PostgreSQL when DATABASE_URL names an empty database.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ReelFolders } from '@tangelo/contract'
import sharp from 'sharp'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { type RunningServer, type Settings, startServer } from '../server-process.ts'
import { type RunningStandIns, startStandIns } from '../stand-ins-process.ts'
import {
  Broken,
  expectNoViolations,
  expectSame,
  PASSWORD,
  type TrialOptions,
  trialOptions,
  trialPlace,
} from '../trial.ts'

const LOOK_EVERY_MS = 40
const ASKED_AGAIN_MS = 500
const ENDS_WITHIN_MS = 5 * 60_000
/** Changes before a request, at five calls a second: its own call has to wait for its place. */
const RECORDS = 12
const NEVER_MS = 600_000

/** One thing that a person wants once. */
interface TrialRequest {
  kind: 'reel' | 'draft' | 'import'
  /** Its caption, by which it is known here and there. */
  caption: string
  key: string
  folderId: string
  /** Of the item, once it was answered. */
  id: string | null
}

interface Scene {
  server: RunningServer
  token: string
  standIns: RunningStandIns
  database: Database
  image: string
}

interface Step {
  name: string
  /** Fault of the table's service, by operation of its contract. */
  fault?: { operation: string; fault: object }
  /** Holds the request back before its call. */
  before?: (scene: Scene) => unknown
  isReached: (request: TrialRequest, scene: Scene) => Promise<boolean>
}

const idOf = ({ kind, key, folderId }: TrialRequest) => (kind === 'import' ? `folder:${folderId}` : `key:1:${key}`)
const makingOf = ({ database }: Scene, request: TrialRequest) =>
  database.queries.selectFrom('pending_creates').selectAll().where('id', '=', idOf(request)).executeTakeFirst()
const recordsOf = async ({ standIns }: Scene, { caption }: TrialRequest) =>
  (await standIns.records()).filter(({ fields }) => fields.Caption === caption)

const STEPS: Step[] = [
  {
    name: 'claimed, and the table is not called yet',
    before: changeAll,
    isReached: async (request, scene) => (await makingOf(scene, request)) !== undefined,
  },
  {
    name: 'the table is called, and acts when the server is dead',
    fault: { operation: 'records.create', fault: { actsAfterMs: 3_000 } },
    isReached: async (request, scene) => ((await makingOf(scene, request))?.called_at ?? null) !== null,
  },
  {
    name: 'the table has the record, and has not answered',
    fault: { operation: 'records.create', fault: { delayMs: NEVER_MS } },
    isReached: async (request, scene) => (await recordsOf(scene, request)).length > 0,
  },
  {
    name: 'the table has answered, and nothing is kept here',
    fault: { operation: 'attachments.upload', fault: { delayMs: NEVER_MS } },
    isReached: async (request, scene) => ((await makingOf(scene, request))?.record_id ?? null) !== null,
  },
  {
    name: 'the item is kept here',
    isReached: async (request, scene) => (await makingOf(scene, request))?.is_done === 1,
  },
]

export interface OnceKillsReport {
  kills: number
  requests: number
}

export async function onceKillsTrial({
  rounds = 1,
  databaseUrl = '',
  say = () => {},
}: Omit<TrialOptions, 'seed'> & { rounds?: number }): Promise<OnceKillsReport> {
  const place = trialPlace(databaseUrl)
  const driveFolder = join(place.folder, 'reels')
  const standIns = await startStandIns({ records: RECORDS })
  const settings: Settings = {
    ...place.settings,
    DRIVE_DIR: driveFolder,
    AIRTABLE_API_URL: standIns.airtable.url,
    AIRTABLE_TOKEN: standIns.airtable.token,
    AIRTABLE_BASE_ID: standIns.airtable.baseId,
  }
  const steps = Array.from({ length: rounds }, () => STEPS).flat()
  const captions = steps.map((_, at) => `Day ${at + 1}`)
  const photo = await fillDrive(driveFolder, captions)
  let server = await startServer(settings)
  const database = openDatabase(place.store)
  try {
    const token = await server.signIn('admin', PASSWORD)
    const scene = (): Scene => ({ server, token, standIns, database, image })
    const image = await prepareCompany(
      { server, token, standIns, database, image: '' },
      { photo, credits: steps.length },
    )
    const requests: TrialRequest[] = []
    for (const [at, step] of steps.entries()) {
      const some = await requestsOf(scene(), captions[at] ?? '')
      requests.push(...some)
      await killAt(step, some, scene())
      say(`killed: ${step.name}`)
      server = await startServer(settings)
    }
    await Promise.all(requests.map((request) => fulfil(request, scene())))
    await verify(requests, scene())
    expectNoViolations(await standIns.violations())
    return { kills: steps.length, requests: requests.length }
  } finally {
    await server.end('SIGKILL')
    await database.close()
    await standIns.end()
    place.remove()
  }
}

/** A folder for each step, with pictures of its own; answers one of them. */
async function fillDrive(driveFolder: string, captions: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  let photo = new Uint8Array()
  for (const [at, caption] of captions.entries()) {
    mkdirSync(join(driveFolder, caption), { recursive: true })
    const background = { r: 10 * at, g: 80, b: 200 }
    photo = new Uint8Array(
      await sharp({ create: { width: 90, height: 160, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    )
    writeFileSync(join(driveFolder, caption, 'photo.jpg'), photo)
    writeFileSync(join(driveFolder, caption, 'description.txt'), `import of ${caption}`)
  }
  return photo
}

const ask = ({ server, token }: Scene, method: string, path: string, body?: object, key?: string) =>
  server.ask(method, path, { token, ...(body && { body }), ...(key && { headers: { 'idempotency-key': key } }) })

/** The company has a table that has been read, credits, and an image; answers its address. */
async function prepareCompany(
  scene: Scene,
  request: { photo: Uint8Array<ArrayBuffer>; credits: number },
): Promise<string> {
  await ask(scene, 'PUT', '/api/companies/1', { airtableTable: scene.standIns.airtable.table })
  await ask(scene, 'POST', '/api/companies/1/credits', { credits: request.credits, reason: 'trial' })
  await ask(scene, 'POST', '/api/content/sync')
  await until('the table has been read', async () => {
    const { pulledAt } = (await (await ask(scene, 'GET', '/api/content/sync')).json()) as { pulledAt: string | null }
    return pulledAt !== null
  })
  const form = new FormData()
  form.set('images', new Blob([request.photo]), 'photo.jpg')
  const answer = await ask(scene, 'POST', '/api/upload/images', form)
  const [image = ''] = ((await answer.json()) as { imageUrls: string[] }).imageUrls
  return image
}

async function requestsOf(scene: Scene, caption: string): Promise<TrialRequest[]> {
  let folderId = ''
  await until(`the folder ${caption} is known`, async () => {
    const { folders } = (await (await ask(scene, 'GET', '/api/google/reels')).json()) as ReelFolders
    folderId = folders.find(({ name }) => name === caption)?.id ?? ''
    return folderId !== ''
  })
  return (['reel', 'draft', 'import'] as const).map((kind) => ({
    kind,
    caption: `${kind} of ${caption}`,
    key: randomUUID(),
    id: null,
    folderId: kind === 'import' ? folderId : '',
  }))
}

function send({ kind, caption, key, folderId }: TrialRequest, scene: Scene): Promise<Response> {
  const { image } = scene
  if (kind === 'import') return ask(scene, 'POST', '/api/google/import-reel', { folderId, createNew: true })
  if (kind === 'draft') return ask(scene, 'POST', '/api/content/posts', { caption, imageUrl: image }, key)
  return ask(scene, 'POST', '/api/airtable/create-reel', { images: [image], text: caption }, key)
}

/** A busy server may put a request off (409, 429, 503): the client sends it again, with its key, until the server is gone. */
async function sendUntilTaken(request: TrialRequest, scene: Scene): Promise<void> {
  while (!(await send(request, scene)).ok) await pause(ASKED_AGAIN_MS)
}

/** Asks for all of them, and kills the server when all have come to the step. */
async function killAt({ name, fault, before, isReached }: Step, requests: TrialRequest[], scene: Scene): Promise<void> {
  const { url } = scene.standIns.airtable
  const order = (body: object) => fetch(`${url}/__stand-in/faults`, { method: 'POST', body: JSON.stringify(body) })
  if (fault) await order({ names: [fault.operation], fault: fault.fault })
  before?.(scene)
  const asking = Promise.allSettled(requests.map((request) => sendUntilTaken(request, scene)))
  for (const request of requests) await until(`${request.kind}: ${name}`, () => isReached(request, scene))
  await scene.server.end('SIGKILL')
  await asking
  await order({ clear: true })
}

/** Many changes at once: calls of the table leave at five a second, so the next ones have to wait. */
async function changeAll(scene: Scene): Promise<void> {
  const records = await scene.standIns.records()
  await Promise.allSettled(
    records.slice(0, RECORDS).map(({ id }) => ask(scene, 'PUT', `/api/airtable/posts/${id}`, { likes: 7 })),
  )
}

/** Sends it again until it is answered. */
async function fulfil(request: TrialRequest, scene: Scene): Promise<void> {
  let last = ''
  const isFulfilled = async () => {
    const answer = await send(request, scene)
    last = await answer.text()
    if (!answer.ok && answer.status !== 409 && answer.status !== 503)
      throw new Broken(`${request.caption} was answered with ${answer.status}: ${last}`)
    if (!answer.ok) return false
    const { id, reel, import: imported } = JSON.parse(last)
    const made = id ?? reel?.id ?? (imported.state === 'done' ? imported.recordId : null)
    if (made !== null && request.id !== null && request.id !== made)
      throw new Broken(`${request.caption} became ${made}, too`)
    request.id = made
    return made !== null
  }
  await until(`${request.caption} is answered`, isFulfilled, ASKED_AGAIN_MS).catch((error: Error) => {
    throw error instanceof Broken ? new Broken(`${error.message}; the last answer was ${last}`) : error
  })
}

async function verify(requests: readonly TrialRequest[], scene: Scene): Promise<void> {
  // Once more after the end: still the same.
  await Promise.all(requests.map((request) => fulfil(request, scene)))
  const posts = (await (await ask(scene, 'GET', '/api/airtable/all-posts')).json()) as { id: string; caption: string }[]
  for (const request of requests) {
    const there = (await recordsOf(scene, request)).map(({ id }) => id)
    const here = posts.filter(({ caption }) => caption === request.caption).map(({ id }) => id)
    expectSame(`Records of “${request.caption}”`, there, [request.id])
    expectSame(`Items of “${request.caption}”`, here, [request.id])
  }
  const entries = await scene.database.queries
    .selectFrom('credit_entries')
    .select(['reason', 'credits'])
    .where('kind', '=', 'spend')
    .execute()
  const paid = requests.flatMap(({ kind, id }) => (kind === 'reel' ? [`reel:${id} -1`] : []))
  expectSame('Credits', entries.map(({ reason, credits }) => `${reason} ${credits}`).toSorted(), paid.toSorted())
}

async function until(what: string, holds: () => Promise<boolean>, everyMs = LOOK_EVERY_MS): Promise<void> {
  for (const began = performance.now(); !(await holds()); await pause(everyMs))
    if (performance.now() - began > ENDS_WITHIN_MS) throw new Broken(`It never came to this: ${what}`)
}

if (import.meta.main) {
  const options = trialOptions({ rounds: 4 })
  const report = await onceKillsTrial(options)
  options.say(`${report.kills} kills, ${report.requests} requests: one record, one item and one credit for each`)
}
