/** An export that is imported again gives the same account. */
import { describe, expect, test } from 'vitest'
import { CAPTIONS, exportAccount, makeWorldWithFigures } from '../../../testing/export-account.ts'
import { importFile } from '../../../testing/import-files.ts'
import { type World, world } from '../../../testing/world.ts'
import { integrityCheckService } from '../integrity-check/integrity-check.service.ts'

const rowsOf = (csv: string) => csv.slice(1).split('\r\n').slice(1, -1)

describe('an export imported again', () => {
  test('gives the same files, and the audit finds nothing', async () => {
    const here = await makeWorldWithFigures()
    const files = await Promise.all(['history', 'posts', 'readings'].map((what) => exportAccount(here, what)))
    const [history, posts, readings] = files.map(({ rawPayload }) => new Uint8Array(rawPayload))
    if (!history || !posts || !readings) throw new Error('Three files were exported')
    const other = await world()
    await other.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'America/New_York' })
    expect(await importFile(other, history)).toMatchObject({ accounts: { made: 1 }, snapshots: 11, refused: [] })
    expect(await importFile(other, readings)).toMatchObject({ posts: 7, refused: [] })
    expect(await importFile(other, posts)).toMatchObject({ refused: [] })
    for (const [at, what] of ['history', 'posts', 'readings'].entries())
      expect((await exportAccount(other, what)).body).toBe(files[at]?.body)
    expect(await integrityCheckService(other).run()).toMatchObject({ accounts: 1, mismatchCount: 0 })
    const captions = (await exportAccount(other, 'posts', 'json'))
      .json()
      .map(({ caption }: { caption: string }) => caption)
    expect(captions.toSorted()).toEqual(CAPTIONS.map((caption) => caption || null).toSorted())
    const readFigures = async (there: World) =>
      (await exportAccount(there, 'posts', 'json'))
        .json()
        .map(({ likes, at24Hours, at72Hours, at7Days, firstSeenAt }: object & Record<string, unknown>) => ({
          likes,
          at24Hours,
          at72Hours,
          at7Days,
          firstSeenAt,
        }))
    expect(await readFigures(other)).toEqual(await readFigures(here))
    for (const file of [history, posts, readings])
      expect(await importFile(other, file)).toMatchObject({
        accounts: { made: 0 },
        snapshots: 0,
        posts: 0,
        refused: [],
      })
    // Figures that were typed in are stored once more where they were typed in: as those of a file.
    for (const file of [history, posts, readings]) expect(await importFile(here, file)).toMatchObject({ posts: 0 })
    expect((await exportAccount(here, 'posts')).body).toBe(files[1]?.body)
    expect((await exportAccount(here, 'readings')).body).toBe(files[2]?.body)
    expect(rowsOf((await exportAccount(here, 'history')).body)).toEqual(rowsOf(String(files[0]?.body)))
  })

  test('of the posts alone gives the same posts', async () => {
    const here = await makeWorldWithFigures()
    const { body } = await exportAccount(here, 'posts')
    const other = await world()
    expect(await importFile(other, body)).toMatchObject({ posts: 7, refused: [] })
    expect((await exportAccount(other, 'posts')).body).toBe(body)
  })
})
