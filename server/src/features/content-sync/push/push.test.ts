/** A change made here reaches the table first; a failure changes nothing, and is reported. */
import { airtableErrors, type Fault } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { MINUTE } from '../../../testing/measured.ts'
import { linkTable, type Tabled, tabled } from '../../../testing/tabled.ts'
import { formWith } from '../../../testing/world.ts'

const posts = ({ airtable }: Tabled) => airtable.table('Posts')
const change = ({ ask }: Tabled, id: string, body: object) => ask('pro', 'PUT', `/api/airtable/posts/${id}`, body)
const historyOf = async ({ ask }: Tabled, id: string) =>
  (await ask('pro', 'GET', `/api/content/posts/${id}/history`)).json()

async function withOne(cells: Record<string, unknown> = {}, given: Parameters<typeof tabled>[0] = {}) {
  const here = await tabled({ isPulled: false, ...given })
  const id = posts(here).add({ Caption: 'old', Status: 'Draft', ...cells })
  await here.pull()
  here.clock.moveBy(MINUTE)
  return { here, id }
}

describe('a change', () => {
  test('is in the table and here, once; the next pull brings nothing back', async () => {
    const { here, id } = await withOne()
    const body = { status: 'Approved', caption: 'new', taggedUsers: ['one', 'two'], publishDate: '2026-12-01' }
    const res = await change(here, id, body)
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
    await change(here, id, { caption: '', taggedUsers: [], publishDate: null })
    const { fields } = posts(here).find(id) ?? {}
    for (const name of ['Caption', 'Tagged Users', 'Publish Date']) expect(fields).not.toHaveProperty(name)
    expect(fields?.Status).toBe('Draft')
    await here.pull()
    expect(await here.item(id)).toMatchObject({ caption: '', taggedUsers: [], publishDate: null, version: 2 })
  })

  test('a moment is written as its day in the company’s time zone where the column holds days', async () => {
    const { here, id } = await withOne()
    await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'Pacific/Auckland' })
    await change(here, id, { publishDate: '2026-12-01T20:00:00.000Z' })
    expect(posts(here).find(id)?.fields['Publish Date']).toBe('2026-12-02')
    await here.pull()
    expect((await here.item(id)).publishDate).toBe('2026-12-01T20:00:00.000Z')
  })

  test('an option is found in any case, and added where there is none', async () => {
    const here = await tabled({ isPulled: false })
    posts(here).renameField('Status', 'State')
    const id = posts(here).add({ Caption: 'x', State: 'draft' })
    await here.pull()
    await change(here, id, { status: 'Approved' })
    expect(posts(here).find(id)?.fields.State).toBe('Approved')
  })

  test('reaches a column that has got another name meanwhile', async () => {
    const { here, id } = await withOne()
    posts(here).renameField('Caption', 'Words')
    expect((await change(here, id, { caption: 'new' })).statusCode).toBe(200)
    expect(posts(here).find(id)?.fields.Words).toBe('new')
  })

  test('over an edit there that was not pulled yet: the newer stands, and the other is in the history', async () => {
    const { here, id } = await withOne()
    posts(here).edit(id, { Caption: 'written there', Location: 'Porto' })
    here.clock.moveBy(MINUTE)
    expect((await change(here, id, { caption: 'written here' })).statusCode).toBe(200)
    expect(posts(here).find(id)?.fields).toMatchObject({ Caption: 'written here', Location: 'Porto' })
    await here.pull()
    expect(await here.item(id)).toMatchObject({ caption: 'written here', location: 'Porto' })
    const entries = await historyOf(here, id)
    expect(entries.find(({ kind }: { kind: string }) => kind === 'conflict')).toMatchObject({
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
    here.contentDatabase.change = async (...wish) => {
      const written = await write(...wish)
      expect((await here.ask('admin', 'DELETE', url)).statusCode).toBe(200)
      return written
    }
    const res = await change(here, id, plan)
    expect([res.statusCode, res.json().message]).toEqual([404, `${what} not found`])
    expect(await here.item(id)).toEqual(before)
    await here.pull()
    expect(await here.item(id)).toMatchObject({ caption: 'new', account: null, assignee: null })
  })

  test('and a later edit there simply follows it', async () => {
    const { here, id } = await withOne()
    await change(here, id, { caption: 'first, here' })
    here.clock.moveBy(MINUTE)
    posts(here).edit(id, { Caption: 'second, there' })
    await here.pull()
    expect((await here.item(id)).caption).toBe('second, there')
    const kinds = (await historyOf(here, id)).map(({ kind, origin }: Record<string, string>) => `${kind} ${origin}`)
    expect(kinds).toEqual(['changed table', 'changed here', 'made table'])
  })

  test('of a record that is deleted there is reported, and the item leaves the lists', async () => {
    const { here, id } = await withOne()
    posts(here).remove(id)
    const res = await change(here, id, { caption: 'too late' })
    expect(res.statusCode).toBe(404)
    expect(res.json()).toMatchObject({ error: 'gone', message: 'This record is no longer in Airtable.' })
    expect(await here.items()).toEqual([])
  })

  test('of a field whose column is computed there is refused', async () => {
    const here = await tabled({ isPulled: false })
    posts(here).removeField('Caption')
    posts(here).renameField('Created', 'Publish Date 2')
    const id = posts(here).add({ Status: 'Draft' })
    await here.pull()
    const { columns } = (await here.ask('admin', 'GET', '/api/connections/airtable/tables/1')).json()
    const created = columns.find(({ name }: { name: string }) => name === 'Publish Date 2')
    const chosen = { columns: { publishDate: created.id } }
    expect((await here.ask('admin', 'PUT', '/api/connections/airtable/tables/1', chosen)).statusCode).toBe(200)
    await here.pull()
    const res = await change(here, id, { publishDate: '2026-12-01' })
    expect(res.statusCode).toBe(409)
    expect(res.json().message).toContain('“Publish Date 2” of the table cannot be written')
  })

  test('of many goes ten at a time, and the one that is gone fails alone', async () => {
    const here = await tabled({ records: 25 })
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
    const here = await tabled({ records: 1 })
    const [item] = await here.items()
    await linkTable(here, 'Elsewhere')
    const res = await change(here, item?.id ?? '', { caption: 'x' })
    expect(res.statusCode).toBe(409)
    expect(res.json()).toMatchObject({ error: 'table_not_read' })
  })
})

