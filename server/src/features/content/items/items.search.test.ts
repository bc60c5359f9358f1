/** Items found by a text are those that a plain look at every text finds, whatever has been written. */
import type { ContentItem } from '@tangelo/contract'
import { expect, test } from 'vitest'
import { itemsIn, nextOf } from '../../../testing/content-items.ts'
import { randomFrom } from '../../../testing/random-from.ts'
import { type World, world } from '../../../testing/world.ts'

const SEEDS = [1, 2]
const ITEMS = 300
const PARTS = [
  'a',
  'lemon',
  'Tree',
  'Ä',
  'ü',
  'ß',
  'é',
  'é',
  'İ',
  '%',
  '_',
  '\\',
  '"',
  "'",
  '*',
  '\n',
  ' ',
  '#',
  '漢字',
  '🍊',
  ' OR ',
  '12',
]

async function listIds({ ask }: World, who: 'admin' | 'pro', url: string) {
  const found: string[] = []
  for (let next: string | undefined = url; next; ) {
    const res = await ask(who, 'GET', next)
    expect(res.statusCode, res.body).toBe(200)
    found.push(...(res.json() as ContentItem[]).map(({ id }) => id))
    next = nextOf(res.headers)
  }
  return found
}

const idOf = (at: number) => `rec${String(at).padStart(14, '0')}`

test.each(SEEDS)('the same, in order, with every filter (seed %i)', async (seed) => {
  const random = randomFrom(seed)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const text = (longest: number) =>
    Array.from({ length: 1 + Math.floor(random() * longest) }, () => pick(PARTS)).join('')
  const here = await world()
  const items = Array.from({ length: ITEMS }, (_, at) => ({
    id: idOf(at),
    companyId: 1 + (at % 2),
    createdAt: Math.floor(random() * 50),
    status: pick(['Draft', 'Approved']),
    caption: text(12),
    location: random() < 0.5 ? text(3) : null,
    hashtags: random() < 0.5 ? [text(1).trim() || 'x'] : [],
  }))
  await itemsIn(here, items)
  for (const item of items) {
    if (random() > 0.15) continue
    item.caption = text(12)
    const res = await here.ask('admin', 'PUT', `/api/airtable/posts/${item.id}`, { caption: item.caption })
    expect(res.statusCode, res.body).toBe(200)
  }
  const texts = new Map(
    (await here.database.queries.selectFrom('content_items').select(['id', 'search_text']).execute()).map((row) => [
      row.id,
      row.search_text,
    ]),
  )
  for (const { id, caption } of items) expect(texts.get(id)).toContain(caption.toLowerCase())
  const byAge = items.toSorted((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1))
  for (let round = 0; round < 40; round += 1) {
    const whole = texts.get(pick(items).id) ?? ''
    const from = Math.floor(random() * whole.length)
    const part = whole.slice(from, from + 1 + Math.floor(random() * 9))
    const q = random() < 0.7 && part.isWellFormed() && part.trim() ? part : text(2).trim() || 'a'
    const who = pick(['admin', 'pro'] as const)
    const status = pick(['', 'approved'])
    const expected = byAge
      .filter(({ companyId }) => who === 'admin' || companyId === 1)
      .filter((item) => !status || item.status.toLowerCase() === status)
      .filter(({ id }) => texts.get(id)?.includes(q.trim().toLowerCase()))
      .map(({ id }) => id)
    const search = `limit=${pick([40, 200])}&q=${encodeURIComponent(q)}&status=${status}`
    const all = await listIds(here, who, `/api/airtable/all-posts?${search.replace(/&status=$/, '')}`)
    expect(all, `${who} looks for ${JSON.stringify(q)}`).toEqual(expected)
    const planned = await listIds(here, who, `/api/content/posts?${search.replace(/&status=$/, '')}`)
    expect(planned).toEqual(expected)
  }
})
