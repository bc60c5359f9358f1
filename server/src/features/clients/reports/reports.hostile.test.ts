/** What users give to a report stays text and pixels: titles, notes, names, captions and logos. */
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { itemsIn } from '../../../testing/content-items.ts'
import { plant, plantDays } from '../../../testing/planted-accounts.ts'
import { fileOf, freeze, grove, SECTIONS, settingsFor } from '../../../testing/reports.ts'
import { type World, world } from '../../../testing/world.ts'

test('hostile titles, notes, names and captions stay text', async () => {
  const here = await world()
  const hostile = `<script>alert(1)</script><img src=x onerror=alert(1)> "'&עברית 🍊👩‍👩‍👧`
  const at = Date.UTC(2026, 9, 12)
  const days = plantDays({ count: 60, seed: 2 })
  const id = await plant(here, 'hostile', { days, posts: [{ at, likes: 12, caption: `</p>\u202e${hostile}` }] })
  await itemsIn(here, [
    { id: 'recPlanned0000001', caption: hostile, publishDate: '2026-11-25', account: { id } as never },
  ])
  const settings = settingsFor('account', id, {
    title: hostile.slice(0, 110),
    sections: SECTIONS.map((kind) => ({ kind, note: hostile })),
    brand: { name: hostile.slice(0, 70), colour: '#FFEE00' },
  })
  const report = await freeze(here, settings)
  const html = await fileOf(here, report.id, 'html')
  expect(html).not.toMatch(/<script|<img src=x|onerror=alert\(1\)>(?!.*&lt;)/)
  expect(html.match(/<(script|iframe|object|link|base|form)\b/g)).toBeNull()
  expect(html).toContain('&lt;script&gt;')
  expect(html).toContain('content="default-src &#39;none&#39;;')
  expect(await fileOf(here, report.id, 'csv')).not.toMatch(/^[=+@]/m)
})

describe('logos', () => {
  const upload = async (here: World, bytes: Uint8Array, type: string) => {
    const form = new FormData()
    form.append('images', new Blob([new Uint8Array(bytes)], { type }), 'logo')
    return here.ask('pro', 'POST', '/api/upload/images?for=draft', form)
  }

  test('an SVG with a script is refused, and so is a file of 40 MB', async () => {
    const here = await world()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    expect((await upload(here, Buffer.from(svg), 'image/svg+xml')).statusCode).toBe(415)
    expect((await upload(here, Buffer.alloc(40 * 1024 * 1024, 1), 'image/png')).statusCode).toBe(413)
  })

  test('a CMYK picture becomes pixels of the file, and one of another company is refused', async () => {
    const here = await world()
    const id = await grove(here)
    const cmyk = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#00656e' } })
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer()
    const { imageUrls } = (await upload(here, cmyk, 'image/jpeg')).json()
    const brand = { name: 'Lowtide', logoUrl: imageUrls[0] }
    const report = await freeze(here, settingsFor('account', id, { brand }))
    expect(await fileOf(here, report.id, 'html')).toMatch(/<img src="data:image\/webp;base64,[\w+/=]+" alt="">/)
    expect(report.settings.brand.logoUrl).toBe(imageUrls[0])
    const foreign = await plant(here, 'foreign', { days: plantDays({ count: 9, seed: 1 }) }, 2)
    const refused = await here.ask('foreigner', 'POST', '/api/reports', settingsFor('account', foreign, { brand }))
    expect(refused.json()).toMatchObject({ status: 400, fields: { 'brand.logoUrl': expect.any(String) } })
  })
})
