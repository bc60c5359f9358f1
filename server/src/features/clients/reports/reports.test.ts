/** Reports through HTTP: the numbers of the screen, frozen bytes, who sees them, and what may go wrong. */
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { dayToText } from '#platform/calendar.ts'
import { itemsIn } from '../../../testing/content-items.ts'
import { DAY_MS, plant, plantDays, plantPosts, shiftFrom, TODAY } from '../../../testing/planted-accounts.ts'
import { type World, world } from '../../../testing/world.ts'

const SECTIONS = [
  'summary',
  'figures',
  'growth',
  'moves',
  'posting',
  'formats',
  'posts',
  'peers',
  'planned',
  'published',
] as const

interface Overrides {
  title?: string
  from?: string
  to?: string
  sections?: { kind: (typeof SECTIONS)[number]; note?: string }[]
  brand?: { name?: string; logoUrl?: string; colour?: string }
}

const settingsFor = (kind: 'account' | 'group' | 'company', id: number, more: Overrides = {}) => ({
  title: 'Grove in October',
  subject: { kind, id },
  from: '2026-10-01',
  to: '2026-10-31',
  sections: SECTIONS.map((section) => ({ kind: section })),
  ...more,
})

const JUMP = Date.UTC(2026, 9, 12) / DAY_MS

/** Its followers jump on October 12. */
const grove = (here: World) =>
  plant(here, 'grove', {
    days: shiftFrom(plantDays({ count: 120, seed: 3 }), JUMP, 0.1),
    posts: plantPosts({ count: 90, seed: 5, endsBefore: 22 }),
  })

async function fileOf({ ask }: World, id: number, format: 'html' | 'csv'): Promise<string> {
  const { statusCode, body } = await ask('pro', 'GET', `/api/reports/${id}/file?format=${format}`)
  expect(statusCode).toBe(200)
  return body
}

async function freeze(here: World, settings: object, who: 'pro' | 'admin' = 'pro') {
  const res = await here.ask(who, 'POST', '/api/reports', settings)
  expect(res.statusCode, res.body).toBe(201)
  return res.json()
}

const withoutMarkup = (text: string) => text.replaceAll(/<style>.*?<\/style>/gs, '').replaceAll(/<[^>]+>/g, ' ')

test('a report holds the followers of the screen, in the file and in the CSV', async () => {
  const here = await world()
  const id = await grove(here)
  const history = (
    await here.ask('pro', 'GET', `/api/accounts/${id}/metrics/history?from=2026-10-01&to=2026-10-31`)
  ).json()
  const report = await freeze(here, settingsFor('account', id))
  expect(report).toMatchObject({ subjectName: 'grove', accounts: 1, by: 'pro', timeZone: 'UTC', scheduleId: null })
  const [html, csv] = [await fileOf(here, report.id, 'html'), await fileOf(here, report.id, 'csv')]
  expect(createHash('sha256').update(html).digest('hex')).toBe(report.hash)
  expect(Buffer.byteLength(html)).toBe(report.bytes)
  const text = withoutMarkup(html)
  expect(history).toHaveLength(31)
  for (const { date, followers } of history) {
    const day = new Date(date).toLocaleDateString('en-US', {
      timeZone: 'UTC',
      month: 'short',
      day: 'numeric',
      year: 'numeric',
    })
    expect(csv).toContain(`"${day}",${followers},`)
    expect(text).toContain(followers.toLocaleString('en-US'))
  }
  const { moves, growth } = (
    await here.ask('pro', 'GET', `/api/accounts/${id}/analysis?from=2026-10-01&to=2026-10-31`)
  ).json()
  expect(csv).toContain(`"Followers",${growth.span.after},${growth.span.change},`)
  expect(csv).toContain(`"Followers, change in the period before","",`)
  expect(moves.map(({ day }: { day: string }) => day)).toEqual(['2026-10-12'])
  for (const { sentence } of moves) expect(text).toContain(sentence.replaceAll('\u202f', ''))
})

test('one idempotency key makes one report, and refuses another body', async () => {
  const here = await world()
  const id = await grove(here)
  const key = { 'idempotency-key': 'october' }
  const both = await Promise.all([
    here.ask('pro', 'POST', '/api/reports', settingsFor('account', id), key),
    here.ask('pro', 'POST', '/api/reports', settingsFor('account', id), key),
  ])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect(both[0]?.json().id).toBe(both[1]?.json().id)
  expect((await here.ask('pro', 'GET', '/api/reports')).json()).toHaveLength(1)
  const other = await here.ask('pro', 'POST', '/api/reports', settingsFor('account', id, { title: 'Other' }), key)
  expect(other.json()).toMatchObject({ status: 422, error: 'key_reused' })
})

