/** Changing a draft over HTTP: with all that was touched, and never over another user's text. */
import type { ContentItem } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import { aDraft, createPost, itemsIn } from '../../../testing/content-items.ts'
import { readTables } from '../../../testing/read-tables.ts'
import { START, world } from '../../../testing/world.ts'
import { HOUR } from '../../../testing/world-with-sources.ts'

const MISSING = 'recMissing0000001'
const LATER = new Date(START + HOUR).toISOString()

/** A world with a draft in it, an hour old. */
async function withDraft(fields: object = { caption: 'old', taggedUsers: ['nasa'], publishDate: '2026-12-01' }) {
  const here = await world()
  const post = await createPost(here, fields)
  here.clock.moveBy(HOUR)
  const put = (body: object, who: 'pro' | 'basic' | 'admin' | 'foreigner' = 'basic') =>
    here.ask(who, 'PUT', `/api/airtable/posts/${post.id}`, body)
  const read = async () => (await here.ask('pro', 'GET', `/api/content/posts/${post.id}`)).json() as ContentItem
  return { ...here, post, put, read }
}

describe('a change', () => {
  test('of the status keeps everything else', async () => {
    const { put, post, read, ask } = await withDraft()
    const res = await put({ status: 'Approved' })
    const expected = aDraft({ ...post, status: 'Approved', version: 2, changedAt: LATER, changedBy: 'basic' })
    expect(res.json()).toEqual(expected)
    expect(await read()).toEqual(expected)
    expect((await ask('pro', 'GET', '/api/airtable/draft-posts')).json()).toEqual([])
    expect((await ask('pro', 'GET', '/api/content/counts')).json()).toMatchObject({ draft: 0, approved: 1, total: 1 })
  })

  test.each([
    ['absent', {}, { caption: 'old', taggedUsers: ['nasa'], publishDate: '2026-12-01', version: 1 }],
    [
      'null',
      { caption: null, taggedUsers: null, publishDate: null },
      { caption: null, taggedUsers: null, publishDate: null, version: 2 },
    ],
    [
      'empty',
      { caption: '', taggedUsers: [] },
      { caption: '', taggedUsers: [], publishDate: '2026-12-01', version: 2 },
    ],
  ])('tells %s fields from the others', async (_, body, expected) => {
    const { put, read } = await withDraft()
    expect((await put(body)).statusCode).toBe(200)
    expect(await read()).toMatchObject(expected)
  })

  test('keeps captions of 50,000 characters and strange words as they are', async () => {
    const { put, read } = await withDraft()
    for (const caption of ['ش'.repeat(50_000), '<script>alert("x")</script>', '🍊\u202Eabc\u202C', '%_\\\'";--']) {
      expect((await put({ caption })).statusCode).toBe(200)
      expect((await read()).caption).toBe(caption)
    }
  })

  test('names each tag once, without @', async () => {
    const { put } = await withDraft()
    const taggedUsers = [...Array.from({ length: 30 }, () => '@Same'), 'two words', '@@twice', ' same ']
    expect((await put({ taggedUsers })).json().taggedUsers).toEqual(['Same', 'two words', 'twice'])
  })

  test.each([
    [{ status: 'Archived' }, 'status must be one of: Draft, Approved, Delete'],
    [{ status: null }, 'status must be one of: Draft, Approved, Delete'],
    [{ status: 'draft' }, 'status must be one of: Draft, Approved, Delete'],
    [{ caption: 'x'.repeat(100_001) }, 'A caption has at most 100000 characters'],
    [{ caption: 7 }, 'caption must be text'],
    [{ taggedUsers: ['@'] }, 'A name must not be empty'],
    [{ taggedUsers: 'nasa' }, 'taggedUsers must be a list'],
    [{ publishDate: '' }, 'publishDate must be a day like 2026-11-20 or a moment like 2026-11-20T09:00:00Z'],
    [{ version: 0 }, 'version must be at least 1'],
    [{ hashtags: [] }, 'hashtags is not a field of this request'],
  ])('with %j is refused', async (body, message) => {
    const { put, read, post } = await withDraft()
    const res = await put(body)
    expect([res.statusCode, res.json().message]).toEqual([400, message])
    expect(await read()).toEqual(post)
  })

  test.each([MISSING, 'rec1', 'x'.repeat(150)])(
    'of %s, which is not there, answers like one of another company',
    async (id) => {
      const { put, ask } = await withDraft()
      const foreign = await put({ status: 'Approved' }, 'foreigner')
      expect(foreign.json()).toEqual({ error: 'not_found', message: 'Post not found', status: 404, success: false })
      const missing = await ask('foreigner', 'PUT', `/api/airtable/posts/${id}`, { status: 'Approved' })
      expect(missing.statusCode).toBe(id === MISSING ? 404 : 400)
      if (id === MISSING) expect(missing.json()).toEqual(foreign.json())
    },
  )

  test('of an item that was deleted in the table while it was looked at is not found', async () => {
    const here = await world()
    await itemsIn(here, [{ id: MISSING, isGone: true }])
    for (const [method, url] of [
      ['GET', `/api/content/posts/${MISSING}`],
      ['GET', `/api/content/posts/${MISSING}/history`],
      ['PUT', `/api/airtable/posts/${MISSING}`],
    ] as const)
      expect((await here.ask('pro', method, url, method === 'PUT' ? {} : undefined)).statusCode).toBe(404)
  })

  test('that changes nothing writes nothing', async () => {
    const { put, post, database } = await withDraft()
    const contents = () => readTables(database, 'content_items', 'content_changes', 'content_counts', 'events')
    const before = await contents()
    const same = { status: 'Draft', caption: 'old', taggedUsers: ['@nasa'], publishDate: '2026-12-01' }
    expect((await put({ ...same, version: 1 })).json()).toEqual(post)
    expect((await put({})).json()).toEqual(post)
    expect(await contents()).toEqual(before)
  })

  test('is published to open screens, once, in the transaction that makes it', async () => {
    const { put, database } = await withDraft()
    await put({ status: 'Approved' })
    await put({ status: 'Approved' })
    await put({ status: 'nonsense' })
    expect((await readTables(database, 'events')).events).toEqual(
      [START, START + HOUR].map((at, place) => ({
        id: place + 1,
        company_id: 1,
        kind: 'content-changed',
        account_id: null,
        message: null,
        at,
      })),
    )
  })
})

