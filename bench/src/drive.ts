/**
 * `npm run bench -- drive`: a Google Drive of 500 folders with 20 pictures each behind a stand-in that takes 100 ms for every
 * call: how soon they are shown, how soon again, and what an import of large photographs costs. Ends with 1 when a bar is
 * missed.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { PAGE_ROWS_MAX } from '@tangelo/contract/limits'
import type { GoogleStandIn } from '@tangelo/stand-ins'
import { withLifetime } from './lib/lifetime.ts'
import { memoryGrowth, residentMb, watchMemory } from './lib/memory.ts'
import { ADMIN, ask, type Product, signIn, startProduct } from './lib/product.ts'
import {
  LATENCY_MS,
  largePhotographs,
  PHOTOGRAPHS,
  PICTURES_OF_A_FOLDER,
  startFilledDrive,
} from './lib/start-filled-drive.ts'
import { aside, atMost, type Figure, formatNumber, reportFigures, say } from './lib/table.ts'

const FOLDERS_OF_A_PAGE = 100
const FIRST_MS_MAX = 1_500
const ALL_MS_MAX = 5_000
const AGAIN_MS_MAX = 50
const VISITS = 100
const GROWTH_MB_MAX = 80
const LOOK_EVERY_MS = 20
const WARM_UP_MS = 3_000

interface Folder {
  id: string
  name: string
  images: object[]
  isRead: boolean
  import: { state: string; message: string | null } | null
}

interface Folders {
  folders: Folder[]
  readAt: string | null
  isReading: boolean
}

async function main() {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, folders: { type: 'string' } } })
  const folders = Number(values.folders ?? (values.quick ? 50 : 500))
  await withLifetime(async (life) => {
    const { google, reels } = await startFilledDrive(folders)
    const product = await startProduct(life, {
      dataFolder: life.folder('drive'),
      environment: {
        GOOGLE_CLIENT_ID: google.clientId,
        GOOGLE_CLIENT_SECRET: google.clientSecret,
        GOOGLE_ACCOUNTS_URL: google.url,
        GOOGLE_OAUTH_URL: google.url,
        GOOGLE_API_URL: google.url,
      },
    })
    try {
      const token = await signIn(product.port, ADMIN)
      say('  listing')
      const figures = [
        ...(await listing({ google, product, token, folders })),
        ...(await again(product, token)),
        ...(await importing({ google, reels, product, token })),
      ]
      if (google.violations.length > 0) throw new Error(JSON.stringify(google.violations.slice(0, 3)))
      for (const { name, measured } of figures) say(`  ${name} ${measured}`)
      reportFigures(
        `${formatNumber(folders)} folders of ${PICTURES_OF_A_FOLDER} pictures, ${LATENCY_MS} ms a call`,
        figures,
      )
    } finally {
      await google.end()
    }
  })
}

const list = (product: Product, token: string) => ask<Folders>(product.port, token, 'GET', '/api/google/reels')

interface Here {
  google: GoogleStandIn
  product: Product
  token: string
}

/** Goes through the page on which the drive is allowed, as a browser does. */
async function connect({ google, product, token }: Here) {
  const begun = await fetch(`http://127.0.0.1:${product.port}/api/google/auth/url`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { url }: { url: string } = await begun.json()
  const [cookie = ''] = (begun.headers.get('set-cookie') ?? '').split(';')
  const back = new URL(google.decide(url, { isAllowed: true }))
  const answer = await fetch(`http://127.0.0.1:${product.port}${back.pathname}${back.search}`, {
    headers: { cookie },
    redirect: 'manual',
  })
  const ended = answer.headers.get('location') ?? ''
  if (!ended.includes('success=true')) throw new Error(`the drive is not connected: ${answer.status} ${ended}`)
}

async function listing(here: Here & { folders: number }): Promise<Figure[]> {
  const { google, product, token, folders } = here
  await connect(here)
  const before = google.calls.total
  const since = performance.now()
  let answer = await list(product, token)
  for (; !answer.folders.some(({ isRead }) => isRead); answer = await list(product, token)) await pause(LOOK_EVERY_MS)
  const firstMs = performance.now() - since
  for (; answer.isReading || answer.readAt === null; answer = await list(product, token)) await pause(LOOK_EVERY_MS)
  const allMs = performance.now() - since
  const pictures = answer.folders.reduce((sum, { images }) => sum + images.length, 0)
  const wanted = Math.min(folders, PAGE_ROWS_MAX) * PICTURES_OF_A_FOLDER
  if (pictures !== wanted || google.items < folders * PICTURES_OF_A_FOLDER)
    throw new Error(`${pictures} of ${wanted} pictures came`)
  const calls = google.calls.latest().slice(before)
  const pages = Math.ceil(folders / FOLDERS_OF_A_PAGE)
  // A question for pictures names the folders that they lie in; one for folders names 'reels' alone.
  const forFolders = calls.filter(({ operation, names }) => operation === 'drive.files.list' && names.length === 1)
  return [
    atMost('the first folders are shown after', firstMs, FIRST_MS_MAX, 'ms'),
    atMost('all of them, with their pictures, after', allMs, ALL_MS_MAX, 'ms'),
    atMost('calls for a page of folders', forFolders.length / pages, 1, '', ` (${forFolders.length} for ${pages})`),
    aside('calls in all', String(calls.length)),
  ]
}

async function again(product: Product, token: string): Promise<Figure[]> {
  const times: number[] = []
  for (let at = 0; at < VISITS; at += 1) {
    const since = performance.now()
    await list(product, token)
    times.push(performance.now() - since)
  }
  times.sort((one, other) => one - other)
  const [median, p95] = [times[Math.floor(VISITS / 2)] ?? 0, times[Math.floor(VISITS * 0.95)] ?? 0]
  return [
    atMost('again, from our copy (95 of 100 visits)', p95, AGAIN_MS_MAX, 'ms', ` (median ${formatNumber(median)})`),
  ]
}

async function importing(here: Here & { reels: string }): Promise<Figure[]> {
  const { google, reels, product, token } = here
  say('  making photographs')
  const photographs = await largePhotographs()
  const folder = google.drive.addFolder({ name: 'Large', parent: reels })
  for (const [at, bytes] of photographs.entries())
    google.drive.addFile({ name: `${at}.jpg`, parent: folder, type: 'image/jpeg', bytes })
  await ask(product.port, token, 'POST', '/api/google/reels/refresh')
  const isFolderRead = async () =>
    (await list(product, token)).folders.some(({ id, isRead }) => id === folder && isRead)
  while (!(await isFolderRead())) await pause(LOOK_EVERY_MS)
  // What is loaded for the first import stays: it is the second one that tells what an import needs.
  const warm = (await list(product, token)).folders.find(({ id }) => id !== folder)
  await timeImport(product, token, warm?.id ?? '')
  await pause(WARM_UP_MS)
  const before = residentMb(product.pid)
  const most = watchMemory(product.pid)
  const seconds = await timeImport(product, token, folder)
  const peak = most()
  const megabytes = photographs.reduce((sum, { length }) => sum + length, 0) / 1e6
  const name = `import of ${PHOTOGRAPHS} photographs, ${formatNumber(megabytes)} MB: memory growth`
  return [memoryGrowth(name, before, peak, GROWTH_MB_MAX), aside('import takes', `${formatNumber(seconds)} s`)]
}

/** Answers how many seconds it took. */
async function timeImport(product: Product, token: string, folder: string): Promise<number> {
  const one = () => ask<Folder>(product.port, token, 'GET', `/api/google/reels/${folder}`)
  const since = performance.now()
  await ask(product.port, token, 'POST', '/api/google/import-reel', { folderId: folder, createNew: true })
  let answer = await one()
  for (; answer.import?.state === 'running'; answer = await one()) await pause(LOOK_EVERY_MS)
  if (answer.import?.state !== 'done') throw new Error(`the import ended ${JSON.stringify(answer.import)}`)
  return (performance.now() - since) / 1_000
}

await main()
