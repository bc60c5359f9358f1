/** Imports under any behaviour of the drive, the table and the server: tried again, and never made twice. */
import { expect, test } from 'vitest'
import { noTables } from '#features/content/index.ts'
import { Failure } from '#platform/errors.ts'
import { DriveFailure } from '#ports/drive.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { shortImages } from '../../../testing/short-images.ts'
import { itemsOf, makeWorldWithDrive, photographs, withFolder } from '../../../testing/world-with-drive.ts'
import { HOUR } from '../../../testing/world-with-sources.ts'

test('a server that is short of time refuses no picture: the import is tried again', async () => {
  const images = shortImages()
  const here = await makeWorldWithDrive({ images })
  const id = await withFolder(here, 'Ferry', photographs(1))
  const asking = here.importFolder(id)
  await until('the first try is over', async () => {
    const job = { kind: 'drive-import', state: 'waiting' } as const
    const waiting = here.database.queries.selectFrom('jobs').select('reason').where('kind', '=', job.kind)
    return (await waiting.where('state', '=', job.state).where('reason', 'is not', null).execute()).length > 0
  })
  expect((await here.reelFolder(id)).import).toMatchObject({ state: 'running', refused: [], message: null })
  images.recover()
  here.clock.moveBy(10 * 60_000)
  expect((await asking).json()).toMatchObject({ import: { state: 'done', done: 1, refused: [] } })
})

test('reports a rename that the drive refuses and retries it later; the reel exists', async () => {
  const here = await makeWorldWithDrive()
  const id = await withFolder(here)
  here.drive.before = (question) => {
    if (question === 'rename') throw new DriveFailure('refused', 'You may not rename this folder.')
  }
  const res = await here.importFolder(id)
  expect(res.json()).toMatchObject({
    folder: { name: 'Ferry' },
    import: { state: 'done', rename: 'failing', message: 'You may not rename this folder.' },
  })
  here.drive.before = null
  here.clock.moveBy(3_000)
  await until('the folder has its name', () => here.drive.names().includes('Ferry-published'))
  await until('that is known', async () => (await here.reelFolder(id)).import?.rename === 'done')
  expect(await itemsOf(here)).toHaveLength(1)
})

test('retries while a drive fails temporarily; a drive that stays unavailable ends the import, which can be retried', async () => {
  const here = await makeWorldWithDrive()
  const id = await withFolder(here)
  let failures = 1
  here.drive.before = (question) => {
    if (question === 'download' && failures-- > 0) throw new DriveFailure('unavailable', 'The drive does not answer.')
  }
  const asking = here.importFolder(id)
  await until('it waits for its second try', async () => {
    here.clock.moveBy(1_000)
    return failures < 0
  })
  expect((await asking).statusCode).toBe(200)

  const other = await withFolder(here, 'Later')
  await here.reread()
  here.drive.before = (question) => {
    if (question === 'download') throw new DriveFailure('connection_lost', 'Please connect again.')
  }
  expect((await here.importFolder(other)).json()).toMatchObject({ status: 422, message: 'Please connect again.' })
  here.drive.before = null
  expect((await here.importFolder(other)).statusCode).toBe(200)
})

test('an import whose table takes no more calls for now goes on when it does', async () => {
  let refusals = 1
  const here = await makeWorldWithDrive({
    writeThrough: {
      ...noTables,
      async make(_request, keep) {
        if (refusals-- > 0)
          throw new Failure(503, 'table_limited', 'Try again in 16 seconds.', { retryAfterSeconds: 16 })
        return keep(null)
      },
      change: async () => new Map(),
    },
  })
  const id = await withFolder(here)
  const asking = here.importFolder(id)
  await until('the table was asked again', async () => {
    here.clock.moveBy(1_000)
    return refusals < 0
  })
  expect((await asking).statusCode).toBe(200)
  expect(await itemsOf(here)).toHaveLength(1)
})

test('an import that meets a limit of the drive waits longer each time, and ends after a day', async () => {
  const here = await makeWorldWithDrive()
  const id = await withFolder(here)
  let downloads = 0
  here.drive.before = (question) => {
    if (question !== 'download') return
    downloads += 1
    throw new DriveFailure('limited', 'The download limit of the file has been reached.')
  }
  const asking = here.importFolder(id)
  const waiting = () => here.database.queries.selectFrom('jobs').select('run_at').where('kind', '=', 'drive-import')
  const isPutOff = async () => {
    const job = await waiting().where('state', '=', 'waiting').executeTakeFirst()
    return job !== undefined && Number(job.run_at) > here.clock.now()
  }
  for (let hour = 0; hour < 25; hour += 1) {
    await until('it waits', isPutOff)
    here.clock.moveBy(HOUR)
  }
  expect((await asking).json()).toMatchObject({
    status: 422,
    message: 'The download limit of the file has been reached.',
  })
  expect(downloads).toBeLessThan(30)
})
