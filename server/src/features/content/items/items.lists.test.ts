/** Lists of items over HTTP: ordered, counted, filtered, searched, and page by page. */
import type { ContentItem } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import { idsOf, itemsIn, nextOf } from '../../../testing/content-items.ts'
import { setUpSharedWorld, type World, world } from '../../../testing/world.ts'

/** Every page of a list, one after the other. */
async function allPages({ ask }: World, url: string) {
  const pages: ContentItem[][] = []
  for (let next: string | undefined = url; next; ) {
    const res = await ask('pro', 'GET', next)
    expect(res.statusCode, res.body).toBe(200)
    pages.push(res.json())
    next = nextOf(res.headers)
  }
  return pages
}

describe('lists', () => {
  const shared = setUpSharedWorld()
  const fillShared = async () => {
    const here = await shared()
    if ((await here.ask('pro', 'GET', '/api/content/counts')).json().total > 0) return here
    await itemsIn(here, [
      { id: 'recDraft000000001', status: 'Draft', caption: 'Grüße aus Lissabon 100%', createdAt: 1, mediaType: 'reel' },
      { id: 'recDraft000000002', status: null, caption: null, location: 'Café_Central', createdAt: 2 },
      { id: 'recDraft000000003', status: ' DRAFT ', hashtags: ['Citrus'], createdAt: 2, mediaType: 'Reel' },
      { id: 'recApproved000001', status: 'Approved', createdAt: 3 },
      { id: 'recPublished00001', status: 'published', createdAt: 4 },
      { id: 'recDelete00000001', status: 'Delete', createdAt: 5 },
      { id: 'recOther000000001', status: 'Waiting for legal', createdAt: 6, mediaType: 'reel' },
      { id: 'recGone0000000001', status: 'Draft', createdAt: 7, isGone: true },
      { id: 'recForeign0000001', status: 'Draft', createdAt: 8, companyId: 2 },
    ])
    return here
  }

  test('hold all items newest first, the drafts those whose status is draft or missing', async () => {
    const { ask } = await fillShared()
    const all = await ask('pro', 'GET', '/api/airtable/all-posts')
    expect(idsOf(all)).toEqual([
      'recOther000000001',
      'recDelete00000001',
      'recPublished00001',
      'recApproved000001',
      'recDraft000000003',
      'recDraft000000002',
      'recDraft000000001',
    ])
    expect(all.headers['x-total-count']).toBe('7')
    expect(idsOf(await ask('pro', 'GET', '/api/airtable/draft-posts'))).toEqual([
      'recDraft000000003',
      'recDraft000000002',
      'recDraft000000001',
    ])
    expect((await ask('pro', 'GET', '/api/content/posts/recDraft000000002')).json().status).toBe('Draft')
  })

  test('are counted by status, trimmed and in any case; others count in the total alone (D21)', async () => {
    const { ask } = await fillShared()
    const counts = async (who: 'pro' | 'foreigner' | 'admin' | 'loner') =>
      (await ask(who, 'GET', '/api/content/counts')).json()
    expect(await counts('pro')).toEqual({ draft: 3, approved: 1, published: 1, total: 7, undated: 4, needsApproval: 0 })
    expect(await counts('foreigner')).toEqual({
      draft: 1,
      approved: 0,
      published: 0,
      total: 1,
      undated: 1,
      needsApproval: 0,
    })
    expect(await counts('admin')).toEqual({
      draft: 4,
      approved: 1,
      published: 1,
      total: 8,
      undated: 5,
      needsApproval: 0,
    })
    expect(await counts('loner')).toEqual({
      draft: 0,
      approved: 0,
      published: 0,
      total: 0,
      undated: 0,
      needsApproval: 0,
    })
  })

  test('show everything to administrators, the own to a company, and nothing to a user without one', async () => {
    const { ask } = await fillShared()
    for (const url of ['/api/airtable/all-posts', '/api/airtable/draft-posts', '/api/content/unplanned']) {
      expect(idsOf(await ask('admin', 'GET', url))).toContain('recForeign0000001')
      expect(idsOf(await ask('foreigner', 'GET', url))).toEqual(['recForeign0000001'])
      const res = await ask('loner', 'GET', url)
      expect([res.json(), res.headers['x-total-count']]).toEqual([[], '0'])
    }
  })

  test.each([
    ['status=approved', ['recApproved000001']],
    ['status=%20WAITING%20for%20legal', ['recOther000000001']],
    ['status=nothing', []],
    ['mediaType=REEL', ['recOther000000001', 'recDraft000000003', 'recDraft000000001']],
    ['mediaType=reel&status=draft', ['recDraft000000003', 'recDraft000000001']],
    ['q=GR%C3%9C%C3%9FE', ['recDraft000000001']],
    ['q=%25', ['recDraft000000001']],
    ['q=caf%C3%A9_', ['recDraft000000002']],
    ['q=%23citrus', ['recDraft000000003']],
    ['q=citrus&mediaType=reel', ['recDraft000000003']],
    ['q=citrus&mediaType=video', []],
    ['q=%20', 7],
  ])('are filtered by %s', async (query, expected) => {
    const { ask } = await fillShared()
    const res = await ask('pro', 'GET', `/api/airtable/all-posts?${query}`)
    if (typeof expected === 'number') expect(res.json()).toHaveLength(expected)
    else {
      expect(idsOf(res)).toEqual(expected)
      expect(res.headers['x-total-count']).toBe(String(expected.length))
    }
  })

  test.each(['', '&mediaType=reel', '&status=draft', '&q=e'])(
    'come in pages that leave out nothing and repeat nothing%s',
    async (filter) => {
      const here = await fillShared()
      const whole = idsOf(await here.ask('pro', 'GET', `/api/airtable/all-posts?limit=200${filter}`))
      const pages = await allPages(here, `/api/airtable/all-posts?limit=1${filter}`)
      expect(pages.flat().map(({ id }) => id)).toEqual(whole)
      const first = await here.ask('pro', 'GET', `/api/airtable/all-posts?limit=1${filter}`)
      const second = await here.ask('pro', 'GET', nextOf(first.headers) ?? '')
      if (!filter.includes('q=')) expect(first.headers['x-total-count']).toBe(String(whole.length))
      expect(second.headers['x-total-count']).toBeUndefined()
    },
  )

  test.each([
    'x',
    Buffer.from('[1,1]').toString('base64url'),
    Buffer.from('["a","recDraft000000001"]').toString('base64url'),
  ])('refuse the cursor %s', async (cursor) => {
    const { ask } = await fillShared()
    for (const url of ['/api/airtable/all-posts', '/api/airtable/draft-posts', '/api/content/unplanned'])
      expect((await ask('pro', 'GET', `${url}?cursor=${cursor}`)).statusCode).toBe(400)
  })

  test('are made from the rows where nothing is kept ready', async () => {
    const { ask, database } = await fillShared()
    const before = (await ask('pro', 'GET', '/api/airtable/all-posts')).json()
    await database.queries.updateTable('content_items').set({ shown: null }).where('media_key', '=', 'reel').execute()
    expect((await ask('pro', 'GET', '/api/airtable/all-posts')).json()).toEqual(before)
  })
})

test('a search reads thousands of items in chunks, and returns where it stopped', async () => {
  const here = await world()
  const items = Array.from({ length: 1_300 }, (_, at) => ({
    id: `rec${String(at).padStart(14, '0')}`,
    caption: at % 600 === 0 ? 'needle' : 'hay',
    createdAt: at,
  }))
  await itemsIn(here, items)
  const res = await here.ask('pro', 'GET', '/api/airtable/draft-posts?q=Needle')
  expect(idsOf(res)).toEqual(['rec00000000001200', 'rec00000000000600', 'rec00000000000000'])
  const pages = await allPages(here, '/api/airtable/draft-posts?q=needle&limit=2')
  expect(pages.flat().map(({ id }) => id)).toEqual(idsOf(res))
})
