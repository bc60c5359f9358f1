/** What the planner's first view takes from the network, with forty drafts that show photographs. */
import type { Page } from '@playwright/test'
import { openHouse } from '../support/house.ts'
import { signInAs } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

const DRAFTS = 40
const FIRST_VIEW_BYTES_MAX = 1_500_000

test.use({ viewer: 'pro', viewport: { width: 1440, height: 900 } })

test("the planner's first view takes at most 1.5 MB", async ({ page, problems, session }) => {
  test.setTimeout(180_000)
  const house = await openHouse()
  try {
    problems.allowOrigin(house.address)
    const own = await house.signIn('pro')
    await signInAs(page, own)
    await page.goto(`${house.address}/profile`)
    await expect(page.getByRole('main')).toBeVisible()
    const sentBytes = await addPhotographs(page, own.token, DRAFTS)
    expect(sentBytes / DRAFTS, 'photographs are large').toBeGreaterThan(250_000)

    const fresh = await page
      .context()
      .browser()
      ?.newContext({ viewport: { width: 1440, height: 900 } })
    if (!fresh) throw new Error('There is no browser')
    const first = await fresh.newPage()
    await signInAs(first, own)
    const weight = await weighing(first)
    await first.goto(`${house.address}/`)
    await expect(first.locator('.post-card')).toHaveCount(DRAFTS)
    await expect.poll(() => first.evaluate(areShown), 'pictures in view are loaded').toBe(true)
    await expect.poll(() => weight().waiting, 'pictures are on their way').toBe(0)
    const { bytes, originals } = weight()
    expect(originals, 'pictures that were asked for whole').toEqual([])
    test.info().annotations.push({ type: 'bytes', description: String(bytes) })
    expect(bytes).toBeLessThanOrEqual(FIRST_VIEW_BYTES_MAX)
    await fresh.close()
  } finally {
    await page.close()
    await house.stop()
  }
  expect(session).not.toBeNull()
})

/** Counts what comes over the network, compressed as it comes. */
async function weighing(page: Page): Promise<() => { bytes: number; originals: string[]; waiting: number }> {
  const network = await page.context().newCDPSession(page)
  let bytes = 0
  const originals: string[] = []
  const waiting = new Set<string>()
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength
    waiting.delete(requestId)
  })
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes('/media/')) waiting.add(requestId)
    if (/\/media\/u\/[\w-]{22}$/.test(request.url)) originals.push(request.url)
  })
  await network.send('Network.enable')
  return () => ({ bytes, originals, waiting: waiting.size })
}

function areShown(): boolean {
  const inView = [...document.images].filter((image) => {
    const { top, bottom } = image.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
  return inView.every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
}

/** Draws pictures with detail in every size, as photographs have it, and makes a draft of each. Answers the bytes sent. */
function addPhotographs(page: Page, token: string, count: number): Promise<number> {
  return page.evaluate(
    async ({ token, count }) => {
      const [width, height] = [1200, 900]
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('There is no canvas')
      const grain = (columns: number): OffscreenCanvas => {
        const small = new OffscreenCanvas(columns, (columns * 3) / 4)
        const pixels = new ImageData(columns, (columns * 3) / 4)
        for (let at = 0; at < pixels.data.length; at += 1) pixels.data[at] = at % 4 === 3 ? 255 : Math.random() * 256
        small.getContext('2d')?.putImageData(pixels, 0, 0)
        return small
      }
      const grains = [4, 8, 16, 32, 64, 128, 256, 512].map(grain)
      let sent = 0
      for (let number = 0; number < count; number += 1) {
        // Each lies elsewhere, so that no two photographs are alike.
        for (const [at, one] of grains.entries()) {
          context.globalAlpha = at === 0 ? 1 : 0.42
          const [x, y] = at === 0 ? [0, 0] : [Math.random() * -400, Math.random() * -300]
          context.drawImage(one, x, y, width - x, height - y)
        }
        const photograph = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })
        sent += photograph.size
        const form = new FormData()
        form.set('images', photograph, `photo ${number}.jpg`)
        const authorization = `Bearer ${token}`
        const kept = await fetch('/api/upload/images', { method: 'POST', headers: { authorization }, body: form })
        const { imageUrls } = await kept.json()
        const draft = { imageUrl: imageUrls[0], location: `Place ${number}`, caption: `Photograph ${number}` }
        await fetch('/api/content/posts', {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify(draft),
        })
      }
      return sent
    },
    { token, count },
  )
}
