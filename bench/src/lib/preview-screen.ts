/** The preview in the editor, watched from inside its worker: how often it paints, how soon, and what exactly. */
import type { Page, Worker } from '@playwright/test'

export const PREVIEW = { width: 360, height: 640 }

export interface PreviewPace {
  framesPerSecond: number
  /** The longest of 95 in 100 gaps between two frames. */
  gapMs: number
}

/** Opens a reel with so many pictures and a caption, and answers how long the first frame took once its picture had come. */
export async function openReel(
  page: Page,
  reelId: string,
  pictures: number,
): Promise<{ worker: Worker; firstFrameMs: number }> {
  await page.addInitScript(noteFirstFrame)
  const found = page.waitForEvent('worker')
  const caption = page.waitForResponse((response) => response.url().endsWith('/api/reels/caption'))
  await page.goto(`/reel-maker?record=${reelId}`)
  const worker = await found
  const drawnAt = await page.evaluate(() => window.firstFrameAt)
  await caption
  let loadedAt: number[] = []
  while (loadedAt.length < pictures) {
    await page.waitForTimeout(100)
    loadedAt = await worker.evaluate(readLoadTimes)
  }
  return { worker, firstFrameMs: (drawnAt ?? 0) - (loadedAt[0] ?? 0) }
}

/** Runs in the worker: when each picture had come, in the order of the reel. */
function readLoadTimes(): number[] {
  const entries = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/media/u/'))
  return entries
    .toSorted((one, other) => one.startTime - other.startTime)
    .map((entry) => performance.timeOrigin + (entry instanceof PerformanceResourceTiming ? entry.responseEnd : 0))
}

/** Runs in the page before its own scripts: the cover over the canvas goes with the first frame. */
function noteFirstFrame(): void {
  window.firstFrameAt = new Promise((resolve) => {
    let hasWaited = false
    new MutationObserver((_, observer) => {
      const isWaiting = document.querySelector('.editor-face') !== null
      if (hasWaited && !isWaiting && document.querySelector('.editor-canvas')) {
        observer.disconnect()
        resolve(performance.timeOrigin + performance.now())
      }
      hasWaited ||= isWaiting
    }).observe(document, { childList: true, subtree: true })
  })
}

/** From now on the worker remembers when it painted, and what last. */
export async function watch(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const canvas = OffscreenCanvasRenderingContext2D.prototype
    const { putImageData } = canvas
    globalThis.painted = { at: [], last: null }
    canvas.putImageData = function (image: ImageData, x: number, y: number) {
      globalThis.painted?.at.push(performance.now())
      if (globalThis.painted) globalThis.painted.last = new ImageData(image.data.slice(), image.width, image.height)
      Reflect.apply(putImageData, this, [image, x, y])
    }
  })
}

export async function paceWhilePlaying(page: Page, worker: Worker, seconds: number): Promise<PreviewPace> {
  const stage = page.getByRole('region', { name: 'Preview' })
  await page.getByRole('slider', { name: 'Position' }).press('Home')
  await worker.evaluate(() => globalThis.painted?.at.splice(0))
  await stage.getByRole('button', { name: 'Play' }).click()
  await page.waitForTimeout(seconds * 1_000)
  await stage.getByRole('button', { name: 'Pause' }).click()
  const at = await worker.evaluate(() => globalThis.painted?.at.slice(0, -1) ?? [])
  const gaps = at.slice(1).map((moment, index) => moment - (at[index] ?? 0))
  const whole = (at.at(-1) ?? 0) - (at[0] ?? 0)
  return {
    framesPerSecond: (gaps.length * 1_000) / whole,
    gapMs: gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length * 0.95)] ?? 0,
  }
}

/** What the preview shows at so many tenths of a second: red, green, blue and opaque for each pixel. */
export async function frameAt(page: Page, worker: Worker, tenths: number): Promise<Uint8Array> {
  const position = page.getByRole('slider', { name: 'Position' })
  await position.press('Home')
  for (let step = 0; step < Math.floor(tenths / 10); step += 1) await position.press('Shift+ArrowRight')
  for (let step = 0; step < tenths % 10; step += 1) await position.press('ArrowRight')
  await page.waitForTimeout(300)
  const { size, pixels } = await worker.evaluate(() => {
    const last = globalThis.painted?.last
    const letters = Array.from(last?.data ?? [], (byte) => String.fromCharCode(byte))
    return { size: `${last?.width} by ${last?.height}`, pixels: btoa(letters.join('')) }
  })
  if (size !== `${PREVIEW.width} by ${PREVIEW.height}`) throw new Error(`The preview is ${size}`)
  return Uint8Array.from(Buffer.from(pixels, 'base64'))
}

declare global {
  interface Window {
    firstFrameAt?: Promise<number>
  }
  var painted: { at: number[]; last: ImageData | null } | undefined
}
