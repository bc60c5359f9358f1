import { expect, test } from 'vitest'
import { askAirtable } from '../testing/ask.ts'
import { beginning, startedAirtable } from '../testing/started.ts'
import type { AirtableStandIn } from './airtable-stand-in.ts'
import { postsTable } from './posts-table.ts'
import type { TableDefinition } from './table.ts'

interface Shown {
  id: string
  createdTime: string
  fields: Record<string, unknown>
}

const posts = (records: number) => [postsTable({ records, begins: beginning })]

const pageOf = async (airtable: AirtableStandIn, query: string) => {
  const answer = await askAirtable(airtable, 'GET', `?${query}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as { records: Shown[]; offset?: string }
}

async function walked(airtable: AirtableStandIn, query = '') {
  const pages: Shown[][] = []
  let offset: string | undefined
  do {
    const more: string = offset === undefined ? '' : `&offset=${encodeURIComponent(offset)}`
    const page = await pageOf(airtable, `${query}${more}`)
    pages.push(page.records)
    offset = page.offset
  } while (offset !== undefined)
  return pages
}

const errorOf = async (answer: Response) => {
  const { error } = (await answer.json()) as { error: { type: string } | string }
  return { status: answer.status, type: typeof error === 'string' ? error : error.type }
}

const oneRow = (fields: TableDefinition['fields'], cells: Record<string, unknown> = {}) =>
  startedAirtable({ tables: [{ name: 'Posts', fields, records: [cells] }] })

test('137 records come in two pages, each once; the last page has no offset', async () => {
  const airtable = await startedAirtable({ tables: posts(137) })
  const pages = await walked(airtable)
  expect(pages.map(({ length }) => length)).toEqual([100, 37])
  expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(137)
  expect(airtable.violations).toEqual([])
})

test('a page may be shorter than asked for, or miss a record that is gone', async () => {
  const airtable = await startedAirtable({ tables: posts(31), hasShortPages: true })
  expect((await walked(airtable, 'pageSize=10')).map(({ length }) => length)).toEqual([5, 10, 10, 6])
  const { offset = '' } = await pageOf(airtable, 'pageSize=30')
  const last = airtable.table('Posts').records().at(-1)
  airtable.table('Posts').remove(last?.id ?? '')
  expect((await pageOf(airtable, `pageSize=30&offset=${encodeURIComponent(offset)}`)).records).toHaveLength(15)
})

test('a walk vanishes on request, and five minutes after its last page; other parameters must stay', async () => {
  const airtable = await startedAirtable({ tables: posts(12) })
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
  const airtable = await startedAirtable({ tables: posts(5) })
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
  const airtable = await startedAirtable()
  expect(await errorOf(await askAirtable(airtable, 'GET', query))).toEqual({ status: 422, type })
  expect(airtable.violations).toEqual([])
})

test('empty cells are left out, computed ones are there', async () => {
  const airtable = await oneRow(
    [
      { name: 'Caption', type: 'multilineText' },
      { name: 'Done', type: 'checkbox' },
      { name: 'Tags', type: 'multipleSelects' },
      { name: 'Made', type: 'createdTime' },
      { name: 'Length', type: 'formula' },
    ],
    { Caption: '', Done: false, Tags: [] },
  )
  const [record] = (await pageOf(airtable, '')).records
  expect(record?.fields).toEqual({ Made: '2026-11-21T12:00:00.000Z', Length: 0 })
})

test('create, merge, replace, delete: one by path or ten by list', async () => {
  const airtable = await startedAirtable({ tables: posts(0) })
  const made = await askAirtable(airtable, 'POST', '/?', {
    body: { records: [{ fields: { Caption: 'a', Likes: 3 } }, { fields: { Caption: 'b' } }] },
  })
  const { records } = (await made.json()) as { records: Shown[] }
  const [one, other] = records.map(({ id }) => id)
  expect(records.map(({ fields }) => fields.Caption)).toEqual(['a', 'b'])
  await askAirtable(airtable, 'PATCH', `/${one}`, { body: { fields: { Caption: 'c' } } })
  await askAirtable(airtable, 'PUT', '', { body: { records: [{ id: other, fields: { Location: 'Porto' } }] } })
  expect(
    airtable
      .table('Posts')
      .records()
      .map(({ fields: { Caption, Likes, Location } }) => ({ Caption, Likes, Location })),
  ).toEqual([{ Caption: 'c', Likes: 3 }, { Location: 'Porto' }])
  await askAirtable(airtable, 'PATCH', `/${one}`, { body: { fields: { Caption: null } } })
  expect(airtable.table('Posts').find(one ?? '')?.fields).not.toHaveProperty('Caption')
  expect(await (await askAirtable(airtable, 'DELETE', `/${one}`)).json()).toEqual({ id: one, deleted: true })
  expect((await askAirtable(airtable, 'DELETE', `?records%5B%5D=${other}`)).status).toBe(200)
  expect(await errorOf(await askAirtable(airtable, 'GET', `/${one}`))).toEqual({ status: 404, type: 'NOT_FOUND' })
  expect(airtable.violations).toEqual([])
})

test('a batch is refused as a whole, and more than ten are too many', async () => {
  const airtable = await startedAirtable({ tables: posts(1) })
  const [{ id = '' } = {}] = airtable.table('Posts').records()
  const mixed = {
    records: [
      { id, fields: { Caption: 'kept?' } },
      { id: 'recMissing0000000', fields: {} },
    ],
  }
  expect((await errorOf(await askAirtable(airtable, 'PATCH', '', { body: mixed }))).type).toBe('ROW_DOES_NOT_EXIST')
  expect(airtable.table('Posts').find(id)?.fields.Caption).not.toBe('kept?')
  const eleven = { records: Array.from({ length: 11 }, () => ({ fields: {} })) }
  expect((await errorOf(await askAirtable(airtable, 'POST', '', { body: eleven }))).status).toBe(422)
  expect(airtable.violations).toMatchObject([{ side: 'request', operation: 'records.create' }])
})

test.each<[TableDefinition['fields'][number]['type'], unknown, unknown, unknown]>([
  ['multilineText', ['a', 'b'], 'INVALID_VALUE_FOR_COLUMN', 'a, b'],
  ['number', '12.4 likes', 'INVALID_VALUE_FOR_COLUMN', 12],
  ['singleSelect', 'New', 'INVALID_MULTIPLE_CHOICE_OPTIONS', 'New'],
  ['multipleSelects', 'a, b', 'INVALID_VALUE_FOR_COLUMN', ['a', 'b']],
  ['multipleSelects', ['a'], 'INVALID_MULTIPLE_CHOICE_OPTIONS', ['a']],
  ['date', 'soon', 'INVALID_VALUE_FOR_COLUMN', 'INVALID_VALUE_FOR_COLUMN'],
  ['dateTime', '2026-11-21T09:00:00+01:00', '2026-11-21T08:00:00.000Z', '2026-11-21T08:00:00.000Z'],
  ['date', '2026-11-21T09:00:00Z', '2026-11-21', '2026-11-21'],
  ['checkbox', 'yes', 'INVALID_VALUE_FOR_COLUMN', 'INVALID_VALUE_FOR_COLUMN'],
  ['formula', 'x', 'INVALID_VALUE_FOR_COLUMN', 'INVALID_VALUE_FOR_COLUMN'],
  ['lastModifiedTime', '2026-11-21', 'INVALID_VALUE_FOR_COLUMN', 'INVALID_VALUE_FOR_COLUMN'],
])('a column of type %s given %j: %j, and with typecast %j', async (type, value, plainly, cast) => {
  const airtable = await oneRow([{ name: 'Cell', type }])
  const [{ id = '' } = {}] = airtable.table('Posts').records()
  const outcome = async (typecast: boolean) => {
    const answer = await askAirtable(airtable, 'PATCH', `/${id}`, { body: { fields: { Cell: value }, typecast } })
    if (answer.status !== 200) return (await errorOf(answer)).type
    return ((await answer.json()) as Shown).fields.Cell
  }
  expect(await outcome(false)).toEqual(plainly)
  expect(await outcome(true)).toEqual(cast)
  expect(airtable.violations).toEqual([])
})

test('attachments are kept by id and added by address; one that fails does not fail the others', async () => {
  const airtable = await oneRow([{ name: 'Image', type: 'multipleAttachments' }], {
    Image: [{ url: 'https://files.example.test/old.png' }],
  })
  const [record] = airtable.table('Posts').records()
  const [old] = (record?.fields.Image ?? []) as { id: string; url: string }[]
  const list = [{ id: old?.id }, { url: 'https://files.example.test/new.png' }, { url: 'https://gone.invalid/x.png' }]
  const answer = await askAirtable(airtable, 'PATCH', '', {
    body: { records: [{ id: record?.id, fields: { Image: list } }] },
  })
  const { records, details } = (await answer.json()) as { records: Shown[]; details: { message: string } }
  expect(details.message).toBe('partialSuccess')
  expect(records[0]?.fields.Image).toMatchObject([
    { id: old?.id, size: 4_096 },
    { url: 'https://files.example.test/new.png', filename: 'new.png' },
  ])
  const later = airtable.table('Posts').find(record?.id ?? '')?.fields.Image as { url: string }[]
  expect(later[1]?.url).toMatch(/^http:\/\/127/)
  expect(airtable.violations).toEqual([])
})

test('links to files die after two hours; a page is a page and a huge file is huge', async () => {
  const airtable = await oneRow([{ name: 'Image', type: 'multipleAttachments' }], {
    Image: ['a.png', 'page.html', 'huge.jpg'].map((name) => ({ url: `https://files.example.test/${name}` })),
  })
  const links = () =>
    airtable
      .table('Posts')
      .records()
      .flatMap(({ fields }) => (fields.Image as { url: string }[]).map(({ url }) => url))
  const [picture = '', page = '', huge = ''] = links()
  expect((await fetch(picture)).headers.get('content-type')).toBe('image/png')
  expect(await (await fetch(page)).text()).toContain('<title>Sign in')
  const long = await fetch(huge)
  expect(long.headers.get('content-length')).toBe(String(100 * 1024 * 1024))
  await long.body?.cancel()
  expect((await fetch(picture.replace('?s=', '?s=0'))).status).toBe(403)
  airtable.moveTime(2 * 3_600_000)
  expect((await fetch(picture)).status).toBe(410)
  expect((await fetch(links()[0] ?? '')).status).toBe(200)
})

