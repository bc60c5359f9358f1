/** The content database over HTTP: lists, counts, drafts made by hand, planning and history. */
import type { ContentItem } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import { noTables } from '#features/content/index.ts'
import { aDraft, drafted, itemsIn } from '../../../testing/content-items.ts'
import { HOUR } from '../../../testing/measured.ts'
import { sharedWorld, type World, world } from '../../../testing/world.ts'

const ids = (answer: { json(): unknown }) => (answer.json() as ContentItem[]).map(({ id }) => id)

const nextOf = (headers: Record<string, unknown>) => /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]

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

describe('a draft made by hand', () => {
  test('needs nothing at all, and is a draft of the own company', async () => {
    const { ask } = await world()
    const res = await ask('pro', 'POST', '/api/content/posts', {})
    expect(res.statusCode, res.body).toBe(201)
    expect(res.json()).toEqual(aDraft({ id: res.json().id }))
    expect(res.json().id).toMatch(/^rec[A-Za-z0-9]{14}$/)
    expect((await ask('basic', 'GET', `/api/content/posts/${res.json().id}`)).json()).toEqual(res.json())
  })

  test('keeps every word as it was typed', async () => {
    const { ask } = await world()
    const fields = {
      caption: '<script>alert(1)</script> שלום 🍊👩‍👩‍👧 &amp; "quoted" \r\n\t end ',
      mediaType: 'carousel',
      hashtags: ['#citrus', 'Grove days', '##double', 'ירוק'],
      taggedUsers: ['@nasa', '@@ two words', 'x'],
      location: '  Lisbon ',
      publishDate: '2026-12-24',
    }
    const { id } = (await ask('pro', 'POST', '/api/content/posts', fields)).json()
    expect((await ask('pro', 'GET', `/api/content/posts/${id}`)).json()).toEqual(
      aDraft({
        id,
        ...fields,
        hashtags: ['citrus', 'Grove days', 'double', 'ירוק'],
        taggedUsers: ['nasa', 'two words', 'x'],
        location: 'Lisbon',
      }),
    )
  })

  test('may have a caption of 50,000 characters and 200 hashtags, and names each tag once', async () => {
    const { ask } = await world()
    const caption = `${'🍊 '.repeat(16_666)}ab`
    const hashtags = Array.from({ length: 200 }, (_, at) => `tag${at}`)
    const taggedUsers = Array.from({ length: 30 }, (_, at) => (at % 2 === 0 ? '@Same' : 'same'))
    const res = await ask('pro', 'POST', '/api/content/posts', { caption, hashtags, taggedUsers })
    expect(res.statusCode).toBe(201)
    expect(res.json()).toMatchObject({ caption, hashtags, taggedUsers: ['Same'] })
    expect((await ask('pro', 'GET', '/api/airtable/draft-posts')).json()).toEqual([res.json()])
  })

  test('distinguishes null from empty', async () => {
    const { ask } = await world()
    const empty = { caption: '', hashtags: [], taggedUsers: [], location: '' }
    const nothing = {
      caption: null,
      hashtags: null,
      taggedUsers: null,
      location: null,
      publishDate: null,
      imageUrl: null,
    }
    expect((await ask('pro', 'POST', '/api/content/posts', empty)).json()).toMatchObject(empty)
    expect((await ask('pro', 'POST', '/api/content/posts', nothing)).json()).toMatchObject(nothing)
  })

  test.each([
    [{ caption: 'x'.repeat(100_001) }, 'caption'],
    [{ caption: 'half \ud83c' }, 'caption'],
    [{ caption: 'nul \u0000' }, 'caption'],
    [{ mediaType: 'story' }, 'mediaType'],
    [{ hashtags: Array.from({ length: 501 }, (_, at) => `tag${at}`) }, 'hashtags'],
    [{ hashtags: ['#'] }, 'hashtags.0'],
    [{ taggedUsers: ['x'.repeat(101)] }, 'taggedUsers.0'],
    [{ publishDate: '2026-02-30' }, 'publishDate'],
    [{ publishDate: 'soon' }, 'publishDate'],
    [{ imageUrl: 'https://example.test/x.jpg' }, 'imageUrl'],
    [{ imageUrl: '/media/u/AAAAAAAAAAAAAAAAAAAAAA' }, 'imageUrl'],
    [{ status: 'Approved' }, 'status'],
    [{ companyId: 2 }, 'companyId'],
  ])('is refused with %j', async (body, field) => {
    const { ask } = await world()
    const res = await ask('pro', 'POST', '/api/content/posts', body)
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({ error: 'invalid_input', fields: { [field]: expect.any(String) } })
    expect((await ask('pro', 'GET', '/api/content/counts')).json().total).toBe(0)
  })

  test('of an administrator belongs to his company; a user without one gets a message', async () => {
    const { ask } = await world()
    expect((await ask('admin', 'POST', '/api/content/posts', {})).json().companyId).toBe(1)
    const res = await ask('loner', 'POST', '/api/content/posts', {})
    expect(res.statusCode).toBe(403)
    expect(res.json().message).toBe("You're not in a company yet. Ask an administrator to add you.")
  })

  test('is made in the table first, and takes its id; when the table refuses, nothing is made', async () => {
    const { Failure } = await import('#platform/errors.ts')
    let isDown = false
    const here = await world({
      writeThrough: {
        ...noTables,
        async make({ companyId, fields }, keep) {
          if (isDown) throw new Failure(502, 'table_failed', 'There was a problem updating the post.')
          expect({ companyId, fields }).toEqual({ companyId: 1, fields: { caption: 'both', status: 'Draft' } })
          return keep({ id: 'recFromTheTable00', tableChangedAt: 5, settle: async () => {} })
        },
        change: async () => new Map(),
      },
    })
    const res = await here.ask('pro', 'POST', '/api/content/posts', { caption: 'both' })
    expect(res.json().id).toBe('recFromTheTable00')
    isDown = true
    expect((await here.ask('pro', 'POST', '/api/content/posts', { caption: 'both' })).statusCode).toBe(502)
    expect((await here.ask('pro', 'GET', '/api/content/counts')).json().total).toBe(1)
  })
})

