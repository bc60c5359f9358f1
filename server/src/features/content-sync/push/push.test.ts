/** A change made here reaches the table first; a failure changes nothing, and is reported. */
import { describe, expect, test } from 'vitest'
import { historyOf } from '../../../testing/content-items.ts'
import { MINUTE } from '../../../testing/world-with-sources.ts'
import { changeItem, linkTable, makeWorldWithTable, posts, withOne } from '../../../testing/world-with-table.ts'

describe('a change', () => {
  test('is in the table and here, once; the next pull brings nothing back', async () => {
    const { here, id } = await withOne()
    const body = { status: 'Approved', caption: 'new', taggedUsers: ['one', 'two'], publishDate: '2026-12-01' }
    const res = await changeItem(here, id, body)
    expect(res.statusCode, res.body).toBe(200)
    expect(res.json()).toMatchObject({ ...body, version: 2, changedBy: 'pro' })
    expect(posts(here).find(id)?.fields).toMatchObject({
      Status: 'Approved',
      Caption: 'new',
      'Tagged Users': ['one', 'two'],
      'Publish Date': '2026-12-01',
    })
    const before = await here.item(id)
    await here.pull()
    here.clock.moveBy(10 * MINUTE)
    await here.pull()
    expect(await here.item(id)).toEqual(before)
    expect(await historyOf(here, id)).toHaveLength(2)
  })

  test('null and empty clear the cell, absent leaves it alone', async () => {
    const { here, id } = await withOne({ 'Tagged Users': ['one'], 'Publish Date': '2026-12-01' })
    await changeItem(here, id, { caption: '', taggedUsers: [], publishDate: null })
    const { fields } = posts(here).find(id) ?? {}
    for (const name of ['Caption', 'Tagged Users', 'Publish Date']) expect(fields).not.toHaveProperty(name)
    expect(fields?.Status).toBe('Draft')
    await here.pull()
    expect(await here.item(id)).toMatchObject({ caption: '', taggedUsers: [], publishDate: null, version: 2 })
  })

  test('a moment is written as its day in the company’s time zone where the column holds days', async () => {
    const { here, id } = await withOne()
    await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'Pacific/Auckland' })
    await changeItem(here, id, { publishDate: '2026-12-01T20:00:00.000Z' })
    expect(posts(here).find(id)?.fields['Publish Date']).toBe('2026-12-02')
    await here.pull()
    expect((await here.item(id)).publishDate).toBe('2026-12-01T20:00:00.000Z')
  })

  test('an option is found in any case, and added where there is none', async () => {
    const here = await makeWorldWithTable({ isPulled: false })
    posts(here).renameField('Status', 'State')
    const id = posts(here).add({ Caption: 'x', State: 'draft' })
    await here.pull()
    await changeItem(here, id, { status: 'Approved' })
    expect(posts(here).find(id)?.fields.State).toBe('Approved')
  })

  test('reaches a column that has got another name meanwhile', async () => {
    const { here, id } = await withOne()
    posts(here).renameField('Caption', 'Words')
    expect((await changeItem(here, id, { caption: 'new' })).statusCode).toBe(200)
    expect(posts(here).find(id)?.fields.Words).toBe('new')
  })

  test('over an edit there that was not pulled yet: the newer stands, and the other is in the history', async () => {
    const { here, id } = await withOne()
    posts(here).edit(id, { Caption: 'written there', Location: 'Porto' })
    here.clock.moveBy(MINUTE)
    expect((await changeItem(here, id, { caption: 'written here' })).statusCode).toBe(200)
    expect(posts(here).find(id)?.fields).toMatchObject({ Caption: 'written here', Location: 'Porto' })
    await here.pull()
    expect(await here.item(id)).toMatchObject({ caption: 'written here', location: 'Porto' })
    const entries = await historyOf(here, id)
    expect(entries.find(({ kind }) => kind === 'conflict')).toMatchObject({
      changes: [{ field: 'caption', from: 'written there', to: 'written here' }],
    })
  })

  test.each([
    ['an account', 'accountId', 'Account', '/api/accounts/1'],
    ['an assignee', 'assigneeId', 'User', '/api/users/3'],
  ])('with %s who is deleted while the table takes it: not found, and here nothing changes', async (...given) => {
    const [, field, what, url] = given
    const { here, id } = await withOne({}, { accounts: ['going'] })
    const plan = { caption: 'new', [field]: Number(url.at(-1)) }
    const before = await here.item(id)
    const write = here.contentDatabase.change
    here.contentDatabase.change = async (...args) => {
      const written = await write(...args)
      expect((await here.ask('admin', 'DELETE', url)).statusCode).toBe(200)
      return written
    }
    const res = await changeItem(here, id, plan)
    expect([res.statusCode, res.json().message]).toEqual([404, `${what} not found`])
    expect(await here.item(id)).toEqual(before)
    await here.pull()
    expect(await here.item(id)).toMatchObject({ caption: 'new', account: null, assignee: null })
  })

  test('and a later edit there simply follows it', async () => {
    const { here, id } = await withOne()
    await changeItem(here, id, { caption: 'first, here' })
    here.clock.moveBy(MINUTE)
    posts(here).edit(id, { Caption: 'second, there' })
    await here.pull()
    expect((await here.item(id)).caption).toBe('second, there')
    const kinds = (await historyOf(here, id)).map(({ kind, origin }) => `${kind} ${origin}`)
    expect(kinds).toEqual(['changed table', 'changed here', 'made table'])
  })

  test('of a record that is deleted there is reported, and the item leaves the lists', async () => {
    const { here, id } = await withOne()
    posts(here).remove(id)
    const res = await changeItem(here, id, { caption: 'too late' })
    expect(res.statusCode).toBe(404)
    expect(res.json()).toMatchObject({ error: 'gone', message: 'This record is no longer in Airtable.' })
    expect(await here.items()).toEqual([])
  })

  test('of a field whose column is computed there is refused', async () => {
    const here = await makeWorldWithTable({ isPulled: false })
    posts(here).removeField('Caption')
    posts(here).renameField('Created', 'Publish Date 2')
    const id = posts(here).add({ Status: 'Draft' })
    await here.pull()
    const { columns } = (await here.ask('admin', 'GET', '/api/connections/airtable/tables/1')).json()
    const created = columns.find(({ name }: { name: string }) => name === 'Publish Date 2')
    const chosen = { columns: { publishDate: created.id } }
    expect((await here.ask('admin', 'PUT', '/api/connections/airtable/tables/1', chosen)).statusCode).toBe(200)
    await here.pull()
    const res = await changeItem(here, id, { publishDate: '2026-12-01' })
    expect(res.statusCode).toBe(409)
    expect(res.json().message).toContain('“Publish Date 2” of the table cannot be written')
  })

  test('of many goes ten at a time, and the one that is gone fails alone', async () => {
    const here = await makeWorldWithTable({ records: 25 })
    const items = await here.items()
    posts(here).remove(items[3]?.id ?? '')
    const res = await here.ask('pro', 'POST', '/api/content/posts/status', {
      posts: items.map(({ id }) => ({ id })),
      status: 'Delete',
    })
    const { changed, refused } = res.json()
    expect([changed.length, refused]).toMatchObject([24, [{ id: items[3]?.id, error: 'gone' }]])
    expect(
      posts(here)
        .records()
        .every(({ fields }) => fields.Status === 'Delete'),
    ).toBe(true)
  })

  test('before the first pull has ended is refused', async () => {
    const here = await makeWorldWithTable({ records: 1 })
    const [item] = await here.items()
    await linkTable(here, 'Elsewhere')
    const res = await changeItem(here, item?.id ?? '', { caption: 'x' })
    expect(res.statusCode).toBe(409)
    expect(res.json()).toMatchObject({ error: 'table_not_read' })
  })
})