describe('a new draft', () => {
  test('is made there first, so that both have one id, with its picture', async () => {
    const here = await tabled({ records: 1 })
    const { imageUrls } = (await here.ask('pro', 'POST', '/api/upload/images', formWithImage())).json()
    const res = await here.ask('pro', 'POST', '/api/content/posts', {
      caption: 'made here',
      mediaType: 'image',
      hashtags: ['one', 'two'],
      imageUrl: imageUrls[0],
    })
    expect(res.statusCode, res.body).toBe(201)
    const made = res.json()
    expect(posts(here).find(made.id)?.fields).toMatchObject({
      Caption: 'made here',
      Status: 'Draft',
      'Media Type': 'Image',
      Hashtags: '#one #two',
      Image: [{ filename: expect.stringMatching(/^image\./) }],
    })
    await here.pull()
    here.clock.moveBy(10 * MINUTE)
    await here.pull()
    expect(await here.item(made.id)).toEqual(made)
    expect(await here.items()).toHaveLength(2)
  })

  test('whose answer was lost is one draft, however often it is tried again', async () => {
    const here = await tabled({ records: 1, limits: { wholeMs: 1_000 } })
    const make = () => here.ask('pro', 'POST', '/api/content/posts', { caption: 'made once', taggedUsers: ['ana'] })
    here.airtable.faults.next(1, 'truncated')
    expect((await make()).statusCode).toBe(502)
    const id = posts(here).records().at(-1)?.id
    here.clock.moveBy(MINUTE)
    expect((await make()).json()).toMatchObject({ id, caption: 'made once' })
    await here.pass(MINUTE)
    expect(await here.items()).toHaveLength(2)
    // Said once more after it went well, it is another one.
    const second = (await make()).json()
    expect(second.id).not.toBe(id)
    expect(posts(here).records()).toHaveLength(3)
  })

  test('is not made at all when the table does not take it', async () => {
    const here = await tabled({ records: 1 })
    here.airtable.faults.next(1, airtableErrors.badValue('Caption'))
    const res = await here.ask('pro', 'POST', '/api/content/posts', { caption: 'x' })
    expect(res.statusCode).toBe(409)
    expect(await here.items()).toHaveLength(1)
  })
})