test('a file may be sent in the call itself', async () => {
  const airtable = await oneRow([{ name: 'Image', type: 'multipleAttachments' }])
  const [record] = airtable.table('Posts').records()
  const answer = await askAirtable(airtable, 'POST', '/Image/uploadAttachment', {
    table: record?.id ?? '',
    body: { contentType: 'image/png', file: 'AAAA', filename: 'sent.png' },
  })
  expect(((await answer.json()) as Shown).fields.Image).toMatchObject([{ filename: 'sent.png' }])
  expect(airtable.violations).toEqual([])
})

test('the tables are described with their columns, a renamed one under its new name', async () => {
  const airtable = await startedAirtable()
  airtable.table('Posts').renameField('Caption', 'Text')
  const headers = { Authorization: `Bearer ${airtable.token}` }
  const answer = await fetch(`${airtable.url}/v0/meta/bases/${airtable.baseId}/tables`, { headers })
  const { tables } = (await answer.json()) as { tables: { name: string; fields: { name: string; type: string }[] }[] }
  expect(tables).toMatchObject([{ name: 'Posts' }])
  expect(tables[0]?.fields.slice(0, 2)).toMatchObject([
    { name: 'Text', type: 'multilineText' },
    { name: 'Status', type: 'singleSelect' },
  ])
  expect(await errorOf(await askAirtable(airtable, 'GET', '?fields%5B%5D=Caption'))).toMatchObject({ status: 422 })
  expect(airtable.violations).toEqual([])
})

