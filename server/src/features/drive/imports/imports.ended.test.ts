/** Imports whose process ended or that an administrator cancelled: ended by name, and never made twice. */
import { expect, test } from 'vitest'
import { DriveFailure } from '#ports/drive.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { itemsOf, makeWorldWithDrive, photographs, withFolder } from '../../../testing/world-with-drive.ts'

test('an administrator who cancels the work leaves a folder that can be imported', async () => {
  const here = await makeWorldWithDrive()
  const id = await withFolder(here)
  const held = Promise.withResolvers<void>()
  here.drive.before = (question) => (question === 'download' ? held.promise : undefined)
  const asking = here.importFolder(id)
  const work = async () => (await here.ask('admin', 'GET', '/api/activity')).json()
  await until('it runs', async () => (await work())[0]?.state === 'running')
  const [{ id: workId, kind, subject }] = await work()
  expect([kind, subject]).toEqual(['drive-import', 'Ferry'])
  await here.ask('admin', 'POST', `/api/activity/${workId}/cancel`)
  expect((await asking).json().message).toBe('The import was cancelled.')
  held.resolve()
  here.drive.before = null
  expect((await here.importFolder(id)).statusCode).toBe(200)
  expect(await itemsOf(here)).toHaveLength(1)
})

test('an import whose process ended repeatedly is reported as failed, and can be retried', async () => {
  const here = await makeWorldWithDrive()
  const id = await withFolder(here)
  const held = Promise.withResolvers<void>()
  here.drive.before = (question) => (question === 'download' ? held.promise : undefined)
  const asking = here.importFolder(id)
  const jobs = here.database.queries
  await until('it runs', async () => {
    const running = jobs
      .selectFrom('jobs')
      .select('id')
      .where('state', '=', 'running')
      .where('kind', '=', 'drive-import')
    return (await running.execute()).length > 0
  })
  await jobs.updateTable('jobs').set({ state: 'failed', reason: 'silent', finished_at: 0 }).execute()
  await here.purge()
  expect((await asking).json()).toMatchObject({
    status: 422,
    message: 'Something went wrong on the server while the folder was imported.',
  })
  held.resolve()
  here.drive.before = null
  expect((await here.importFolder(id)).statusCode).toBe(200)
  expect(await itemsOf(here)).toHaveLength(1)
})

test('an import and a rename whose process ended for the twentieth time end by themselves', async () => {
  const here = await makeWorldWithDrive({ works: false, isAlone: true })
  const id = here.drive.addFolder({ name: 'Ferry' })
  here.drive.putImage(id, photographs(1)[0] ?? { name: '', type: '', bytes: new Uint8Array() })
  const reading = here.work()
  await here.folders()
  await reading.end()
  const { queries } = here.database
  /** Its process has died under it nineteen times, and has it again. */
  const dying = { state: 'running' as const, silences: 19, lease_token: 'of a dead process' }
  const asking = here.importFolder(id)
  await until('the import waits', async () => {
    const jobs = queries.updateTable('jobs').set(dying).where('kind', '=', 'drive-import')
    return (await jobs.executeTakeFirst()).numUpdatedRows > 0n
  })
  const importing = here.work()
  expect((await asking).json()).toMatchObject({ status: 422, error: 'import_failed' })
  await importing.end()

  here.drive.before = (question) => {
    if (question === 'rename') throw new DriveFailure('unavailable', 'The drive does not answer.')
  }
  const again = here.importFolder(id)
  const working = here.work()
  expect((await again).statusCode).toBe(200)
  await working.end()
  await queries.updateTable('drive_imports').set({ rename: 'due', message: null }).execute()
  await queries.updateTable('jobs').set(dying).where('kind', '=', 'rename-drive-folder').execute()
  here.work()
  await until('the rename has ended', async () => (await here.reelFolder(id)).import?.rename === 'failing')
})
