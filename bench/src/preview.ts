/**
 * `npm run bench -- preview`: the live preview of a reel in Chromium against the bars of the project, and five of its frames
 * against those of the file that the server makes of the same reel. Ends with 1 when a bar is missed.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { findEncoder } from '../../server/src/adapters/renderer/encoder.ts'
import { visitorOf } from './lib/browser.ts'
import { withLifetime } from './lib/lifetime.ts'
import { photograph } from './lib/photographs.ts'
import { frameAt, openReel, PREVIEW, paceWhilePlaying, watch } from './lib/preview-screen.ts'
import { ADMIN, ask, type Product, repository, signIn, startProduct } from './lib/product.ts'
import { lumaOf, ssim } from './lib/ssim.ts'
import { atLeast, atMost, type Figure, formatNumber, reportFigures, say } from './lib/table.ts'

/** What six photographs of phones and cameras measure, in less than a third of their sides. */
const SIZES = [
  [1_300, 980],
  [980, 1_300],
  [1_080, 1_920],
  [1_600, 900],
  [1_200, 1_200],
  [900, 1_600],
] as const
const PLAYED_SECONDS = 8
const FRAMES_PER_SECOND_MIN = 59
const FIRST_FRAME_MS_MAX = 300
const SSIM_MIN = 0.95
/** One in a cross-fade, the others where one picture stands. */
const COMPARED_TENTHS = [5, 27, 61, 98, 140]
const FPS = 30
const ENDED = ['completed', 'succeeded', 'failed']

const run = promisify(execFile)

interface Reel {
  id: string
  images: string[]
  settings: { caption: object; pictures: { seconds: number }[] }
}

async function makeReel({ port }: Product, token: string): Promise<Reel> {
  const form = new FormData()
  for (const [index, [width, height]] of SIZES.entries()) {
    const jpeg = await photograph(index + 1, width, height)
    form.append('images', new Blob([Uint8Array.from(jpeg)], { type: 'image/jpeg' }), `photograph-${index + 1}.jpg`)
  }
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`http://127.0.0.1:${port}/api/upload/images`, { method: 'POST', headers, body: form })
  const { imageUrls: images }: { imageUrls: string[] } = await response.json()
  const { reel }: { reel: Reel } = await ask(port, token, 'POST', '/api/airtable/create-reel', { images })
  const caption = { isShown: true, text: 'The 7:40 ferry, before the wind turns', place: 'bottom', style: 'outline' }
  return ask(port, token, 'PUT', `/api/reels/${reel.id}/settings`, { images, settings: { ...reel.settings, caption } })
}

/** Has the server make the video and answers where it was put. */
async function makeVideo({ port }: Product, token: string, reelId: string, folder: string): Promise<string> {
  const { renderId }: { renderId: string } = await ask(port, token, 'POST', '/api/airtable/create-reel', {
    selectedReels: [reelId],
  })
  for (;;) {
    const { result }: { result: { status: string; message: string | null; outputs: { url: string }[] } } = await ask(
      port,
      token,
      'GET',
      `/api/airtable/reel-status/${renderId}`,
    )
    if (ENDED.includes(result.status)) {
      const [output] = result.outputs
      if (!output) throw new Error(`There is no video: ${result.message}`)
      const { pathname } = new URL(output.url, 'http://127.0.0.1')
      const video = await fetch(`http://127.0.0.1:${port}${pathname}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const path = join(folder, 'reel.mp4')
      await writeFile(path, new Uint8Array(await video.arrayBuffer()))
      return path
    }
    await new Promise((done) => setTimeout(done, 500))
  }
}

/** A frame of the file, in the size of the preview: red, green and blue for each pixel. */
async function frameOfFile(ffmpeg: string, path: string, frame: number): Promise<Uint8Array> {
  const { width, height } = PREVIEW
  const filter = `select=eq(n\\,${frame}),scale=${width}:${height}:flags=area:in_color_matrix=bt709`
  const output = ['-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
  const options = { encoding: 'buffer', maxBuffer: width * height * 4 } as const
  const { stdout } = await run(ffmpeg, ['-loglevel', 'error', '-i', path, '-vf', filter, ...output], options)
  return Uint8Array.from(stdout)
}

async function main() {
  // It has no options: one that is given is a mistake.
  parseArgs({ options: {} })
  if (!existsSync(join(repository, 'web/dist/index.html')))
    throw new Error('The screen is not built yet: run npm run build first')
  await withLifetime(async (life) => {
    const folder = life.folder('preview')
    const product = await startProduct(life, { dataFolder: folder })
    const visitor = await visitorOf(product)
    try {
      const token = await signIn(product.port, ADMIN)
      say('Making a reel of six photographs')
      const reel = await makeReel(product, token)
      const previewed = await visitor.visit(async (page) => {
        // High enough for a preview of 360 by 640.
        await page.setViewportSize({ width: 1_440, height: 1_000 })
        const { worker, firstFrameMs } = await openReel(page, reel.id, SIZES.length)
        await watch(worker)
        say('Playing')
        const pace = await paceWhilePlaying(page, worker, PLAYED_SECONDS)
        const frames: Uint8Array[] = []
        for (const tenths of COMPARED_TENTHS) frames.push(await frameAt(page, worker, tenths))
        return { firstFrameMs, pace, frames }
      })
      say('Making the video')
      const path = await makeVideo(product, token, reel.id, folder)
      const { path: ffmpeg } = await findEncoder({ ffmpegPath: process.env.FFMPEG_PATH })
      const likenesses: Figure[] = []
      for (const [index, tenths] of COMPARED_TENTHS.entries()) {
        const filed = await frameOfFile(ffmpeg, path, Math.floor((tenths * FPS) / 10))
        const shownFrame = previewed.frames[index]
        if (!shownFrame) throw new Error(`The preview of ${tenths / 10} s was not read`)
        const value = ssim(lumaOf(shownFrame, 4), lumaOf(filed, 3), PREVIEW.width)
        likenesses.push(atLeast(`SSIM of preview and file at ${(tenths / 10).toFixed(1)} s`, value, SSIM_MIN, ''))
      }
      const { pace, firstFrameMs } = previewed
      reportFigures(`Six photographs, preview of ${PREVIEW.width} by ${PREVIEW.height}, Chromium without a screen`, [
        atLeast(
          'frames a second while playing',
          pace.framesPerSecond,
          FRAMES_PER_SECOND_MIN,
          '',
          ` (95 of 100 gaps ≤ ${formatNumber(pace.gapMs)} ms)`,
        ),
        atMost('first frame after its picture', firstFrameMs, FIRST_FRAME_MS_MAX, 'ms'),
        ...likenesses,
      ])
    } finally {
      await visitor.close()
      await product.stop()
    }
  })
}

await main()
