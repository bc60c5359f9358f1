/** Lists of the stand-in of Airtable: pages, walks that vanish, columns, order and formulas. */
import { expect, test } from 'vitest'
import { errorOf, pageOf, posts, readAllPages } from '../testing/airtable-pages.ts'
import { askAirtable } from '../testing/ask.ts'
import { startAirtable } from '../testing/start-service.ts'

test('137 records come in two pages, each once; the last page has no offset', async () => {
  const airtable = await startAirtable({ tables: posts(137) })
  const pages = await readAllPages(airtable)
  expect(pages.map(({ length }) => length)).toEqual([100, 37])
  expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(137)
  expect(airtable.violations).toEqual([])
})

test('a page may be shorter than asked for, or miss a record that is gone', async () => {
  const airtable = await startAirtable({ tables: posts(31), hasShortPages: true })
  expect((await readAllPages(airtable, 'pageSize=10')).map(({ length }) => length)).toEqual([5, 10, 10, 6])
  const { offset = '' } = await pageOf(airtable, 'pageSize=30')
  const last = airtable.table('Posts').records().at(-1)
  airtable.table('Posts').remove(last?.id ?? '')
  expect((await pageOf(airtable, `pageSize=30&offset=${encodeURIComponent(offset)}`)).records).toHaveLength(15)
})

test('a walk vanishes on request, and five minutes after its last page; other parameters must stay', async () => {
  const airtable = await startAirtable({ tables: posts(12) })
  const offset = async () => encodeURIComponent((await pageOf(airtable, 'pageSize=5')).offset ?? '')
  const next = async (at: string, size = 5) => askAirtable(airtable, 'GET', `?pageSize=${size}&offset=${at}`)
  const gone = { status: 422, type: 'LIST_RECORDS_ITERATOR_NOT_AVAILABLE' }
  airtable.vanishOffsets(1)
  expect(await errorOf(await next(await offset()))).toEqual(gone)
  const living = await offset()
  expect((await next(living, 6)).status).toBe(422)
  expect((await next(living)).status).toBe(200)
  const old = await offset()
  airtable.moveTime(5 * 60_000)
  expect(await errorOf(await next(old))).toEqual(gone)
})

test('columns, order, and what changed after a moment', async () => {
  const airtable = await startAirtable({ tables: posts(5) })
  const [first] = airtable.table('Posts').records()
  airtable.moveTime(60_000)
  airtable.table('Posts').edit(first?.id ?? '', { Caption: 'newer' })
  const query = new URLSearchParams({
    filterByFormula: 'IS_AFTER({Last Modified}, DATETIME_PARSE("2026-11-21 12:00:30", "YYYY-MM-DD HH:mm:ss"))',
    'fields[]': 'Caption',
  })
  expect((await pageOf(airtable, query.toString())).records).toEqual([
    { id: first?.id, createdTime: '2026-11-21T12:00:00.000Z', fields: { Caption: 'newer' } },
  ])
  const sorted = await pageOf(airtable, 'sort%5B0%5D%5Bfield%5D=Last+Modified&sort%5B0%5D%5Bdirection%5D=desc')
  expect(sorted.records[0]?.id).toBe(first?.id)
  expect((await askAirtable(airtable, 'POST', '/listRecords', { body: { pageSize: 2 } })).status).toBe(200)
  expect(airtable.violations).toEqual([])
})

test.each([
  ['a formula of another kind', '?filterByFormula=1', 'INVALID_FILTER_BY_FORMULA'],
  [
    'a formula with injected parts',
    `?filterByFormula=${encodeURIComponent('IS_AFTER({Caption}) = 1, {x}, DATETIME_PARSE("2026-11-21 12:00:30", "YYYY-MM-DD HH:mm:ss"))')}`,
    'INVALID_FILTER_BY_FORMULA',
  ],
  ['a column that is not there', '?fields%5B%5D=Captoin', 'UNKNOWN_FIELD_NAME'],
  ['an order by none', '?sort%5B0%5D%5Bfield%5D=Captoin', 'UNKNOWN_FIELD_NAME'],
])('%s is refused', async (_, query, type) => {
  const airtable = await startAirtable()
  expect(await errorOf(await askAirtable(airtable, 'GET', query))).toEqual({ status: 422, type })
  expect(airtable.violations).toEqual([])
})
