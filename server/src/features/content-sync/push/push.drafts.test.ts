/** A new draft is made in the table first, and once. */
import { airtableErrors } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { formWith } from '../../../testing/world.ts'
import { MINUTE } from '../../../testing/world-with-sources.ts'
import { makeWorldWithTable, posts } from '../../../testing/world-with-table.ts'

describe('a new draft', () => {
  test('is made there first, so that both have one id, with its picture', async () => {
    const here = await makeWorldWithTable({ records: 1 })
    const { imageUrls } = (await here.ask('pro', 'POST', '/api/upload/images', formWithImage())).json()
    const res = await here.ask('pro', 'POST', '/api/content/posts', {
      caption: 'made here',
      mediaType: 'image',
      hashtags: ['one', 'two'],
      imageUrl: imageUrls[0],
    })
    expect(res.statusCode, res.body).toBe(201)
    const made = res.json()
    expect(posts(here).find(made.id)?.fields).toMatchObject({
      Caption: 'made here',
      Status: 'Draft',
      'Media Type': 'Image',
      Hashtags: '#one #two',
      Image: [{ filename: expect.stringMatching(/^image\./) }],
    })
    await here.pull()
    here.clock.moveBy(10 * MINUTE)
    await here.pull()
    expect(await here.item(made.id)).toEqual(made)
    expect(await here.items()).toHaveLength(2)
  })

  test('whose answer was lost is one draft, however often it is tried again', async () => {
    const here = await makeWorldWithTable({ records: 1 })
    const make = () => here.ask('pro', 'POST', '/api/content/posts', { caption: 'made once', taggedUsers: ['ana'] })
    here.airtable.faults.next(1, 'truncated')
    expect((await make()).statusCode).toBe(502)
    const id = posts(here).records().at(-1)?.id
    here.clock.moveBy(MINUTE)
    expect((await make()).json()).toMatchObject({ id, caption: 'made once' })
    await here.pass(MINUTE)
    expect(await here.items()).toHaveLength(2)
    // Said once more after it went well, it is another one.
    const second = (await make()).json()
    expect(second.id).not.toBe(id)
    expect(posts(here).records()).toHaveLength(3)
  })

  test('is not made at all when the table does not take it', async () => {
    const here = await makeWorldWithTable({ records: 1 })
    here.airtable.faults.next(1, airtableErrors.badValue('Caption'))
    const res = await here.ask('pro', 'POST', '/api/content/posts', { caption: 'x' })
    expect(res.statusCode).toBe(409)
    expect(await here.items()).toHaveLength(1)
  })
})

function formWithImage(): FormData {
  // One transparent pixel.
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  const form = formWith('x')
  form.delete('file')
  form.append('images', new Blob([png], { type: 'image/png' }), 'x.png')
  return form
}
