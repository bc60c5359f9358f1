/** Writes to the stand-in of Airtable: one or ten records, whole or not at all, with attachments. */
import { expect, test } from 'vitest'
import { errorOf, oneRow, posts, type Shown } from '../testing/airtable-pages.ts'
import { askAirtable } from '../testing/ask.ts'
import { startAirtable } from '../testing/start-service.ts'
import type { TableDefinition } from './table.ts'

test('create, merge, replace, delete: one by path or ten by list', async () => {
  const airtable = await startAirtable({ tables: posts(0) })
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
  const airtable = await startAirtable({ tables: posts(1) })
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

test('a write whose answer is lost has been made', async () => {
  const airtable = await startAirtable({ tables: posts(1) })
  const [{ id = '' } = {}] = airtable.table('Posts').records()
  airtable.faults.next(1, 'reset')
  await expect(
    askAirtable(airtable, 'PATCH', `/${id}`, { body: { fields: { Caption: 'made' } } }).then((answer) => answer.text()),
  ).rejects.toThrow()
  expect(airtable.table('Posts').find(id)?.fields.Caption).toBe('made')
})
