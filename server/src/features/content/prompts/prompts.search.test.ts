/** Prompts are listed and searched, page by page. */
import { expect, test } from 'vitest'
import { save, titles } from '../../../testing/prompts.ts'
import { world } from '../../../testing/world.ts'
import { BEGINNING, promptsView, promptTitles } from './prompts.view.ts'

test('titles to choose from come page by page, and the texts are not read for them', async () => {
  const here = await world()
  for (const title of ['Table one', 'Elsewhere', 'Table two']) {
    await save(here, { title, prompt: 'x'.repeat(20_000) })
    here.clock.moveBy(1)
  }
  const first = await here.ask('admin', 'GET', '/api/airtable/prompts?q=table&limit=1')
  expect(first.json()).toEqual([{ id: expect.any(String), title: 'Table two', companyName: 'Citrus Studio' }])
  const next = String(first.headers.link).match(/<([^>]+)>/)?.[1] ?? ''
  const last = await here.ask('admin', 'GET', next)
  expect([last.headers.link, last.json()]).toEqual([undefined, [expect.objectContaining({ title: 'Table one' })]])
  const rows = await promptsView(here.database).page({ companyId: 1, after: BEGINNING, limit: 3 }, promptTitles)
  expect(JSON.stringify(rows).length).toBeLessThan(1_000)
})

test('is searched without regard to case, in titles and texts, page by page, newest first', async () => {
  const here = await world()
  const row = { company_id: 1, image_url: null }
  await here.database.queries
    .insertInto('prompts')
    .values(
      Array.from({ length: 1_203 }, (_, at) => {
        const title = at % 400 === 0 ? `Größe ${at}` : `Prompt ${at}`
        const id = `rec${String(at).padStart(14, '0')}`
        return { ...row, id, title, prompt: 'Text', search_text: `${title}\ntext`.toLowerCase(), created_at: at }
      }),
    )
    .execute()
  const first = await here.ask('admin', 'GET', '/api/prompts?limit=2')
  expect([first.headers['x-total-count'], first.json().map(({ title }: { title: string }) => title)]).toEqual([
    '1203',
    ['Prompt 1202', 'Prompt 1201'],
  ])
  const found = await here.ask('admin', 'GET', `/api/prompts?limit=3&q=${encodeURIComponent('GRÖßE')}`)
  expect(found.json().map(({ title }: { title: string }) => title)).toEqual(['Größe 1200', 'Größe 800', 'Größe 400'])
  const next = String(found.headers.link).match(/<([^>]+)>/)?.[1] ?? ''
  const last = await here.ask('admin', 'GET', next)
  expect([last.headers.link, last.json().map(({ title }: { title: string }) => title)]).toEqual([
    undefined,
    ['Größe 0'],
  ])
})

test('a search finds each prompt once, in order, also where it goes on after two thousand', async () => {
  const here = await world()
  const COUNT = 4_100
  const places = [1, 1_999, 2_000, 2_001, 2_002, 4_000, 4_001, COUNT]
  const row = { company_id: 1, prompt: 'Text', image_url: null }
  await here.database.queries
    .insertInto('prompts')
    .values(
      Array.from({ length: COUNT }, (_, at) => {
        const place = at + 1
        const title = places.includes(place) ? `Found ${place}` : `Prompt ${place}`
        // Several of one moment: then the id decides.
        const [age, id] = [COUNT - place, `rec${String(COUNT - place).padStart(14, '0')}`]
        return { ...row, id, title, search_text: title.toLowerCase(), created_at: Math.floor(age / 7) }
      }),
    )
    .execute()
  const expected = places.map((place) => `Found ${place}`)
  expect(await titles(here, '?q=found')).toEqual(expected)
  const paged: string[] = []
  let next: string | undefined = '/api/prompts?q=found&limit=3'
  while (next) {
    const res = await here.ask('admin', 'GET', next)
    paged.push(...res.json().map(({ title }: { title: string }) => title))
    next = String(res.headers.link).match(/<([^>]+)>/)?.[1]
  }
  expect(paged).toEqual(expected)
})