describe('lists', () => {
  const shared = sharedWorld()
  const filled = async () => {
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
    const { ask } = await filled()
    const all = await ask('pro', 'GET', '/api/airtable/all-posts')
    expect(ids(all)).toEqual([
      'recOther000000001',
      'recDelete00000001',
      'recPublished00001',
      'recApproved000001',
      'recDraft000000003',
      'recDraft000000002',
      'recDraft000000001',
    ])
    expect(all.headers['x-total-count']).toBe('7')
    expect(ids(await ask('pro', 'GET', '/api/airtable/draft-posts'))).toEqual([
      'recDraft000000003',
      'recDraft000000002',
      'recDraft000000001',
    ])
    expect((await ask('pro', 'GET', '/api/content/posts/recDraft000000002')).json().status).toBe('Draft')
  })

  test('are counted by status, trimmed and in any case; others count in the total alone (D21)', async () => {
    const { ask } = await filled()
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
    const { ask } = await filled()
    for (const url of ['/api/airtable/all-posts', '/api/airtable/draft-posts', '/api/content/unplanned']) {
      expect(ids(await ask('admin', 'GET', url))).toContain('recForeign0000001')
      expect(ids(await ask('foreigner', 'GET', url))).toEqual(['recForeign0000001'])
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
    const { ask } = await filled()
    const res = await ask('pro', 'GET', `/api/airtable/all-posts?${query}`)
    if (typeof expected === 'number') expect(res.json()).toHaveLength(expected)
    else {
      expect(ids(res)).toEqual(expected)
      expect(res.headers['x-total-count']).toBe(String(expected.length))
    }
  })

  test.each(['', '&mediaType=reel', '&status=draft', '&q=e'])(
    'come in pages that leave out nothing and repeat nothing%s',
    async (filter) => {
      const here = await filled()
      const whole = ids(await here.ask('pro', 'GET', `/api/airtable/all-posts?limit=200${filter}`))
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
    const { ask } = await filled()
    for (const url of ['/api/airtable/all-posts', '/api/airtable/draft-posts', '/api/content/unplanned'])
      expect((await ask('pro', 'GET', `${url}?cursor=${cursor}`)).statusCode).toBe(400)
  })

  test('are made from the rows where nothing is kept ready', async () => {
    const { ask, database } = await filled()
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
  expect(ids(res)).toEqual(['rec00000000001200', 'rec00000000000600', 'rec00000000000000'])
  const pages = await allPages(here, '/api/airtable/draft-posts?q=needle&limit=2')
  expect(pages.flat().map(({ id }) => id)).toEqual(ids(res))
})

describe('planning', () => {
  const DAYS = [
    { id: 'recDay00000000001', publishDate: '2026-11-01' },
    { id: 'recDay00000000002', publishDate: '2026-11-02', status: 'Published' },
    // 2026-11-01 still, in New York: the clocks go back there on that day.
    { id: 'recMoment00000001', publishDate: '2026-11-02T04:59:59.999Z' },
    { id: 'recMoment00000002', publishDate: '2026-11-02T05:00:00.000Z' },
    { id: 'recMoment00000003', publishDate: '2026-11-01T03:59:59.999Z' },
    { id: 'recMoment00000004', publishDate: '2026-11-01T04:00:00Z' },
    { id: 'recDeleted0000001', publishDate: '2026-11-01', status: 'Delete' },
    { id: 'recGone0000000001', publishDate: '2026-11-01', isGone: true },
    { id: 'recForeign0000001', publishDate: '2026-11-01', companyId: 2 },
    { id: 'recUndated0000001', publishDate: null },
  ]
  const shown = async ({ ask }: World, query: string, who: 'pro' | 'admin' | 'loner' = 'pro') => {
    const res = await ask(who, 'GET', `/api/content/calendar?${query}`)
    expect(res.statusCode, res.body).toBe(200)
    const { items, ...rest } = res.json()
    return { ...rest, ids: items.map(({ id }: ContentItem) => id) }
  }

  test('a day holds what goes out on it in the time zone of the company, also when its clocks change', async () => {
    const here = await world()
    await itemsIn(here, DAYS)
    await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'America/New_York' })
    expect(await shown(here, 'from=2026-11-01&to=2026-11-01')).toEqual({
      timeZone: 'America/New_York',
      today: '2026-11-20',
      isComplete: true,
      ids: ['recDay00000000001', 'recMoment00000004', 'recMoment00000001'],
    })
    expect((await shown(here, 'from=2026-11-02&to=2026-11-02')).ids).toEqual(['recDay00000000002', 'recMoment00000002'])
    expect((await shown(here, 'from=2026-10-31&to=2026-10-31')).ids).toEqual(['recMoment00000003'])
    await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'Pacific/Kiritimati' })
    expect((await shown(here, 'from=2026-11-01&to=2026-11-01')).ids).toEqual([
      'recDay00000000001',
      'recMoment00000003',
      'recMoment00000004',
    ])
  })

  test('an administrator sees the days of all companies, a user without one an empty calendar', async () => {
    const here = await world()
    await itemsIn(here, DAYS)
    expect((await shown(here, 'from=2026-11-01&to=2026-11-01', 'admin')).ids).toContain('recForeign0000001')
    expect(await shown(here, 'from=2026-11-01&to=2026-11-01', 'loner')).toEqual({
      timeZone: 'UTC',
      today: '2026-11-20',
      isComplete: true,
      ids: [],
    })
  })

  test('today is the day that it is there', async () => {
    const here = await world()
    await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'Pacific/Kiritimati' })
    here.clock.moveBy(HOUR)
    expect((await shown(here, 'from=2026-11-01&to=2026-11-01')).today).toBe('2026-11-21')
  })

  test.each(['from=2026-11-02&to=2026-11-01', 'from=2026-11-01&to=2027-01-02', 'from=2026-11-01', 'from=x&to=y'])(
    'a calendar of %s is refused',
    async (query) => {
      const { ask } = await world()
      expect((await ask('pro', 'GET', `/api/content/calendar?${query}`)).statusCode).toBe(400)
    },
  )

  test('a calendar holds 2,000 items and says when there are more', async () => {
    const here = await world()
    const full = Array.from({ length: 2_001 }, (_, at) => ({
      id: `rec${String(at).padStart(14, '0')}`,
      publishDate: at === 2_000 ? '2026-11-02' : '2026-11-01',
    }))
    await itemsIn(here, full)
    const { ids: days, isComplete } = await shown(here, 'from=2026-11-01&to=2027-01-01')
    expect([days.length, isComplete]).toEqual([2_000, false])
    expect((await shown(here, 'from=2026-11-01&to=2026-11-01')).isComplete).toBe(true)
  })

  test('what has no date stands aside, newest first, until it gets one', async () => {
    const here = await world()
    await itemsIn(here, [
      ...DAYS,
      { id: 'recApproved000001', status: 'Approved', createdAt: 5 },
      { id: 'recPublished00001', status: 'Published', createdAt: 6 },
    ])
    const res = await here.ask('pro', 'GET', '/api/content/unplanned')
    expect(ids(res)).toEqual(['recApproved000001', 'recUndated0000001'])
    const first = await here.ask('pro', 'GET', '/api/content/unplanned?limit=1')
    expect(first.headers['x-total-count']).toBe('2')
    expect(ids(await here.ask('pro', 'GET', nextOf(first.headers) ?? ''))).toEqual(['recUndated0000001'])
    await here.ask('pro', 'PUT', '/api/airtable/posts/recUndated0000001', { publishDate: '2026-11-30' })
    expect(ids(await here.ask('pro', 'GET', '/api/content/unplanned'))).toEqual(['recApproved000001'])
    expect((await shown(here, 'from=2026-11-30&to=2026-11-30')).ids).toEqual(['recUndated0000001'])
  })
})

