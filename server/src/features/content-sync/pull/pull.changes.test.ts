/** Later pulls: a change in the table arrives here, once, and joins what was changed here. */
import { describe, expect, test } from 'vitest'
import { historyOf } from '../../../testing/content-items.ts'
import { DAY, HOUR, MINUTE } from '../../../testing/world-with-sources.ts'
import {
  callsOf,
  linkTable,
  makeWorldWithTable,
  posts,
  type Shown,
  type Tabled,
  total,
} from '../../../testing/world-with-table.ts'

describe('later pulls', () => {
  test('request only changes, and change nothing that was read before', async () => {
    const here = await makeWorldWithTable({ records: 120 })
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
    const here = await makeWorldWithTable({ records: 1 })
    const [first] = posts(here).records()
    posts(here).edit(first?.id ?? '', { Caption: 'later' })
    await here.pass(5 * MINUTE)
    expect((await here.item(first?.id ?? '')).caption).toBe('later')
  })

  test('without a column of modification times do a full scan, every quarter of an hour', async () => {
    const here = await makeWorldWithTable({ records: 5, isPulled: false })
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
    const here = await makeWorldWithTable({ records: 30 })
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
    const here = await makeWorldWithTable({ records: 30 })
    here.clock.moveBy(DAY)
    here.airtable.faults.next(1, { delayMs: 0 })
    here.airtable.faults.next(1, 'emptyList')
    await here.pull()
    expect(await total(here)).toBe(30)
  })

  test('a picture that is taken away there goes here; another one takes its place', async () => {
    const here = await makeWorldWithTable({ isPulled: false })
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

describe('unlinked for a while', () => {
  const editItem = async (here: Tabled, item: Shown | undefined, change: object) => {
    const res = await here.ask('pro', 'PUT', `/api/airtable/posts/${item?.id}`, change)
    expect(res.statusCode, res.body).toBe(200)
  }

  test('edits of both sides are merged: nothing is lost, the newer of one field wins, and history has both', async () => {
    const here = await makeWorldWithTable({ records: 0, isPulled: false })
    const ids = ['a', 'b', 'c', 'd'].map((Caption) => posts(here).add({ Caption, Status: 'Draft' }))
    await here.pull()
    const [a, b, c, d] = ids.map((id) => ({ id }) as Shown)
    await linkTable(here, null)
    here.clock.moveBy(MINUTE)
    await editItem(here, a, { caption: 'only here' })
    posts(here).edit(b?.id ?? '', { Caption: 'only there' })
    posts(here).edit(c?.id ?? '', { Caption: 'older there' })
    await editItem(here, d, { caption: 'older here' })
    here.clock.moveBy(MINUTE)
    await editItem(here, c, { caption: 'newer here' })
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
    const here = await makeWorldWithTable({ records: 0, isPulled: false })
    const id = posts(here).add({ Caption: 'a', Status: 'Draft' })
    await here.pull()
    await linkTable(here, null)
    here.clock.moveBy(MINUTE)
    await editItem(here, { id } as Shown, { caption: 'older here' })
    here.clock.moveBy(MINUTE)
    posts(here).edit(id, { Caption: 'newer there' })
    here.clock.moveBy(MINUTE)
    await editItem(here, { id } as Shown, { assigneeId: 2 })
    expect(await here.item(id)).toMatchObject({ changedAt: new Date(here.clock.now()).toISOString() })
    here.clock.moveBy(10 * MINUTE)
    await linkTable(here)
    await here.pull()
    expect(await here.item(id)).toMatchObject({ caption: 'newer there', assignee: { id: 2 } })
    expect(posts(here).find(id)?.fields.Caption).toBe('newer there')
  })
})
