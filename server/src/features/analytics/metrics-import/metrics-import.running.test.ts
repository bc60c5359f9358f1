/** An import while it runs: its progress, and accounts that go away meanwhile. */
import { apifyProfiles } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { folderBlobStorage } from '#adapters/blob-storage/folder.ts'
import { operatorFrom } from '#platform/viewer.ts'
import type { FiguresReading } from '#ports/figures-file.ts'
import { bring, HEADER } from '../../../testing/import-files.ts'
import { readTables } from '../../../testing/read-tables.ts'
import { setUpSharedWorld, world } from '../../../testing/world.ts'
import { importFile } from './jobs/import-file.ts'

const shared = setUpSharedWorld()

/** The operator at the machine itself. */
const OPERATOR = operatorFrom(null)

describe('the progress of an import', () => {
  const importId = '0f7f3c1e-5a55-4b2e-9d2e-3d1f6a0c9b11'

  test('is done at its end, and the id is taken from then on', async () => {
    const here = await world()
    const missing = await here.ask('admin', 'GET', `/api/accounts/import/${importId}`)
    expect(missing.json()).toEqual({ error: 'not_found', message: 'Import not found', status: 404, success: false })
    const table = `${HEADER}\ngrove,2026-11-01,5,,,\ngrove,2026-11-02,x,,,\n`
    await bring(here, table, `?importId=${importId}`)
    const done = await here.ask('admin', 'GET', `/api/accounts/import/${importId}`)
    expect(done.json()).toEqual({ state: 'done', rows: 2, progress: 1 })
    const again = await bring(here, table, `?importId=${importId}`)
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({ error: 'import_exists', message: 'An import with this id has already begun' })
  })

  test.each(['x', '1', '0f7f3c1e-5a55-4b2e-9d2e', '%00'])('is not found for %s', async (id) => {
    const { ask } = await shared()
    expect((await ask('admin', 'GET', `/api/accounts/import/${id}`)).statusCode).toBe(400)
  })

  test('is failed after a crash, when the server starts again', async () => {
    const here = await world()
    await here.database.queries
      .insertInto('metrics_imports')
      .values({
        id: importId,
        company_id: 1,
        user_id: 1,
        file_name: 'a.csv',
        state: 'running',
        rows: 5,
        progress: 0.5,
        created_at: here.clock.now() - 1,
      })
      .execute()
    await here.services.dataImports.failUnfinished({ startedBefore: here.clock.now() })
    expect((await here.ask('admin', 'GET', `/api/accounts/import/${importId}`)).json()).toEqual({
      state: 'failed',
      rows: 5,
      progress: 0.5,
    })
  })
})

describe('an account that goes away while a file is read', () => {
  const reading = (day: string, followers: number): FiguresReading => ({
    username: 'grove',
    capturedAt: null,
    day,
    followers,
    following: null,
    posts: null,
    engagementRate: null,
    // Profiles are stored batch by batch.
    profile: {
      fullName: null,
      bioText: null,
      externalUrl: null,
      inputUrl: null,
      sourcePictureUrl: null,
      latestPosts: [],
      raw: JSON.stringify({ day }),
    },
  })

  test.each([
    ['deleted is made again, and nothing is left under its old id', 'DELETE', undefined, 2, 1, [6]],
    ['moved is followed to its new company', 'PUT', { companyId: 2 }, 1, 2, [5, 6]],
  ] as const)('by being %s', async (_, method, body, accountsSeen, companyId, followersTrend) => {
    const here = await world({ accounts: ['grove'] })
    const { clock, database, folder } = here
    await here.services.dataImports.importPath(OPERATOR, apifyProfiles.path('profiles.documented.json'), {
      fileName: 'a',
    })
    const importId = (await readTables(database, 'metrics_imports')).metrics_imports?.[0]?.id as string
    const job = {
      importId,
      importNumber: 1,
      source: 'import',
      scope: 'all',
      companyId: 1,
      timeZone: 'UTC',
      path: 'none',
      fileBytes: 100,
    } as const
    const result = await importFile(job, {
      database,
      clock,
      blobs: folderBlobStorage(`${folder}/blobs`),
      readerFor: () => ({
        shape: async () => ({ format: 'json' }),
        async *read() {
          yield { records: [{ line: 1, reading: reading('2026-11-01', 5) }], bytesRead: 50 }
          expect((await here.ask('admin', method, '/api/accounts/1', body)).statusCode).toBe(200)
          yield { records: [{ line: 2, reading: reading('2026-11-02', 6) }], bytesRead: 100 }
        },
      }),
    })
    expect(result).toMatchObject({ accounts: { made: accountsSeen - 1, matched: 1 }, snapshots: 2 })
    const groves = (await here.ask('admin', 'GET', '/api/accounts?q=grove')).json()
    expect(groves).toMatchObject([{ companyId, metrics: { followers: 6, followersTrend } }])
    const { metric_snapshots = [], accounts = [] } = await readTables(database, 'metric_snapshots', 'accounts')
    for (const row of metric_snapshots)
      expect(accounts).toContainEqual(expect.objectContaining({ id: row.account_id, company_id: row.company_id }))
  })
})
