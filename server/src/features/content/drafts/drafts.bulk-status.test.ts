/** Many drafts get one status over HTTP, and those that cannot are named. */
import type { ContentItem } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import { aDraft, createPost } from '../../../testing/content-items.ts'
import { START, type World, world } from '../../../testing/world.ts'
import { HOUR } from '../../../testing/world-with-sources.ts'

const MISSING = 'recMissing0000001'
const LATER = new Date(START + HOUR).toISOString()

describe('many at once', () => {
  const many = ({ ask }: World, body: object, who: 'pro' | 'admin' | 'loner' = 'pro') =>
    ask(who, 'POST', '/api/content/posts/status', body)

  test('get one status; those that cannot are named with what a single change would say', async () => {
    const here = await world()
    const [one, two, stale] = [await createPost(here), await createPost(here), await createPost(here)]
    const foreign = await createPost(here, {}, 'foreigner')
    await here.ask('basic', 'PUT', `/api/airtable/posts/${stale.id}`, { caption: 'newer' })
    here.clock.moveBy(HOUR)
    const posts = [
      { id: one.id, version: 1 },
      { id: stale.id, version: 1 },
      { id: two.id },
      { id: foreign.id },
      { id: MISSING },
    ]
    const res = await many(here, { posts, status: 'Approved' })
    const approved = { status: 'Approved', version: 2, changedAt: LATER, changedBy: 'pro' }
    expect(res.statusCode).toBe(200)
    expect(res.json()).toEqual({
      changed: [aDraft({ ...one, ...approved }), aDraft({ ...two, ...approved })],
      refused: [
        {
          id: stale.id,
          error: 'changed_meanwhile',
          message: 'This post has been changed meanwhile: you have version 1, it is at version 2 now',
        },
        { id: foreign.id, error: 'not_found', message: 'Post not found' },
        { id: MISSING, error: 'not_found', message: 'Post not found' },
      ],
    })
    const history = (await here.ask('pro', 'GET', `/api/content/posts/${two.id}/history`)).json()
    expect(history[0]).toMatchObject({ by: 'pro', changes: [{ field: 'status', from: 'Draft', to: 'Approved' }] })
  })

  test('come back as they were, as an undo sends them', async () => {
    const here = await world()
    const posts: ContentItem[] = []
    for (let count = 0; count < 200; count += 1) posts.push(await createPost(here))
    const deleted = (
      await many(here, { posts: posts.map(({ id, version }) => ({ id, version })), status: 'Delete' })
    ).json()
    expect(deleted.refused).toEqual([])
    expect((await here.ask('pro', 'GET', '/api/content/counts')).json()).toMatchObject({ draft: 0, total: 200 })
    const back = deleted.changed.map(({ id, version }: ContentItem) => ({ id, version }))
    expect((await many(here, { posts: back, status: 'Draft' })).json().changed).toHaveLength(200)
    expect((await here.ask('pro', 'GET', '/api/content/counts')).json()).toMatchObject({ draft: 200, total: 200 })
  })

  test('may name one twice, and change it once', async () => {
    const here = await world()
    const { id } = await createPost(here)
    const res = await many(here, { posts: [{ id, version: 1 }, { id }], status: 'Approved' })
    expect(res.json()).toMatchObject({ changed: [{ id, version: 2 }], refused: [] })
  })

  test.each([
    [{ posts: [], status: 'Approved' }, 'posts must name at least one item'],
    [
      { posts: Array.from({ length: 201 }, () => ({ id: MISSING })), status: 'Approved' },
      'posts must name at most 200 items',
    ],
    [{ posts: [{ id: MISSING }], status: 'Published' }, 'status must be one of: Draft, Approved, Delete'],
  ])('are refused: %#', async (body, message) => {
    const res = await many(await world(), body)
    expect([res.statusCode, res.json().message]).toEqual([400, message])
  })
})
