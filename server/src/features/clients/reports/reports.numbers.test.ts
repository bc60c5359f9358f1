/** The file, what is printed of it, and the CSV hold the same numbers: extracted from the finished bytes and compared. */
import { expect, test } from 'vitest'
import { itemsIn } from '../../../testing/content-items.ts'
import { DAY_MS, plant, plantDays, plantPosts, shiftFrom } from '../../../testing/planted-accounts.ts'
import { type World, world } from '../../../testing/world.ts'

const SECTIONS = ['summary', 'figures', 'growth', 'moves', 'posting', 'formats', 'posts', 'peers', 'planned']

interface Extracted {
  caption: string
  rows: string[][]
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const textOf = (markup: string) =>
  markup.replaceAll(/<[^>]+>/g, '').replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

/** Every table of the file, with the texts of its cells. */
const tablesOf = (html: string): Extracted[] =>
  all(html, /<table>(.*?)<\/table>/gs).map((table) => ({
    caption: textOf(all(table, /<caption[^>]*>(.*?)<\/caption>/gs)[0] ?? ''),
    rows: all(all(table, /<tbody>(.*)<\/tbody>/gs)[0] ?? '', /<tr>(.*?)<\/tr>/gs).map((row) =>
      all(row, /<td[^>]*>(.*?)<\/td>/gs).map(textOf),
    ),
  }))

/** Fields of each line; a quote within a field is doubled. */
const linesOf = (csv: string): string[][] =>
  csv
    .split('\r\n')
    .map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)])
    .map((fields) => fields.map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain))

/** The rows of the CSV under each caption, without the names of their columns. */
function blocksOf(csv: string): Extracted[] {
  const blocks: Extracted[] = []
  for (const fields of linesOf(csv)) {
    const [first, , caption = ''] = fields
    if (first === 'section') blocks.push({ caption, rows: [] })
    else if (first === '' || ['note', 'source', 'report', 'about'].includes(first ?? '')) continue
    else blocks.at(-1)?.rows.push(fields)
  }
  return blocks.map(({ caption, rows }) => ({ caption, rows: rows.slice(1) }))
}

const SIZES: Record<string, number> = { K: 1e3, M: 1e6, B: 1e9 }

/** The first number of a text, and how exact it is: 24.4K is 24,400 give or take 50. */
function numberIn(text: string): { value: number; within: number } | null {
  const match = /([−+-]?)(\d[\d,]*)(\.\d+)?([KMB%])?/.exec(text)
  if (!match) return null
  const [, sign, whole = '', decimals = '', unit = ''] = match
  const size = SIZES[unit] ?? 1
  const value = Number(whole.replaceAll(',', '') + decimals) * size * (sign === '−' || sign === '-' ? -1 : 1)
  return { value, within: 0.5001 * size * 10 ** -Math.max(0, decimals.length - 1) }
}

const isNumber = (field: string) => /^-?\d+(\.\d+)?$/.test(field)

function expectSame(text: string, field: string, caption: string): void {
  const where = `${caption}: ${text} is ${field}`
  if (!isNumber(field)) {
    // Text is text; what begins like a formula is marked in a CSV file. Nothing stands for what is unknown.
    if (field !== '') expect(field.replace(/^'/, ''), where).toBe(text)
    else expect(['', 'not known', 'too few', 'no posts'], where).toContain(text)
    return
  }
  const shown = numberIn(text)
  expect(shown, where).not.toBeNull()
  expect(Math.abs((shown?.value ?? Number.NaN) - Number(field)), where).toBeLessThanOrEqual(shown?.within ?? 0)
}

async function filesOf({ ask }: World, kind: 'account' | 'company', id: number) {
  const settings = {
    title: 'Grove',
    subject: { kind, id },
    from: '2026-10-01',
    to: '2026-10-31',
    sections: SECTIONS.map((section) => ({ kind: section })),
  }
  const report = (await ask('pro', 'POST', '/api/reports', settings)).json()
  const file = async (format: string) =>
    (await ask('pro', 'GET', `/api/reports/${report.id}/file?format=${format}`)).body
  return { html: await file('html'), csv: await file('csv') }
}

async function plantAccounts() {
  const here = await world()
  const jump = Date.UTC(2026, 9, 12) / DAY_MS
  for (let at = 0; at < 12; at += 1)
    await plant(here, `grove.${at}`, {
      days: shiftFrom(plantDays({ count: 120, seed: at + 3, followers: 30_000 + at * 500 }), jump, at === 0 ? 0.1 : 0),
      posts: plantPosts({ count: 150, seed: at + 5, endsBefore: 22, effect: (hour) => (hour > 17 ? 2 : 1) }),
    })
  await itemsIn(here, [{ id: 'recPlanned0000001', caption: 'The path', publishDate: '2026-11-25', status: 'Draft' }])
  return here
}

test('every number of a table in the file is that of the CSV, of an account and of a company', async () => {
  const here = await plantAccounts()
  for (const [kind, id, least] of [
    ['account', 1, 7],
    ['company', 1, 5],
  ] as const) {
    const { html, csv } = await filesOf(here, kind, id)
    const blocks = new Map(blocksOf(csv).map((block) => [block.caption, block.rows]))
    const tables = tablesOf(html)
    expect(tables.length, kind).toBeGreaterThanOrEqual(least)
    for (const { caption, rows } of tables) {
      const expected = blocks.get(caption) ?? []
      expect(expected.length, caption).toBe(rows.length)
      for (const [at, row] of rows.entries())
        for (const [column, text] of row.entries()) expectSame(text, expected[at]?.[column] ?? '?', caption)
    }
  }
})

test('every number that is printed beside the tables stands in the CSV, too', async () => {
  const { html, csv } = await filesOf(await plantAccounts(), 'account', 1)
  const known = linesOf(csv).flatMap((fields) => fields.filter(isNumber).map(Number))
  const sentences = linesOf(csv).flatMap((fields) => fields.filter((field) => !isNumber(field)))
  // Tables behind a fold are not printed.
  const printed = html.replaceAll(/<details.*?<\/details>/gs, '')
  const [figures = ''] = all(printed, /<ul class="figs">(.*?)<\/ul>/gs)
  const tiles = all(figures, /<b[^>]*>(.*?)<\/b>/gs).map(textOf)
  const likes = all(printed, /<span class="l"><b>(.*?)<\/b>/gs).map(textOf)
  // No engagement rate was planted.
  expect(tiles).toEqual([...tiles.slice(0, 3), 'Not known'])
  expect(likes).toHaveLength(3)
  for (const text of [...tiles.slice(0, 3), ...likes]) {
    const shown = numberIn(text)
    const isKnown = known.some((value) => shown && Math.abs(value - shown.value) <= shown.within)
    expect(isKnown, text).toBe(true)
  }
  for (const sentence of all(printed, /<ol class="three">(.*?)<\/ol>/gs).flatMap((list) =>
    all(list, /<li>(.*?)<\/li>/gs),
  ))
    expect(sentences).toContain(textOf(sentence))
})