describe('a service that fails', () => {
  const faults: [Fault, number][] = [
    [airtableErrors.authenticationRequired(), 502],
    [airtableErrors.notAllowed(), 409],
    [airtableErrors.tooLarge(), 409],
    [airtableErrors.badValue('Caption'), 409],
    [airtableErrors.rateLimit(), 503],
    [airtableErrors.billingLimit(), 503],
    [airtableErrors.unavailable(), 502],
    ['reset', 502],
    ['html', 502],
    ['truncated', 502],
    ['hang', 502],
    ['trickle', 502],
  ]
  test.each(faults)('%j changes nothing here, and answers %i with a sentence', async (fault, status) => {
    const { here, id } = await withOne({}, { limits: { wholeMs: 1_000 } })
    const before = await here.item(id)
    here.airtable.faults.next(1, fault)
    const res = await change(here, id, { status: 'Approved', caption: 'new' })
    expect(res.statusCode, res.body).toBe(status)
    expect(res.json().message).toMatch(/^[A-Z].*\.$/)
    expect(res.body).not.toContain(here.airtable.token)
    expect(await here.item(id)).toEqual(before)
    expect(posts(here).find(id)?.fields.Caption).toBe('old')
  })

  test('a write whose answer was lost is settled by the next pull', async () => {
    const { here, id } = await withOne()
    // The first call reads, the second writes.
    here.airtable.faults.next(1, { delayMs: 0 })
    here.airtable.faults.next(1, 'reset')
    expect((await change(here, id, { caption: 'new' })).statusCode).toBe(502)
    expect((await here.item(id)).caption).toBe('old')
    await here.pass(MINUTE)
    expect(await here.item(id)).toMatchObject({ caption: 'new', version: 2 })
    expect(posts(here).find(id)?.fields.Caption).toBe('new')
  })

  test('an outage of ten minutes: what is refused here can be said again, and both sides are equal then', async () => {
    const here = await tabled({ records: 20 })
    const items = await here.items()
    const [first, second, third] = items.map(({ id }) => id)
    const before = await here.items()
    here.airtable.faults.always('reset')
    for (let minute = 0; minute < 10; minute += 1) {
      expect((await change(here, first ?? '', { caption: 'here, during' })).statusCode).toBeGreaterThanOrEqual(500)
      await here.pass(MINUTE)
      expect(await here.items()).toEqual(before)
      expect((await here.sync()).state).toBe('failing')
    }
    posts(here).edit(second ?? '', { Caption: 'there, during' })
    const removed = posts(here)
      .records()
      .find(({ id }) => id === third)
    posts(here).edit(third ?? '', { Status: 'Published' })
    here.airtable.faults.clear()
    await here.pass(2 * MINUTE)
    expect((await change(here, first ?? '', { caption: 'here, after' })).statusCode).toBe(200)
    await here.pull()
    expect(removed).toBeDefined()
    const there = posts(here).records()
    for (const item of await here.items()) {
      const { fields } = there.find(({ id }) => id === item.id) ?? { fields: {} as Record<string, unknown> }
      expect([item.caption, item.status]).toEqual([fields.Caption ?? null, fields.Status ?? 'Draft'])
    }
    expect((await here.item(first ?? '')).caption).toBe('here, after')
    expect(await historyOf(here, second ?? '')).toMatchObject([{ origin: 'table', kind: 'changed' }, { kind: 'made' }])
  })
})

function formWithImage(): FormData {
  // One transparent pixel.
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  const form = formWith('x')
  form.delete('file')
  form.append('images', new Blob([png], { type: 'image/png' }), 'x.png')
  return form
}
