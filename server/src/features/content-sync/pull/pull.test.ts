/** Items synced with a table: a change there arrives here, once, with any interruption in between. */
import { airtableErrors, type Fault, postsTable } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../testing/measured.ts'
import { shortImages } from '../../../testing/short-images.ts'
import { stored } from '../../../testing/stored.ts'
import { linkTable, type Shown, type Tabled, tabled } from '../../../testing/tabled.ts'
import { START, world } from '../../../testing/world.ts'

const SECOND = 1_000
const posts = ({ airtable }: Tabled) => airtable.table('Posts')
const historyOf = async ({ ask }: Tabled, id: string) =>
  (await ask('pro', 'GET', `/api/content/posts/${id}/history`)).json() as {
    origin: string
    kind: string
    by: string | null
    changes: { field: string; from: unknown; to: unknown }[]
  }[]
const total = async ({ ask }: Tabled) => (await ask('pro', 'GET', '/api/content/counts')).json().total as number
const callsOf = ({ airtable }: Tabled) => airtable.calls.latest().map(({ operation }) => operation)

describe('a first pull', () => {
  test('brings every field, translated, with the ids of the table', async () => {
    const here = await tabled({ isPulled: false })
    const id = posts(here).add({
      Caption: 'Sunrise #ride',
      Status: 'Approved',
      'Media Type': 'Reel',
      Location: 'Lisbon',
      'Tagged Users': ['@northlane', 'rider one', 'NorthLane'],
      Hashtags: '#ride, travel\n#ride #Lisboa',
      Likes: 120,
      Comments: 4,
      'Publish Date': '2026-11-25',
    })
    const empty = posts(here).add({})
    expect(await here.sync()).toMatchObject({ state: 'waiting', table: 'Posts', pulledAt: null, isPulling: false })
    await here.pull()
    expect(await here.item(id)).toMatchObject({
      id,
      companyId: 1,
      caption: 'Sunrise #ride',
      status: 'Approved',
      mediaType: 'reel',
      location: 'Lisbon',
      taggedUsers: ['northlane', 'rider one'],
      hashtags: ['ride', 'travel', 'Lisboa'],
      likes: 120,
      comments: 4,
      publishDate: '2026-11-25',
      imageUrl: null,
      version: 1,
      changedBy: null,
      createdTime: new Date(START).toISOString(),
    })
    expect(await here.item(empty)).toMatchObject({ status: 'Draft', caption: null, taggedUsers: null, likes: null })
    expect(await here.sync()).toMatchObject({ state: 'in_step', message: null })
    expect(await historyOf(here, id)).toMatchObject([{ origin: 'table', kind: 'made', by: null }])
  })

  test('137 records over two pages with a vanished offset arrive once each', async () => {
    const here = await tabled({ records: 137, isPulled: false })
    here.airtable.vanishOffsets(1)
    await here.pull()
    expect(await total(here)).toBe(137)
    expect(callsOf(here).filter((operation) => operation === 'records.list')).toHaveLength(4)
    const { queries } = here.database
    const made = await queries.selectFrom('content_changes').select('item_id').where('kind', '=', 'made').execute()
    expect([made.length, new Set(made.map(({ item_id }) => item_id)).size]).toEqual([137, 137])
  })

  test('is scheduled within a minute of the table being named', async () => {
    const here = await tabled({ records: 3, isPulled: false })
    await here.pass(MINUTE)
    expect(await total(here)).toBe(3)
  })

  test('causes no calls for a company without a table, nor on a server without a service', async () => {
    const here = await tabled({ records: 3, isPulled: false })
    await linkTable(here, null)
    await here.pass(MINUTE)
    expect(await here.sync()).toEqual({
      state: 'built_in',
      table: null,
      pulledAt: null,
      isPulling: false,
      message: null,
    })
    expect(here.airtable.calls.total).toBe(0)
    const alone = await world()
    await linkTable(alone)
    expect((await alone.ask('pro', 'POST', '/api/content/sync')).json()).toMatchObject({ state: 'built_in' })
  })

  test('pictures are copied; a page and a huge file leave their items without one, and are named until they are replaced', async () => {
    const here = await tabled({ isPulled: false })
    const add = (name: string) => posts(here).add({ Caption: name, Image: [{ url: `https://x.example.test/${name}` }] })
    const [good, page, huge] = ['a.png', 'page.html', 'huge.jpg'].map(add)
    await here.pull()
    const { imageUrl } = await here.item(good ?? '')
    expect(imageUrl).toMatch(/^http:\/\/localhost\/media\/u\//)
    expect((await here.ask('stranger', 'GET', imageUrl ?? '')).headers['content-type']).toMatch(/^image\//)
    for (const id of [page, huge]) expect((await here.item(id ?? '')).imageUrl).toBeNull()
    const { state, message } = await here.sync()
    expect(state).toBe('in_step')
    expect(message).toContain('page.html')
    expect(message).toContain('huge.jpg')
    here.clock.moveBy(MINUTE)
    posts(here).edit(huge ?? '', { Image: [{ url: 'https://x.example.test/b.png' }] })
    await here.pull()
    expect((await here.item(huge ?? '')).imageUrl).toMatch(/^http:\/\/localhost\/media\/u\//)
    expect((await here.sync()).message).not.toContain('huge.jpg')
  })

  test('a picture that the server is too short of time for is copied later, and has no fault', async () => {
    const images = shortImages()
    const here = await tabled({ isPulled: false, images })
    const id = posts(here).add({ Caption: 'x', Image: [{ url: 'https://x.example.test/a.png' }] })
    await here.pull()
    expect(await stored(here.database, 'attachments')).toMatchObject({
      attachments: [{ image_url: null, problem: null }],
    })
    images.recover()
    await here.pass(HOUR)
    expect((await here.item(id)).imageUrl).toMatch(/^http:\/\/localhost\/media\/u\//)
  })

  test('links that have died meanwhile are read again', async () => {
    const here = await tabled({ isPulled: false })
    const id = posts(here).add({ Caption: 'x', Image: [{ url: 'https://x.example.test/a.png' }] })
    here.airtable.faults.forNames(['attachments'], 'reset')
    await here.pull()
    const { queries } = here.database
    // As if the copying job had not run yet.
    await queries
      .updateTable('attachments')
      .set({ image_url: null, url: 'http://127.0.0.1:1/', url_until: 0 })
      .execute()
    await queries.updateTable('content_items').set({ image_url: null, shown: null }).execute()
    here.clock.moveBy(3 * HOUR)
    await here.pull()
    expect((await here.item(id)).imageUrl).toMatch(/^http:\/\/localhost\/media\/u\//)
  })
})

describe('later pulls', () => {
  test('request only changes, and change nothing that was read before', async () => {
    const here = await tabled({ records: 120 })
    const before = await here.items()
    here.clock.moveBy(10 * MINUTE)
    await here.pull()
    here.clock.moveBy(10 * MINUTE)
    const [, second] = posts(here).records()
    posts(here).edit(second?.id ?? '', { Caption: 'edited there' })
    const calls = here.airtable.calls.total
    await here.pull()
    expect(callsOf(here).slice(calls)).toEqual(['meta.tables', 'records.list'])
    const after = await here.items()
    const changed = after.filter(({ id, version }) => before.find((item) => item.id === id)?.version !== version)
    expect(changed).toMatchObject([{ id: second?.id, caption: 'edited there', version: 2 }])
    expect(await historyOf(here, second?.id ?? '')).toMatchObject([
      { origin: 'table', kind: 'changed', by: null, changes: [{ field: 'caption', to: 'edited there' }] },
      { kind: 'made' },
    ])
    await here.pull()
    expect(await here.items()).toEqual(after)
  })

  test('come every five minutes', async () => {
    const here = await tabled({ records: 1 })
    const [first] = posts(here).records()
    posts(here).edit(first?.id ?? '', { Caption: 'later' })
    await here.pass(5 * MINUTE)
    expect((await here.item(first?.id ?? '')).caption).toBe('later')
  })

  test('without a column of modification times do a full scan, every quarter of an hour', async () => {
    const here = await tabled({ records: 5, isPulled: false })
    posts(here).removeField('Last Modified')
    await here.pull()
    const [first, second] = posts(here).records()
    posts(here).edit(first?.id ?? '', { Caption: 'later' })
    posts(here).remove(second?.id ?? '')
    await here.pass(6 * MINUTE)
    expect((await here.item(first?.id ?? '')).caption).not.toBe('later')
    await here.pass(15 * MINUTE)
    expect((await here.item(first?.id ?? '')).caption).toBe('later')
    expect(await total(here)).toBe(4)
  })

  test('a sweep once a day sees what was deleted, and what is there again', async () => {
    const here = await tabled({ records: 30 })
    const [first] = posts(here).records()
    posts(here).remove(first?.id ?? '')
    await here.pass(HOUR)
    expect(await total(here)).toBe(30)
    await here.pass(DAY)
    expect(await total(here)).toBe(29)
    expect((await here.ask('pro', 'GET', `/api/content/posts/${first?.id}`)).statusCode).toBe(404)
    posts(here).restore(first?.id ?? '')
    await here.pass(DAY)
    expect(await total(here)).toBe(30)
    const history = (await here.ask('pro', 'GET', `/api/content/posts/${first?.id}/history`)).json()
    expect(history).toMatchObject([
      { kind: 'changed', origin: 'table', changes: [{ field: 'presence', from: 'gone', to: 'there' }] },
      { kind: 'changed', origin: 'table', changes: [{ field: 'presence', from: 'there', to: 'gone' }] },
      { kind: 'made' },
    ])
  })

  test('an answer that is empty by mistake deletes nothing', async () => {
    const here = await tabled({ records: 30 })
    here.clock.moveBy(DAY)
    here.airtable.faults.next(1, { delayMs: 0 })
    here.airtable.faults.next(1, 'emptyList')
    await here.pull()
    expect(await total(here)).toBe(30)
  })

  test('a picture that is taken away there goes here; another one takes its place', async () => {
    const here = await tabled({ isPulled: false })
    const id = posts(here).add({ Image: [{ url: 'https://x.example.test/a.png' }] })
    await here.pull()
    const { imageUrl: first } = await here.item(id)
    here.clock.moveBy(MINUTE)
    posts(here).edit(id, { Image: [{ url: 'https://x.example.test/b.png' }] })
    await here.pull()
    const { imageUrl: second } = await here.item(id)
    expect(second).toMatch(/^http:\/\/localhost\/media\/u\//)
    expect(second).not.toBe(first)
    here.clock.moveBy(MINUTE)
    posts(here).edit(id, { Image: null })
    await here.pull()
    expect((await here.item(id)).imageUrl).toBeNull()
  })
})

describe('columns', () => {
  test('a renamed column is still the same one', async () => {
    const here = await tabled({ records: 3 })
    const [first] = posts(here).records()
    posts(here).renameField('Caption', 'Whatever the {team} calls it')
    posts(here).edit(first?.id ?? '', { 'Whatever the {team} calls it': 'new words' })
    await here.pull()
    expect((await here.item(first?.id ?? '')).caption).toBe('new words')
    expect((await here.sync()).state).toBe('in_step')
  })

  test('a column of another type is a problem of its field, and of nothing else', async () => {
    const here = await tabled({ records: 0, isPulled: false })
    posts(here).retypeField('Likes', 'singleLineText')
    posts(here).retypeField('Publish Date', 'checkbox')
    const id = posts(here).add({ Caption: 'x', Likes: 'many', 'Publish Date': true, Status: 'Draft' })
    await here.pull()
    expect(await here.item(id)).toMatchObject({ caption: 'x', likes: null, publishDate: null })
    const { fields } = (await here.ask('admin', 'GET', '/api/connections/airtable/tables/1')).json()
    const problems = Object.fromEntries(
      fields.map(({ field, problem }: { field: string; problem: string | null }) => [field, problem]),
    )
    expect(problems).toMatchObject({
      likes: '“Likes” does not hold a number: it is left alone.',
      publishDate: '“Publish Date” does not hold a date: it is left alone.',
      caption: null,
    })
  })

  test('a table with none of the columns of a post is reported', async () => {
    const tables = [{ name: 'Posts', fields: [{ name: 'Budget', type: 'checkbox' as const }] }]
    const here = await tabled({ isPulled: false, airtable: { tables } })
    await here.pull()
    expect(await here.sync()).toMatchObject({
      state: 'failing',
      message: expect.stringMatching(/^No column of “Posts”/),
    })
  })

  test('a company that names another table begins anew; one table belongs to one company', async () => {
    const here = await tabled({ records: 2 })
    await linkTable(here, 'posts', 2)
    await here.pass(MINUTE)
    const list = (await here.ask('admin', 'GET', '/api/connections/airtable/tables')).json()
    expect(list).toMatchObject([
      { companyId: 1, companyName: 'Citrus Studio', table: 'Posts', state: 'in_step', records: 2 },
      { companyId: 2, state: 'failing', message: expect.stringContaining('belongs to Citrus Studio already') },
    ])
    expect(await here.items('foreigner')).toEqual([])
    await linkTable(here, null)
    await here.pass(5 * MINUTE)
    // Its records are another company's items: they stay there.
    expect(await here.items('foreigner')).toEqual([])
  })
})

test('a table that is named while another one is read is read from its beginning', async () => {
  const tables = [
    postsTable({ records: 250, begins: START }),
    { ...postsTable({ records: 3, begins: START }), name: 'Others' },
  ]
  const here = await tabled({ isPulled: false, airtable: { tables } })
  const { pages } = here.contentDatabase
  let isRenamed = false
  here.contentDatabase.pages = async function* (...asked) {
    for await (const page of pages(...asked)) {
      yield page
      if (isRenamed) continue
      isRenamed = true
      await linkTable(here, 'Others')
      await here.ask('admin', 'GET', '/api/connections/airtable/tables/1')
    }
  }
  await here.pull()
  expect(await here.sync()).toMatchObject({ state: 'in_step', table: 'Others' })
  const list = (await here.ask('admin', 'GET', '/api/connections/airtable/tables')).json()
  expect(list).toMatchObject([{ table: 'Others', records: 3 }])
})

describe('a service that fails', () => {
  const faults: [Fault, string][] = [
    [airtableErrors.authenticationRequired(), 'AIRTABLE_TOKEN'],
    [airtableErrors.notAllowed(), 'AIRTABLE_BASE_ID'],
    [airtableErrors.notFound(), 'does not know'],
    [airtableErrors.rateLimit(), 'its rate limit is reached'],
    [airtableErrors.billingLimit(), 'no more calls this month'],
    [airtableErrors.tooLarge(), 'of this size'],
    [airtableErrors.badFormula('x'), 'did not accept it'],
    [airtableErrors.unavailable(), 'has a problem'],
    ['reset', 'broke the connection off'],
    ['html', 'cannot be read'],
    ['truncated', 'cannot be read'],
    ['hang', 'did not answer'],
    ['trickle', 'did not answer'],
  ]
  test.each(faults)('%j leaves everything readable, says why, and is over when it is over', async (fault, words) => {
    const here = await tabled({ records: 3, limits: { wholeMs: 1_000 } })
    const before = await here.items()
    here.airtable.faults.always(fault)
    await here.pull()
    const told = await here.sync()
    expect(told).toMatchObject({ state: 'failing', table: 'Posts', pulledAt: expect.any(String) })
    expect(told.message).toContain(words)
    expect(told.message).not.toContain(here.airtable.token)
    expect(await here.items()).toEqual(before)
    here.airtable.faults.clear()
    await here.pass(2 * HOUR)
    expect(await here.sync()).toMatchObject({ state: 'in_step', message: null })
  })

  test('no list waits for one that hangs', async () => {
    const here = await tabled({ records: 3 })
    here.airtable.faults.always('hang')
    await here.ask('pro', 'POST', '/api/content/sync')
    const workers = here.work()
    const calls = here.airtable.calls.total
    await expect.poll(() => here.airtable.calls.total).toBeGreaterThan(calls)
    for (const url of [
      '/api/airtable/draft-posts',
      '/api/airtable/all-posts',
      '/api/content/counts',
      '/api/content/sync',
      '/api/connections/airtable/tables',
      '/api/connections',
    ])
      expect((await here.ask('admin', 'GET', url)).statusCode).toBe(200)
    expect(await here.sync()).toMatchObject({ isPulling: true })
    await workers.end()
  })

  test('after too many calls no call is made for half a minute, whatever its cause', async () => {
    const here = await tabled({ records: 3 })
    here.airtable.faults.next(1, airtableErrors.rateLimit())
    await here.pull()
    const calls = here.airtable.calls.total
    const [first] = await here.items()
    here.clock.moveBy(20 * SECOND)
    await here.pull()
    const res = await here.ask('pro', 'PUT', `/api/airtable/posts/${first?.id}`, { caption: 'other' })
    expect(res.statusCode).toBe(503)
    expect(res.json()).toMatchObject({ error: 'table_limited', retryAfterSeconds: expect.any(Number) })
    expect(res.headers['retry-after']).toBe(String(res.json().retryAfterSeconds))
    await here.ask('admin', 'POST', '/api/connections/airtable/test')
    await here.ask('admin', 'GET', '/api/connections/airtable/tables/1')
    expect(here.airtable.calls.total).toBe(calls)
    await here.pass(11 * SECOND)
    expect(await here.sync()).toMatchObject({ state: 'in_step' })
  })

  test('a walk that is refused in its middle waits half a minute, and goes on where it was', async () => {
    const here = await tabled({ records: 250, isPulled: false })
    // The columns and the first page come.
    here.airtable.faults.next(2, { delayMs: 0 })
    here.airtable.faults.next(1, airtableErrors.rateLimit())
    await here.pull()
    expect(await here.sync()).toMatchObject({ state: 'in_step' })
    expect(await total(here)).toBe(250)
    const calls = here.airtable.calls.latest()
    expect(calls.map(({ status }) => status)).toEqual([200, 200, 429, 200, 200])
    expect((calls[3]?.at ?? 0) - (calls[2]?.at ?? 0)).toBeGreaterThanOrEqual(30 * SECOND)
  })

  test('the rate limit holds: five calls a second are never exceeded', async () => {
    const here = await tabled({ records: 1_200 })
    expect(here.airtable.calls.byStatus()).toEqual({ 200: 13 })
    expect(await total(here)).toBe(1_200)
  })
})

describe('unlinked for a while', () => {
  const edited = async (here: Tabled, item: Shown | undefined, change: object) => {
    const res = await here.ask('pro', 'PUT', `/api/airtable/posts/${item?.id}`, change)
    expect(res.statusCode, res.body).toBe(200)
  }

  test('edits of both sides are merged: nothing is lost, the newer of one field wins, and history has both', async () => {
    const here = await tabled({ records: 0, isPulled: false })
    const ids = ['a', 'b', 'c', 'd'].map((Caption) => posts(here).add({ Caption, Status: 'Draft' }))
    await here.pull()
    const [a, b, c, d] = ids.map((id) => ({ id }) as Shown)
    await linkTable(here, null)
    here.clock.moveBy(MINUTE)
    await edited(here, a, { caption: 'only here' })
    posts(here).edit(b?.id ?? '', { Caption: 'only there' })
    posts(here).edit(c?.id ?? '', { Caption: 'older there' })
    await edited(here, d, { caption: 'older here' })
    here.clock.moveBy(MINUTE)
    await edited(here, c, { caption: 'newer here' })
    posts(here).edit(d?.id ?? '', { Caption: 'newer there', Status: 'Approved' })
    here.clock.moveBy(10 * MINUTE)
    await linkTable(here)
    await here.pull()
    const expected = ['only here', 'only there', 'newer here', 'newer there']
    expect(await Promise.all(ids.map(async (id) => (await here.item(id)).caption))).toEqual(expected)
    expect(ids.map((id) => posts(here).find(id)?.fields.Caption)).toEqual(expected)
    expect(await historyOf(here, c?.id ?? '')).toMatchObject([
      { kind: 'conflict', changes: [{ field: 'caption', from: 'older there', to: 'newer here' }] },
      { kind: 'changed', by: 'pro' },
      { kind: 'made' },
    ])
    const ofD = await historyOf(here, d?.id ?? '')
    expect(ofD.find(({ kind }) => kind === 'conflict')).toMatchObject({
      changes: [{ field: 'caption', from: 'older here', to: 'newer there' }],
    })
    const settled = await here.items()
    await here.pull()
    expect(await here.items()).toEqual(settled)
  })

  test('an assignee, who is in no table, makes an edit here no newer', async () => {
    const here = await tabled({ records: 0, isPulled: false })
    const id = posts(here).add({ Caption: 'a', Status: 'Draft' })
    await here.pull()
    await linkTable(here, null)
    here.clock.moveBy(MINUTE)
    await edited(here, { id } as Shown, { caption: 'older here' })
    here.clock.moveBy(MINUTE)
    posts(here).edit(id, { Caption: 'newer there' })
    here.clock.moveBy(MINUTE)
    await edited(here, { id } as Shown, { assigneeId: 2 })
    expect(await here.item(id)).toMatchObject({ changedAt: new Date(here.clock.now()).toISOString() })
    here.clock.moveBy(10 * MINUTE)
    await linkTable(here)
    await here.pull()
    expect(await here.item(id)).toMatchObject({ caption: 'newer there', assignee: { id: 2 } })
    expect(posts(here).find(id)?.fields.Caption).toBe('newer there')
  })
})
