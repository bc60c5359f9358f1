/** The first pull of a table: every record of it, once, with any interruption in between. */
import { describe, expect, test } from 'vitest'
import { historyOf } from '../../../testing/content-items.ts'
import { readTables } from '../../../testing/read-tables.ts'
import { shortImages } from '../../../testing/short-images.ts'
import { START, world } from '../../../testing/world.ts'
import { HOUR, MINUTE } from '../../../testing/world-with-sources.ts'
import { callsOf, linkTable, makeWorldWithTable, posts, total } from '../../../testing/world-with-table.ts'

describe('a first pull', () => {
  test('brings every field, translated, with the ids of the table', async () => {
    const here = await makeWorldWithTable({ isPulled: false })
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
    const here = await makeWorldWithTable({ records: 137, isPulled: false })
    here.airtable.vanishOffsets(1)
    await here.pull()
    expect(await total(here)).toBe(137)
    expect(callsOf(here).filter((operation) => operation === 'records.list')).toHaveLength(4)
    const { queries } = here.database
    const made = await queries.selectFrom('content_changes').select('item_id').where('kind', '=', 'made').execute()
    expect([made.length, new Set(made.map(({ item_id }) => item_id)).size]).toEqual([137, 137])
  })

  test('is scheduled within a minute of the table being named', async () => {
    const here = await makeWorldWithTable({ records: 3, isPulled: false })
    await here.pass(MINUTE)
    expect(await total(here)).toBe(3)
  })

  test('causes no calls for a company without a table, nor on a server without a service', async () => {
    const here = await makeWorldWithTable({ records: 3, isPulled: false })
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
    const here = await makeWorldWithTable({ isPulled: false })
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
    const here = await makeWorldWithTable({ isPulled: false, images })
    const id = posts(here).add({ Caption: 'x', Image: [{ url: 'https://x.example.test/a.png' }] })
    await here.pull()
    expect(await readTables(here.database, 'attachments')).toMatchObject({
      attachments: [{ image_url: null, problem: null }],
    })
    images.recover()
    await here.pass(HOUR)
    expect((await here.item(id)).imageUrl).toMatch(/^http:\/\/localhost\/media\/u\//)
  })

  test('links that have died meanwhile are read again', async () => {
    const here = await makeWorldWithTable({ isPulled: false })
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