test('a wrong token, another base and another table are refused', async () => {
  const airtable = await startedAirtable()
  const refused = { status: 403, type: 'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND' }
  expect(await errorOf(await askAirtable(airtable, 'GET', '', { token: 'pat' }))).toMatchObject({ status: 401 })
  expect(await errorOf(await askAirtable(airtable, 'GET', '', { table: 'Other' }))).toEqual(refused)
  const elsewhere = { ...airtable, baseId: 'app00000000000002' }
  expect(await errorOf(await askAirtable(elsewhere, 'GET'))).toEqual(refused)
  expect(airtable.violations).toEqual([])
})

test('the sixth call of a second is refused, and so is everything for thirty seconds', async () => {
  const airtable = await startedAirtable({ callsPerSecond: 5 })
  const status = async () => (await askAirtable(airtable, 'GET', '?pageSize=1')).status
  for (let call = 0; call < 5; call += 1) expect(await status()).toBe(200)
  expect(await status()).toBe(429)
  airtable.moveTime(29_000)
  expect(await status()).toBe(429)
  airtable.moveTime(1_000)
  expect(await status()).toBe(200)
})

test('a write whose answer is lost has been made', async () => {
  const airtable = await startedAirtable({ tables: posts(1) })
  const [{ id = '' } = {}] = airtable.table('Posts').records()
  airtable.faults.next(1, 'reset')
  await expect(
    askAirtable(airtable, 'PATCH', `/${id}`, { body: { fields: { Caption: 'made' } } }).then((answer) => answer.text()),
  ).rejects.toThrow()
  expect(airtable.table('Posts').find(id)?.fields.Caption).toBe('made')
})

test.each([
  ['an unknown parameter', 'GET', '?limit=5', undefined],
  ['a page of a thousand', 'GET', '?pageSize=1000', undefined],
  ['a view', 'GET', '?view=Grid', undefined],
  ['a body without cells', 'POST', '', {}],
  ['an upsert', 'PATCH', '', { records: [{ fields: {} }], performUpsert: { fieldsToMergeOn: ['Caption'] } }],
  ['another method', 'PUT', '/recX', { fields: {} }],
])('%s is noted as against the contract', async (_, method, path, body) => {
  const airtable = await startedAirtable()
  expect((await askAirtable(airtable, method, path, { body })).status).toBe(422)
  expect(airtable.violations).toMatchObject([{ side: 'request' }])
})
