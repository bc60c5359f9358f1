/** The stand-in of Airtable: columns, cells, links to files, limits and refusals, as the contract says. */
import { expect, test } from 'vitest'
import { errorOf, oneRow, pageOf } from '../testing/airtable-pages.ts'
import { askAirtable } from '../testing/ask.ts'
import { startAirtable } from '../testing/start-service.ts'

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

test('the tables are described with their columns, a renamed one under its new name', async () => {
  const airtable = await startAirtable()
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
  const airtable = await startAirtable()
  const refused = { status: 403, type: 'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND' }
  expect(await errorOf(await askAirtable(airtable, 'GET', '', { token: 'pat' }))).toMatchObject({ status: 401 })
  expect(await errorOf(await askAirtable(airtable, 'GET', '', { table: 'Other' }))).toEqual(refused)
  const elsewhere = { ...airtable, baseId: 'app00000000000002' }
  expect(await errorOf(await askAirtable(elsewhere, 'GET'))).toEqual(refused)
  expect(airtable.violations).toEqual([])
})

test('the sixth call of a second is refused, and so is everything for thirty seconds', async () => {
  const airtable = await startAirtable({ callsPerSecond: 5 })
  const status = async () => (await askAirtable(airtable, 'GET', '?pageSize=1')).status
  for (let call = 0; call < 5; call += 1) expect(await status()).toBe(200)
  expect(await status()).toBe(429)
  airtable.moveTime(29_000)
  expect(await status()).toBe(429)
  airtable.moveTime(1_000)
  expect(await status()).toBe(200)
})

test.each([
  ['an unknown parameter', 'GET', '?limit=5', undefined],
  ['a page of a thousand', 'GET', '?pageSize=1000', undefined],
  ['a view', 'GET', '?view=Grid', undefined],
  ['a body without cells', 'POST', '', {}],
  ['an upsert', 'PATCH', '', { records: [{ fields: {} }], performUpsert: { fieldsToMergeOn: ['Caption'] } }],
  ['another method', 'PUT', '/recX', { fields: {} }],
])('%s is noted as against the contract', async (_, method, path, body) => {
  const airtable = await startAirtable()
  expect((await askAirtable(airtable, method, path, { body })).status).toBe(422)
  expect(airtable.violations).toMatchObject([{ side: 'request' }])
})
