/** Pulls of tables and columns that were renamed, replaced or named anew. */
import { postsTable } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { START } from '../../../testing/world.ts'
import { MINUTE } from '../../../testing/world-with-sources.ts'
import { linkTable, makeWorldWithTable, posts } from '../../../testing/world-with-table.ts'

describe('columns', () => {
  test('a renamed column is still the same one', async () => {
    const here = await makeWorldWithTable({ records: 3 })
    const [first] = posts(here).records()
    posts(here).renameField('Caption', 'Whatever the {team} calls it')
    posts(here).edit(first?.id ?? '', { 'Whatever the {team} calls it': 'new words' })
    await here.pull()
    expect((await here.item(first?.id ?? '')).caption).toBe('new words')
    expect((await here.sync()).state).toBe('in_step')
  })

  test('a column of another type is a problem of its field, and of nothing else', async () => {
    const here = await makeWorldWithTable({ records: 0, isPulled: false })
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

  test('a year of five digits is no date, and keeps nothing else out', async () => {
    const here = await makeWorldWithTable({ records: 0, isPulled: false })
    posts(here).retypeField('Publish Date', 'dateTime')
    const mistyped = posts(here).add({ Caption: 'far', 'Publish Date': '+020266-11-25T10:00:00.000Z' })
    const other = posts(here).add({ Caption: 'near', 'Publish Date': '2026-11-25T10:00:00.000Z' })
    await here.pull()
    expect(await here.sync()).toMatchObject({ state: 'in_step', message: null })
    expect(await here.item(mistyped)).toMatchObject({ caption: 'far', publishDate: null })
    expect(await here.item(other)).toMatchObject({ caption: 'near', publishDate: '2026-11-25T10:00:00.000Z' })
  })

  test('a table with none of the columns of a post is reported', async () => {
    const tables = [{ name: 'Posts', fields: [{ name: 'Budget', type: 'checkbox' as const }] }]
    const here = await makeWorldWithTable({ isPulled: false, airtable: { tables } })
    await here.pull()
    expect(await here.sync()).toMatchObject({
      state: 'failing',
      message: expect.stringMatching(/^No column of “Posts”/),
    })
  })

  test('a company that names another table begins anew; one table belongs to one company', async () => {
    const here = await makeWorldWithTable({ records: 2 })
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
  const here = await makeWorldWithTable({ isPulled: false, airtable: { tables } })
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