describe('the history of an item', () => {
  const historyOf = async ({ ask }: World, id: string) =>
    (await ask('pro', 'GET', `/api/content/posts/${id}/history`)).json()

  test('lists who changed what and when, newest first', async () => {
    const here = await world()
    const { id } = await drafted(here, { caption: 'one' })
    here.clock.moveBy(HOUR)
    await here.ask('basic', 'PUT', `/api/airtable/posts/${id}`, { caption: 'two', taggedUsers: ['nasa'] })
    expect(await historyOf(here, id)).toEqual([
      {
        id: 2,
        at: '2026-11-20T10:00:00.000Z',
        by: 'basic',
        origin: 'here',
        kind: 'changed',
        changes: [
          { field: 'caption', from: 'one', to: 'two' },
          { field: 'taggedUsers', from: null, to: ['nasa'] },
        ],
      },
      { id: 1, at: '2026-11-20T09:00:00.000Z', by: 'pro', origin: 'here', kind: 'made', changes: [] },
    ])
  })

  test('drops the name of a deleted user', async () => {
    const here = await world()
    const { id } = await drafted(here, {}, 'basic')
    await here.ask('admin', 'DELETE', '/api/users/3')
    expect((await historyOf(here, id))[0].by).toBeNull()
  })

  test('has at most 200 entries, and fewer where they are long', async () => {
    const here = await world()
    const { id } = await drafted(here)
    for (let at = 0; at < 205; at += 1)
      await here.ask('pro', 'PUT', `/api/airtable/posts/${id}`, { caption: `caption ${at}` })
    expect((await historyOf(here, id)).map(({ id }: { id: number }) => id)).toEqual(
      Array.from({ length: 200 }, (_, at) => 206 - at),
    )
    for (let at = 0; at < 21; at += 1)
      await here.ask('pro', 'PUT', `/api/airtable/posts/${id}`, { caption: String(at % 10).repeat(60_000) })
    expect((await historyOf(here, id)).length).toBeLessThan(21)
  })
})
