/** The queue as an administrator sees it: counts by kind, and dead letters that can be tried again. */
import { expect, test } from 'vitest'
import { START, type World, world } from '../../../testing/world.ts'

const common = { payload: '{}', priority: 0, created_at: START - 60_000, run_at: 0, attempt: 0 }
const dead = { ...common, state: 'failed' as const, attempt: 5, reason: 'The service does not answer.' }

async function withJobs(): Promise<World> {
  const here = await world({ accounts: ['nasa'] })
  await here.database.queries
    .insertInto('jobs')
    .values([
      { ...common, id: 'a', kind: 'content-pull', key: '1', company_id: 1, state: 'waiting' },
      {
        ...dead,
        id: 'b',
        kind: 'content-pull',
        key: '2',
        company_id: 2,
        finished_at: START - 2_000,
        request_id: 'Ab3-1x',
      },
      { ...dead, id: 'c', kind: 'render-reel', key: 'x', company_id: 1, finished_at: START - 1_000 },
      { ...dead, id: 'd', kind: 'refresh-round', key: 'refresh-round', company_id: 0, finished_at: START - 3_000 },
      { ...common, id: 'e', kind: 'content-pull', key: '3', company_id: 1, state: 'done', finished_at: START },
    ])
    .execute()
  return here
}

const letters = '/api/system/dead-letters'

test('each kind is counted, and what comes round says when', async () => {
  const { ask, database } = await withJobs()
  await database.queries
    .insertInto('job_kinds')
    .values({ kind: 'refresh-round', next_round_at: START + 30_000 })
    .execute()
  expect((await ask('admin', 'GET', '/api/system/queue')).json()).toEqual([
    { kind: 'content-pull', waiting: 1, running: 0, failed: 1, nextRoundAt: null },
    { kind: 'refresh-round', waiting: 0, running: 0, failed: 1, nextRoundAt: '2026-11-20T09:00:30.000Z' },
    { kind: 'render-reel', waiting: 0, running: 0, failed: 1, nextRoundAt: null },
  ])
})

test('dead letters come with the company, the cause and whether they may be tried again, the latest first', async () => {
  const { ask } = await withJobs()
  const shared = { tries: 5, message: 'The service does not answer.', createdAt: '2026-11-20T08:59:00.000Z' }
  expect((await ask('admin', 'GET', letters)).json()).toEqual([
    {
      ...shared,
      id: 'c',
      kind: 'render-reel',
      key: 'x',
      companyName: 'Citrus Studio',
      failedAt: '2026-11-20T08:59:59.000Z',
      canRetry: false,
      requestId: null,
    },
    {
      ...shared,
      id: 'b',
      kind: 'content-pull',
      key: '2',
      companyName: 'Grove Agency',
      failedAt: '2026-11-20T08:59:58.000Z',
      canRetry: true,
      requestId: 'Ab3-1x',
    },
    {
      ...shared,
      id: 'd',
      kind: 'refresh-round',
      key: 'refresh-round',
      companyName: null,
      failedAt: '2026-11-20T08:59:57.000Z',
      canRetry: true,
      requestId: null,
    },
  ])
})

test('a dead letter waits again from its first try, once; an unpaid one does not', async () => {
  const { ask, database } = await withJobs()
  const retry = (id: string) => ask('admin', 'POST', `${letters}/${id}/retry`)
  expect((await retry('b')).json()).toEqual({ success: true })
  const row = await database.queries.selectFrom('jobs').selectAll().where('id', '=', 'b').executeTakeFirstOrThrow()
  expect(row).toMatchObject({ state: 'waiting', attempt: 0, reason: null, finished_at: null })
  expect((await retry('b')).statusCode).toBe(404)
  expect((await retry('e')).json()).toMatchObject({ status: 404, message: 'Failed work not found' })
  expect((await retry('c')).json()).toMatchObject({ status: 409, error: 'not_failed' })
  await database.queries
    .insertInto('jobs')
    .values({ ...dead, id: 'f', kind: 'content-pull', key: '2', company_id: 2, finished_at: START })
    .execute()
  expect((await retry('f')).json()).toMatchObject({ status: 409, error: 'live_again' })
})

test('a job keeps the id of the request that asked for it, which the answer names too', async () => {
  const { ask, database } = await world()
  const answer = await ask('admin', 'POST', '/api/demo')
  expect(answer.statusCode).toBe(202)
  const jobs = await database.queries.selectFrom('jobs').select(['kind', 'request_id']).execute()
  expect(jobs).toEqual([{ kind: 'fill-demo', request_id: answer.headers['x-request-id'] }])
})
