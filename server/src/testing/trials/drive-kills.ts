/**
 * `npm run trials -- drive-kills [--kills N] [--seed N]`: the server is killed (SIGKILL) at random moments of imports out of a
 * folder on this machine; what got no answer is asked for again, by two at once. At the end every folder is one record with its
 * six images, has its new name once, and no half a file is left. On PostgreSQL when DATABASE_URL names an empty database.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Reel, ReelFolders } from '@tangelo/contract'
import { PUBLISHED_SUFFIX, REEL_IMAGES_MAX } from '@tangelo/contract/limits'
import sharp from 'sharp'
import { randomFrom } from '../random-from.ts'
import { type RunningServer, type Settings, startServer } from '../server-process.ts'
import {
  anySeed,
  Broken,
  expectSame,
  killAfter,
  PASSWORD,
  requireJson,
  type TrialOptions,
  trialOptions,
  trialPlace,
} from '../trial.ts'

const LOOK_EVERY_MS = 50
const ENDS_WITHIN_MS = 60_000

export interface DriveKillsReport {
  kills: number
  /** That were asked for, and have become a reel each. */
  folders: number
}

export async function driveKillsTrial({
  kills,
  seed,
  livesAtMostMs = 1_500,
  databaseUrl = '',
  say = () => {},
}: TrialOptions & { kills: number; livesAtMostMs?: number }): Promise<DriveKillsReport> {
  const place = trialPlace(databaseUrl)
  const { dataFolder } = place
  const driveFolder = join(place.folder, 'reels')
  const names = Array.from({ length: kills }, (_, at) => `Day ${at + 1}`)
  await fillDrive(driveFolder, names)
  const settings: Settings = { ...place.settings, DRIVE_DIR: driveFolder }
  const chance = randomFrom(seed)
  let server = await startServer(settings)
  try {
    const token = await server.signIn('admin', PASSWORD)
    for (const name of names) {
      const id = await idOf(server, token, name)
      const asking = Promise.allSettled([importOf(server, token, id), importOf(server, token, id)])
      const livesMs = Math.round(chance() * livesAtMostMs)
      server = await killAfter(livesMs, server, settings, asking)
      say(`${name}: killed after ${livesMs} ms, ${readdirSync(driveFolder).filter(isMarked).length} marked`)
    }
    for (const name of names) await waitForImport(server, token, name)
    await verify(server, { token, names, dataFolder, driveFolder })
    return { kills, folders: names.length }
  } finally {
    await server.end('SIGKILL')
    place.remove()
  }
}

const isMarked = (name: string) => name.endsWith(PUBLISHED_SUFFIX)

/** Every folder has pictures of its own: what is kept once is kept for one record. */
async function fillDrive(driveFolder: string, names: readonly string[]): Promise<void> {
  for (const [day, name] of names.entries()) {
    mkdirSync(join(driveFolder, name), { recursive: true })
    for (let place = 1; place <= REEL_IMAGES_MAX; place += 1) {
      const noise = { type: 'gaussian' as const, mean: 100 + day * 5 + place, sigma: 30 }
      const picture = sharp({ create: { width: 400, height: 700, channels: 3, background: 'orange', noise } })
      writeFileSync(join(driveFolder, name, `photo ${place}.jpg`), await picture.jpeg().toBuffer())
    }
  }
}

async function idOf(server: RunningServer, token: string, name: string): Promise<string> {
  const { folders } = await requireJson<ReelFolders>(server.ask('GET', '/api/google/reels', { token }))
  const found = folders.find((folder) => folder.name === name || folder.name === `${name}${PUBLISHED_SUFFIX}`)
  if (!found) throw new Broken(`There is no folder ${name} any more`)
  return found.id
}

const importOf = (server: RunningServer, token: string, folderId: string) =>
  requireJson<{ import: { state: string; rename: string | null } }>(
    server.ask('POST', '/api/google/import-reel', { token, body: { folderId, createNew: true } }),
  )

/** An import that was begun completes, however often its process ended. */
async function waitForImport(server: RunningServer, token: string, name: string): Promise<void> {
  const id = await idOf(server, token, name)
  for (const began = performance.now(); ; await pause(LOOK_EVERY_MS)) {
    const { state, rename } = (await importOf(server, token, id)).import
    if (state === 'done' && rename === 'done') return
    if (performance.now() - began > ENDS_WITHIN_MS) throw new Broken(`${name} is ${state}, its name is ${rename}`)
  }
}

interface Scene {
  token: string
  names: readonly string[]
  dataFolder: string
  driveFolder: string
}

async function verify(server: RunningServer, { token, names, dataFolder, driveFolder }: Scene): Promise<void> {
  const reels = await requireJson<Reel[]>(server.ask('GET', '/api/airtable/reels', { token }))
  const drafts = await requireJson<object[]>(server.ask('GET', '/api/airtable/draft-posts', { token }))
  expectSame('Reels and drafts', [reels.length, drafts.length], [names.length, names.length])
  for (const { id, images } of reels) expectSame(`Images of ${id}`, new Set(images).size, REEL_IMAGES_MAX)
  const expected = names.map((name) => `${name}${PUBLISHED_SUFFIX}`).toSorted()
  expectSame('Folders', readdirSync(driveFolder).toSorted(), expected)
  expectSame(
    'Files on their way',
    readdirSync(join(dataFolder, 'tmp')).filter((name) => /^(drive|upload)-/.test(name)),
    [],
  )
}

if (import.meta.main) {
  const options = trialOptions({ kills: 20, seed: anySeed() })
  const { kills, folders } = await driveKillsTrial(options)
  options.say(`${kills} kills, ${folders} folders: one record and one new name each, nothing left behind`)
}
