/** Nodes that share a round by ranges of profiles: a node that is killed, one that has been overtaken, and a refresh by hand meanwhile. */
import { syntheticName } from '@tangelo/stand-ins'
import { expect, test } from 'vitest'
import { expectOneReadingEach } from '../../../testing/daily-rounds.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { DAY, type Measured, makeWorldWithSources, snapshotsOf } from '../../../testing/world-with-sources.ts'

const FAST = 2_000_000
const names = (count: number) => Array.from({ length: count }, (_, at) => syntheticName(at))
const rangesOf = ({ database }: Measured) => database.queries.selectFrom('refresh_ranges').selectAll().execute()

/** A range that the try of a job has leased, over everything that is due. */
async function leaseAll({ database }: Measured, tryId: string) {
  await database.queries.insertInto('refresh_fences').values({ source: 'graph', fence: 1 }).execute()
  const range = { source: 'graph', fence: 1, try_id: tryId, from_due: 0, from_key: '', to_key: '~' } as const
  await database.queries
    .insertInto('refresh_ranges')
    .values(Object.assign({ to_due: 9e15 }, range))
    .execute()
}

test('what a killed node had leased is read by another one, each account once', async () => {
  const here = await makeWorldWithSources({ accounts: names(20), callsPerHour: FAST })
  await here.round()
  // Its job runs no longer: the queue has given it to another worker.
  await leaseAll(here, 'a node that was killed')
  await here.round(DAY)
  await expectOneReadingEach(here, 20)
  expect(await rangesOf(here)).toEqual([])
})

test('what a living node has leased is left to it, until its lease is missed', async () => {
  const here = await makeWorldWithSources({ accounts: names(10), callsPerHour: FAST })
  await here.round()
  const job = { id: 'z', kind: 'refresh-round', key: 'refresh-round-9', company_id: 0, payload: '{}', priority: 0 }
  await here.database.queries
    .insertInto('jobs')
    .values(
      Object.assign(job, {
        state: 'running' as const,
        lease_token: 'another node',
        run_at: 0,
        created_at: 0,
        attempt: 1,
      }),
    )
    .execute()
  await leaseAll(here, 'another node')
  here.clock.moveBy(DAY)
  const workers = here.work()
  await until('the round has ended without a reading', async () => {
    const rows = await here.database.queries
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'refresh-round')
      .where('state', '=', 'done')
      .execute()
    return rows.length >= 2
  })
  expect(here.graph.calls.total).toBe(0)
  // No sign of life of the other node comes: its job is taken over, and with it what it had leased.
  await until('all are read', async () => here.graph.calls.total === 10)
  await workers.end()
  await here.settle()
  await expectOneReadingEach(here, 10)
}, 60_000)

test('an answer that comes after another node has taken over the range is not stored', async () => {
  const here = await makeWorldWithSources({ accounts: ['nasa'], callsPerHour: FAST })
  await here.round()
  here.graph.faults.next(1, 'held')
  here.clock.moveBy(DAY)
  const workers = here.work()
  await until('the call is under way', async () => here.graph.calls.timesAsked('nasa') === 1)
  expect(await rangesOf(here)).toHaveLength(1)
  await here.database.queries.deleteFrom('refresh_ranges').execute()
  here.graph.faults.release()
  await until(
    'the profile is read again, under a range of its own',
    async () => here.graph.calls.timesAsked('nasa') === 2,
  )
  await workers.end()
  await here.settle()
  await here.round()
  await expectOneReadingEach(here, 1)
})

test('a refresh by hand during the round is the reading of the day: the round asks for it no more', async () => {
  const here = await makeWorldWithSources({ accounts: names(40), callsPerHour: 7_200 })
  await here.round()
  here.clock.moveBy(DAY)
  const workers = here.work()
  await until('the round reads', async () => here.graph.calls.total > 0)
  const [range] = await rangesOf(here)
  const last = range?.to_key ?? ''
  const account = await here.database.queries
    .selectFrom('accounts')
    .select('id')
    .where('username_key', '=', last)
    .executeTakeFirstOrThrow()
  expect((await here.ask('admin', 'POST', `/api/accounts/${account.id}/refresh`)).statusCode).toBe(202)
  await until('it is read', async () => (await snapshotsOf(here))[`1:${last}`] !== undefined)
  await workers.end()
  await here.round()
  await expectOneReadingEach(here, 40)
  expect(here.graph.calls.timesAsked(last)).toBe(1)
})

test('an interval that is chosen during the round holds at once: what is no longer due is not asked for', async () => {
  const here = await makeWorldWithSources({ accounts: names(40), callsPerHour: 7_200 })
  await here.round()
  await here.round(DAY)
  await expectOneReadingEach(here, 40)
  here.clock.moveBy(DAY)
  const workers = here.work()
  await until('the second round reads', async () => here.graph.calls.total > 41)
  const accountIds = Array.from({ length: 40 }, (_, at) => at + 1)
  await here.ask('admin', 'PUT', '/api/accounts/refresh-interval', { accountIds, interval: 'weekly' })
  await workers.end()
  const calls = here.graph.calls.total
  await here.settle()
  await here.round()
  // Those that were under way had their places.
  expect(here.graph.calls.total).toBeLessThanOrEqual(calls + 4)
  expect(here.graph.calls.total).toBeLessThan(70)
})

test('nodes join a round one by one while more is due than one range holds', async () => {
  // Fifty to a range, for what is allowed in a minute.
  const here = await makeWorldWithSources({ accounts: names(160), callsPerHour: 3_000 })
  await here.round()
  here.clock.moveBy(DAY)
  const nodes = [here.work(), here.work(), here.work()]
  await until('three nodes read', async () => {
    const rows = await rangesOf(here)
    return new Set(rows.map(({ try_id }) => try_id)).size === 3
  })
  const rows = await rangesOf(here)
  await until('some are read', async () => here.graph.calls.total > 3)
  await Promise.all(nodes.map((workers) => workers.end()))
  const inOrder = rows.toSorted((one, other) => Number(one.from_due) - Number(other.from_due))
  for (const [at, range] of inOrder.entries())
    expect(Number(range.from_due)).toBeGreaterThanOrEqual(Number(inOrder[at - 1]?.to_due ?? 0))
  const found = Object.values(await snapshotsOf(here))
  expect(found.length).toBeGreaterThan(0)
  expect(found.every((moments) => moments.length === 1)).toBe(true)
  expect(await rangesOf(here)).toEqual([])
})