describe('the version', () => {
  test('of a user with an outdated version is refused, with both values in the response', async () => {
    const { put, read } = await withDraft()
    await put({ caption: 'hers' }, 'pro')
    const res = await put({ caption: 'his', version: 1 })
    expect(res.statusCode).toBe(409)
    expect(res.json()).toEqual({
      error: 'changed_meanwhile',
      message: 'This post has been changed meanwhile: you have version 1, it is at version 2 now',
      status: 409,
      success: false,
      current: await read(),
    })
    expect((await read()).caption).toBe('hers')
    expect((await put({ caption: 'his', version: 2 })).json()).toMatchObject({ caption: 'his', version: 3 })
  })

  test('does not matter for a change that was made already: a request sent twice is answered twice', async () => {
    const { put } = await withDraft()
    const first = await put({ caption: 'mine', version: 1 })
    const again = await put({ caption: 'mine', version: 1 })
    expect([again.statusCode, again.json()]).toEqual([200, first.json()])
  })

  test('lets one of many win who change the same at the same time', async () => {
    const { put, read, database } = await withDraft()
    const all = await Promise.all(Array.from({ length: 20 }, (_, at) => put({ caption: `by ${at}`, version: 1 })))
    expect(all.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(all.filter(({ statusCode }) => statusCode === 409)).toHaveLength(19)
    expect((await read()).version).toBe(2)
    expect((await readTables(database, 'content_changes')).content_changes).toHaveLength(2)
  })

  test('goes up with every change of people who do not send one, and none is lost', async () => {
    const { put, read, database } = await withDraft()
    await Promise.all(Array.from({ length: 20 }, (_, at) => put({ caption: `by ${at}` })))
    expect((await read()).version).toBe(21)
    expect((await readTables(database, 'content_changes')).content_changes).toHaveLength(21)
  })
})
