/** Drafts of a company that is synced with a table: what it does not take is not changed here. */
import { describe, expect, test } from 'vitest'
import { noTables } from '#features/content/index.ts'
import { Failure } from '#platform/errors.ts'
import { createPost } from '../../../testing/content-items.ts'
import { readTables } from '../../../testing/read-tables.ts'
import { START, world } from '../../../testing/world.ts'

describe('a company that is synced with a table', () => {
  /** A table that accepts every write. */
  const withTable = async (refuses: (id: string) => boolean) => {
    const asked: string[][] = []
    const here = await world({
      writeThrough: {
        ...noTables,
        make: async (_request, keep) => keep(null),
        async change(items, change) {
          asked.push([...items.map(({ id }) => id), JSON.stringify(change)])
          return new Map(
            items.map(({ id }) => [
              id,
              refuses(id)
                ? new Failure(502, 'table_failed', 'There was a problem updating the post.')
                : { tableChangedAt: START + 7 },
            ]),
          )
        },
      },
    })
    return { ...here, asked }
  }

  test('has the change first in the table, then here', async () => {
    const here = await withTable(() => false)
    const { id } = await createPost(here)
    const res = await here.ask('pro', 'PUT', `/api/airtable/posts/${id}`, { status: 'Approved', version: 1 })
    expect(res.json()).toMatchObject({ status: 'Approved', version: 2 })
    expect(here.asked).toEqual([[id, '{"status":"Approved"}']])
    expect((await readTables(here.database, 'content_items')).content_items?.[0]).toMatchObject({
      table_changed_at: START + 7,
    })
  })

  test('keeps what it had when the table takes nothing', async () => {
    const here = await withTable(() => true)
    const { id } = await createPost(here)
    const before = await readTables(here.database)
    const res = await here.ask('pro', 'PUT', `/api/airtable/posts/${id}`, { status: 'Approved' })
    expect([res.statusCode, res.json().message]).toEqual([502, 'There was a problem updating the post.'])
    expect(await readTables(here.database)).toEqual(before)
  })

  test('sends the table nothing that is refused here or changes nothing', async () => {
    const here = await withTable(() => false)
    const { id } = await createPost(here)
    const url = `/api/airtable/posts/${id}`
    await here.ask('pro', 'PUT', url, { caption: 'x', version: 5 })
    await here.ask('pro', 'PUT', url, { status: 'Draft' })
    await here.ask('foreigner', 'PUT', url, { status: 'Approved' })
    expect(here.asked).toEqual([])
  })

  test('changes those of many that the table has taken', async () => {
    const bad = new Set<string>()
    const here = await withTable((id) => bad.has(id))
    const [good, refused] = [await createPost(here), await createPost(here)]
    bad.add(refused.id)
    const res = await here.ask('pro', 'POST', '/api/content/posts/status', {
      posts: [{ id: good.id }, { id: refused.id }],
      status: 'Approved',
    })
    expect(res.json()).toMatchObject({
      changed: [{ id: good.id, status: 'Approved' }],
      refused: [{ id: refused.id, error: 'table_failed', message: 'There was a problem updating the post.' }],
    })
  })
})
