/** Folders and records of which nothing is made, until the user agrees to leave out what cannot be used. */
import { describe, expect, test } from 'vitest'
import { itemsIn } from '../../../testing/content-items.ts'
import { reelOf } from '../../../testing/reels.ts'
import { aPhotograph, type Driven, itemsOf, makeWorldWithDrive, withFolder } from '../../../testing/world-with-drive.ts'

const recordOf = (res: Awaited<ReturnType<Driven['importFolder']>>): string => res.json().import.recordId

describe('nothing is made', () => {
  test('of a record that is missing, another company’s, or not named', async () => {
    const here = await makeWorldWithDrive()
    await itemsIn(here, [{ id: 'recForeign0000001', companyId: 2 }])
    const id = await withFolder(here)
    const statuses: unknown[] = []
    for (const recordId of ['recMissing0000001', 'recForeign0000001', ''])
      for (const who of ['pro', 'admin'] as const) {
        const res = await here.importFolder(id, { recordId, createNew: false }, who)
        statuses.push([res.statusCode, res.json().message])
      }
    const missing = [404, 'Record not found']
    const unnamed = [400, 'Enter the id of the record that is to be filled']
    expect(statuses).toEqual([missing, missing, missing, missing, unnamed, unnamed])
    expect((await here.reelFolder(id)).import).toBeNull()
  })

  test('of a folder without images, one that is gone, and one of another company', async () => {
    const here = await makeWorldWithDrive()
    const empty = await withFolder(here, 'Empty', [])
    // Ids begin alike in both.
    here.foreignDrive.addFolder({ name: 'Theirs too' })
    const foreign = here.foreignDrive.addFolder({ name: 'Theirs' })
    expect(await here.folders('foreigner')).toHaveLength(2)
    expect((await here.importFolder(empty)).json()).toMatchObject({
      status: 422,
      error: 'no_images',
      message: 'There are no images in this folder.',
    })
    for (const id of [foreign, 'nowhere']) expect((await here.importFolder(id)).statusCode).toBe(404)
  })

  test('until the user agrees to leave out unusable images; then it is made of the others', async () => {
    const here = await makeWorldWithDrive()
    const bad = [
      { name: 'a.heic', type: 'image/heif', bytes: new TextEncoder().encode('ftypheic') },
      { name: 'b.jpg', type: 'image/jpeg', bytes: new Uint8Array(0) },
      { name: 'c.tif', type: 'image/tiff', bytes: new Uint8Array(10_485_761) },
    ]
    const id = await withFolder(here, 'Mixed', [
      ...bad,
      { name: 'd.jpg', type: 'image/jpeg', bytes: await aPhotograph() },
    ])
    const res = await here.importFolder(id)
    expect([res.statusCode, res.json()]).toMatchObject([
      409,
      {
        error: 'images_refused',
        message: '3 of 4 images cannot be used. Import the others, or put better ones into the folder.',
        usable: 1,
        refused: [
          { name: 'a.heic', message: expect.stringMatching(/^is not/) },
          { name: 'b.jpg', message: expect.stringMatching(/^is/) },
          { name: 'c.tif', message: 'is larger than 10 MB' },
        ],
      },
    ])
    expect([await itemsOf(here), here.drive.renames]).toEqual([[], []])
    const uploads = await here.database.queries.selectFrom('uploads').selectAll().execute()
    expect(uploads).toEqual([])
    const agreed = await here.importFolder(id, { skipsRefused: true })
    expect((await reelOf(here, recordOf(agreed))).images).toHaveLength(1)
    expect(here.drive.renames).toEqual(['Mixed-published'])
  })

  test('of images of which none is usable, even when the user agrees', async () => {
    const here = await makeWorldWithDrive()
    const id = await withFolder(here, 'Bad', [{ name: 'a.jpg', type: 'image/jpeg', bytes: new Uint8Array(0) }])
    const res = await here.importFolder(id, { skipsRefused: true })
    expect(res.json()).toMatchObject({
      status: 422,
      error: 'import_failed',
      message: expect.stringMatching(/^a\.jpg is/),
    })
    expect(await itemsOf(here)).toEqual([])
  })
})