describe('who sees reports', () => {
  test('users see those of their company, with those of other companies as missing', async () => {
    const here = await world()
    const id = await grove(here)
    const report = await freeze(here, settingsFor('account', id))
    for (const [who, seen] of [
      ['admin', 1],
      ['pro', 1],
      ['basic', 1],
      ['foreigner', 0],
      ['loner', 0],
    ] as const) {
      expect((await here.ask(who, 'GET', '/api/reports')).json()).toHaveLength(seen)
      expect((await here.ask(who, 'GET', `/api/reports/${report.id}`)).statusCode).toBe(seen ? 200 : 404)
    }
    const foreign = await here.ask('foreigner', 'POST', '/api/reports', settingsFor('account', id))
    expect(foreign.json()).toMatchObject({ status: 404, message: 'Account not found' })
  })

  test('the address of a preview opens without a session, for half an hour, and nothing can run there', async () => {
    const here = await world()
    const id = await grove(here)
    const { url, until } = (await here.ask('pro', 'POST', '/api/reports/preview', settingsFor('account', id))).json()
    const path = new URL(url).pathname
    const { statusCode, headers, body } = await here.ask('stranger', 'GET', path)
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'.*frame-ancestors 'self'; sandbox allow-same-origin allow-modals$/,
    )
    expect(headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'private, no-store' })
    expect(body).toContain('<h1>')
    here.clock.moveBy(Date.parse(until) - here.clock.now() + 1)
    expect((await here.ask('stranger', 'GET', path)).statusCode).toBe(404)
    expect((await here.ask('stranger', 'GET', '/media/r/AAAAAAAAAAAAAAAAAAAAAA')).statusCode).toBe(404)
  })
})

describe('figures that are missing', () => {
  test('an account without any figures has a report that says so', async () => {
    const here = await world({ accounts: ['empty'] })
    const report = await freeze(here, settingsFor('account', 1))
    const text = withoutMarkup(await fileOf(here, report.id, 'html'))
    for (const words of [
      'Not known',
      'No followers are known up to this day.',
      'No post of this period has known likes.',
    ])
      expect(text).toContain(words)
    expect(text).not.toMatch(/NaN|undefined|null|Infinity/)
    const company = await freeze(here, settingsFor('company', 1))
    expect(withoutMarkup(await fileOf(here, company.id, 'html'))).not.toMatch(/NaN|undefined|null|Infinity/)
  })

  test('a gap on the first day counts from the last known figure, with its date', async () => {
    const here = await world()
    const days = plantDays({ count: 60, seed: 9 })
    const first = Date.UTC(2026, 9, 1) / DAY_MS
    for (let day = first - 2; day < first + 3; day += 1) days.delete(day)
    const id = await plant(here, 'gappy', { days })
    const report = await freeze(here, settingsFor('account', id))
    const text = withoutMarkup(await fileOf(here, report.id, 'html'))
    const change = Math.abs((days.get(first + 30) ?? 0) - (days.get(first - 3) ?? 0)).toLocaleString('en-US')
    expect(text).toContain(`+${change} since Sep 28`)
    expect(text).toContain('Since Sep 28, the last day with figures before, followers grew by')
    expect(text).toContain('28 of 31 days with figures')
    expect(text).toContain('3 days without a reading: no line is drawn there.')
  })

  test('a period that has not begun, days in the wrong order and more than three years are refused by name', async () => {
    const here = await world()
    const id = await grove(here)
    for (const [from, to, message] of [
      [dayToText(TODAY + 1), dayToText(TODAY + 30), 'The period has not begun yet'],
      ['2026-10-31', '2026-10-01', 'from must not be after to'],
      ['2020-01-01', '2026-10-01', 'A report covers at most three years'],
    ]) {
      const res = await here.ask('pro', 'POST', '/api/reports', settingsFor('account', id, { from, to }))
      expect(res.json()).toMatchObject({ status: 400, message, fields: { from: expect.any(String) } })
    }
  })
})

test('two hundred accounts are one report, with a row for each in the CSV and the rest named', async () => {
  const here = await world({ accounts: Array.from({ length: 203 }, (_, at) => `account${at}`) })
  const report = await freeze(here, settingsFor('company', 1))
  expect(report.accounts).toBe(200)
  const [html, csv] = [await fileOf(here, report.id, 'html'), await fileOf(here, report.id, 'csv')]
  expect(csv.match(/^"'@account\d+",/gm)).toHaveLength(200)
  expect(withoutMarkup(html)).toContain('The 200 largest accounts; 3 smaller ones left out.')
  expect(Buffer.byteLength(html)).toBeLessThan(300_000)
})

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

test('without a Chromium a PDF is refused in a sentence that names the way on', async () => {
  const here = await world({ chromiumPath: '/no/such/chromium' })
  const id = await grove(here)
  const report = await freeze(here, settingsFor('account', id))
  const res = await here.ask('pro', 'GET', `/api/reports/${report.id}/file?format=pdf`)
  expect(res.json()).toMatchObject({
    status: 409,
    error: 'pdf_unavailable',
    message: expect.stringContaining('HTML file'),
  })
})

test('a report of a group holds its accounts, the largest first', async () => {
  const here = await world()
  const [small, large] = [
    await plant(here, 'small', { days: plantDays({ count: 70, seed: 4, followers: 900 }) }),
    await plant(here, 'large', { days: plantDays({ count: 70, seed: 6, followers: 90_000 }) }),
  ]
  const group = (await here.ask('pro', 'POST', '/api/groups', { name: 'Both', accountIds: [small, large] })).json()
  const report = await freeze(here, settingsFor('group', group.id))
  const csv = await fileOf(here, report.id, 'csv')
  expect(csv.indexOf('"\'@large"')).toBeGreaterThan(0)
  expect(csv.indexOf('"\'@large"')).toBeLessThan(csv.indexOf('"\'@small"'))
  expect(withoutMarkup(await fileOf(here, report.id, 'html'))).toContain('2 accounts gained')
})
