/** What one node learns of another's commits without polling, and that polls find the rest. */
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tableQueue } from '#adapters/queue/table-queue.ts'
import { eventFeed, type Follower } from '#features/core/events/events.jobs.ts'
import { eventsStore } from '#features/core/events/events.store.ts'
import { publishEvents } from '#features/core/events/service/publish.ts'
import { migrations } from '../../migrations/index.ts'
import { handler, jobsOf, START, until } from '../../testing/queue-nodes.ts'
import { emptyPostgres } from '../../testing/test-store.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

/** So long that no timer fires within a test. */
const HOUR_MS = 3_600_000
const intervals = { busyMs: HOUR_MS, idleMs: HOUR_MS, hintedMs: HOUR_MS, renewMs: HOUR_MS }

interface Node {
  database: Database
  warned: string[]
  queue: ReturnType<typeof tableQueue>
}

/** Nodes on one store that hear each other, and poll when the test says so. */
async function nodes(): Promise<{ one: Node; two: Node }> {
  const { url, drop } = await emptyPostgres()
  const opened: Database[] = []
  const node = async (): Promise<Node> => {
    const database = openDatabase({ engine: 'postgres', url }, { connections: 3 })
    opened.push(database)
    if (opened.length === 1) await migrate(database, migrations)
    const warned: string[] = []
    database.hints.listen({ warn: (_, message) => void warned.push(message) })
    await until('hints are heard', () => database.hints.isHeard())
    const queue = tableQueue({ database, clock: { now: () => START }, log: { error: () => {} }, intervals })
    return { database, warned, queue }
  }
  onTestFinished(async () => {
    await Promise.all(opened.map((database) => database.close()))
    await drop()
  })
  return { one: await node(), two: await node() }
}

/** Begins to work there, and has polled once. */
async function working({ queue }: Node) {
  const ran: string[] = []
  const workers = queue.work([handler(async ({ key }) => ran.push(key))])
  onTestFinished(() => workers.end())
  await workers.poll()
  return { ran, workers }
}

const enqueue = ({ database, queue }: Node, key: string) =>
  database.transaction((tx) =>
    queue.enqueue(
      tx,
      jobsOf(1).map((job) => ({ ...job, key })),
    ),
  )

test('a job that is queued on one node begins on another without a poll of its timer', async () => {
  const { one, two } = await nodes()
  const { ran } = await working(two)
  for (const key of ['a', 'b', 'c']) {
    await enqueue(one, key)
    await until(`${key} ran`, () => ran.includes(key))
  }
  expect(ran).toEqual(['a', 'b', 'c'])
})

test('only what is committed is hinted at', async () => {
  const { one, two } = await nodes()
  let hints = 0
  two.database.hints.on('jobs', () => {
    hints += 1
  })
  const undone = one.database.transaction(async (tx) => {
    await one.queue.enqueue(tx, jobsOf(1))
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await enqueue(one, 'done')
  await until('a hint came', () => hints > 0)
  expect(hints).toBe(1)
})

test('a listener whose connection is killed comes back; what was queued meanwhile is found', async () => {
  const { one, two } = await nodes()
  const { ran, workers } = await working(two)
  for (const key of ['a', 'b', 'c']) {
    const { rows } = await sql<{ gone: boolean }>`
      select pg_terminate_backend(pid) as gone from pg_stat_activity
      where application_name = 'tangelo hints' and datname = current_database()`.execute(one.database.queries)
    expect(rows).toEqual([{ gone: true }, { gone: true }])
    await enqueue(one, key)
    await until(`${key} ran`, () => ran.includes(key))
    await until('both are there again', () => one.database.hints.isHeard() && two.database.hints.isHeard())
  }
  expect(two.warned).toEqual(Array.from({ length: 3 }, () => 'hints of the store are not heard; polls go on'))
  // Without any hint a poll finds it.
  two.database.hints.end()
  expect(two.database.hints.isHeard()).toBe(false)
  await enqueue(one, 'd')
  await workers.poll()
  await until('d ran', () => ran.includes('d'))
  expect(ran).toEqual(['a', 'b', 'c', 'd'])
})

test('an event of one node reaches the streams of another without waiting for a poll, and the loop rests meanwhile', async () => {
  const { one, two } = await nodes()
  const real = globalThis.setTimeout
  const waits: (number | undefined)[] = []
  // The wait between two polls never ends by itself.
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) => {
    waits.push(ms)
    return real(run, ms === 1_000 ? HOUR_MS : ms)
  }) as typeof setTimeout)
  onTestFinished(() => spy.mockRestore())
  const taken: number[] = []
  const feed = eventFeed({
    store: eventsStore(two.database.queries),
    hints: two.database.hints,
    log: { error() {}, warn() {}, info() {}, debug() {} },
  })
  onTestFinished(feed.end)
  const follower: Follower = {
    scope: 'all',
    session: 'one',
    companyId: null,
    take: ({ account_id }) => void taken.push(account_id ?? 0),
    end: () => {},
  }
  await feed.join(follower)
  await until('the loop rests', () => waits.includes(1_000))
  for (const accountId of [1, 2, 3]) {
    await one.database.transaction((tx) =>
      publishEvents(tx, [{ companyId: null, kind: 'refresh-done', accountId }], START),
    )
    await until(`event ${accountId} came`, () => taken.includes(accountId))
  }
  expect(taken).toEqual([1, 2, 3])
})

test('a delivery for a webhook is hinted at', async () => {
  const { one, two } = await nodes()
  let hints = 0
  const stop = two.database.hints.on('webhooks', () => {
    hints += 1
  })
  // The statement alone counts: no row is needed for it.
  const none = sql`insert into webhook_deliveries select * from webhook_deliveries where false`
  await none.execute(one.database.queries)
  await until('it came', () => hints === 1)
  stop()
  await none.execute(one.database.queries)
  await enqueue(one, 'later')
  await until('what came after it', () => hints === 1)
})
