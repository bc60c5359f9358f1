/** Items over HTTP: drafts made by hand, and what their history says. */
import { describe, expect, test } from 'vitest'
import { noTables } from '#features/content/index.ts'
import { aDraft, createPost, historyOf } from '../../../testing/content-items.ts'
import { world } from '../../../testing/world.ts'
import { HOUR } from '../../../testing/world-with-sources.ts'

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

describe('the history of an item', () => {
  test('lists who changed what and when, newest first', async () => {
    const here = await world()
    const { id } = await createPost(here, { caption: 'one' })
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
    const { id } = await createPost(here, {}, 'basic')
    await here.ask('admin', 'DELETE', '/api/users/3')
    expect((await historyOf(here, id))[0]?.by).toBeNull()
  })

  test('has at most 200 entries, and fewer where they are long', async () => {
    const here = await world()
    const { id } = await createPost(here)
    for (let at = 0; at < 205; at += 1)
      await here.ask('pro', 'PUT', `/api/airtable/posts/${id}`, { caption: `caption ${at}` })
    expect((await historyOf(here, id)).map(({ id }) => id)).toEqual(Array.from({ length: 200 }, (_, at) => 206 - at))
    for (let at = 0; at < 21; at += 1)
      await here.ask('pro', 'PUT', `/api/airtable/posts/${id}`, { caption: String(at % 10).repeat(60_000) })
    expect((await historyOf(here, id)).length).toBeLessThan(21)
  })
})
