import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { currentRequestId, onBehalfOf } from '#platform/request-id.ts'
import type { DeadJob } from '#ports/queue.ts'
import { becomes, gate, handler, START, until } from '../../testing/queue-nodes.ts'
import { queueOutcomesSuite } from '../../testing/queue-outcomes-suite.ts'
import { queueSharedSuite } from '../../testing/queue-shared-suite.ts'
import { queueSuite } from '../../testing/queue-suite.ts'
import { tableQueue } from './table-queue.ts'
import { tableQueueNodes } from './testing/table-queue-nodes.ts'

const clock = { now: () => START }
const DOOMED = fileURLToPath(new URL('../../testing/queue-node.worker.ts', import.meta.url))

describe('the queue in a table', () => {
  queueSuite(tableQueueNodes)
  queueOutcomesSuite(tableQueueNodes)
})

describe('the queue in a table, shared by nodes', () => {
  queueSharedSuite(tableQueueNodes)
})

describe('the queue in a table, and its process', () => {
  test('a job whose process is killed runs again within 15 s', async () => {
    const { database, node, pass } = await tableQueueNodes()
    const here = node()
    const [id = ''] = await here.enqueue({})
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', DOOMED, JSON.stringify(database.location)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    expect(await here.queue.find(id)).toMatchObject({ state: 'running', attempt: 1 })
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    const attempts: number[] = []
    const workers = here.work([handler(async ({ attempt }) => attempts.push(attempt))])
    await pass(14, workers)
    await becomes(here.queue, id, 'done')
    expect(attempts).toEqual([1])
  })

  test('a job whose process ends for the twentieth time is handed to its handler to be settled, once', async () => {
    const { database, node } = await tableQueueNodes()
    const crashed = gate()
    const { enqueue, work } = node()
    work([handler(crashed.pass)])
    const [id = ''] = await enqueue({ key: 'the key' })
    await crashed.arrived
    await database.queries.updateTable('jobs').set({ silences: 19 }).execute()
    const queue = tableQueue({ database, clock, log: { error: () => {} }, isAlone: true })
    const dead: DeadJob[] = []
    const settling = { ...handler(async () => {}), onDeadLetter: async (job: DeadJob) => void dead.push(job) }
    const { end } = queue.work([settling])
    await until('it is settled', () => dead.length > 0)
    await end()
    crashed.open()
    expect(dead).toEqual([{ id, kind: settling.kind, key: 'the key', companyId: null, isSilent: true }])
    expect(await queue.find(id)).toMatchObject({ state: 'failed' })
  })

  test('who is alone on the store takes up at once what an earlier process left', async () => {
    const { database, node } = await tableQueueNodes()
    const crashed = gate()
    const { enqueue, work } = node()
    work([handler(crashed.pass)])
    const [id = ''] = await enqueue({})
    await crashed.arrived
    const queue = tableQueue({ database, clock, log: { error: () => {} }, isAlone: true })
    const { end } = queue.work([handler(async () => {})])
    await becomes(queue, id, 'done')
    await end()
    crashed.open()
  })

  test('a process takes up at once what an earlier one of its node left, and nothing of other nodes', async () => {
    const { database, node } = await tableQueueNodes()
    const { enqueue } = node()
    const [mine = '', other = ''] = await enqueue({ key: 'mine' }, { key: 'other' })
    const of = (nodeId: string) => tableQueue({ database, clock, log: { error: () => {} }, node: nodeId })
    for (const [nodeId, concurrency] of [['a', 1] as const, ['ab', 2] as const]) {
      const crashed = gate()
      const workers = of(nodeId).work([handler(crashed.pass, { concurrency })])
      onTestFinished(() => workers.end())
      await crashed.arrived
    }
    const restarted = of('a')
    const ran: string[] = []
    const { end } = restarted.work([handler(async ({ key }) => ran.push(key), { concurrency: 2 })])
    await becomes(restarted, mine, 'done')
    await end()
    expect(ran).toEqual(['mine'])
    expect(await restarted.find(other)).toMatchObject({ state: 'running' })
  })

  test('its timers alone find work and give signs of life, also after the store was away', async () => {
    const { database, node } = await tableQueueNodes()
    const { enqueue } = node()
    let isAway = true
    const errors: string[] = []
    const queue = tableQueue({
      database: {
        ...database,
        transaction: (work) => (isAway ? Promise.reject(new Error('away')) : database.transaction(work)),
      },
      clock,
      log: { error: (_, message) => void errors.push(message) },
      intervals: { busyMs: 1, idleMs: 1, hintedMs: 1, renewMs: 1 },
    })
    const [id = ''] = await enqueue({})
    const running = gate()
    const workers = queue.work([handler(running.pass)])
    await expect.poll(() => errors.length).toBeGreaterThan(1)
    isAway = false
    await running.arrived
    const beats = async () =>
      (await database.queries.selectFrom('jobs').select('beats').where('id', '=', id).executeTakeFirst())?.beats ?? 0
    await expect.poll(beats).toBeGreaterThan(1)
    await workers.end()
    expect(new Set(errors)).toEqual(new Set(['The queue could not look for work; it tries again']))
    expect(await queue.find(id)).toMatchObject({ state: 'waiting', attempt: 0 })
  })

  test('with nothing to do it writes nothing', async () => {
    const { database, node, pass } = await tableQueueNodes()
    const workers = node().work([handler(async () => {})], [{ kind: 'round', everyMs: 3_600_000 }])
    await workers.poll()
    await workers.poll()
    const transactions = vi.spyOn(database, 'transaction')
    await pass(5, workers)
    await workers.renew()
    expect(transactions).not.toHaveBeenCalled()
  })

  test('a job that is committed while a poll is running is not overlooked', async () => {
    const { node } = await tableQueueNodes()
    const { enqueue, work } = node()
    const ran: string[] = []
    const workers = work([handler(async ({ key }) => ran.push(key), { concurrency: 2 })])
    for (let at = 0; at < 50; at += 1) {
      const polling = workers.poll()
      await enqueue({ key: `${at}` })
      await polling
      await until(`job ${at}`, () => ran.length === at + 1)
    }
  })

  test('what a job logs and enqueues is on behalf of its request, whichever request has woken the worker', async () => {
    const { node } = await tableQueueNodes()
    const { enqueue, queue, work } = node()
    const seen: unknown[] = []
    work([
      handler(async ({ key, requestId }) => {
        seen.push([key, requestId, currentRequestId()])
        if (key === 'first') await enqueue({ key: 'second' })
      }),
    ])
    const [, alone = ''] = await Promise.all([
      onBehalfOf('request-1', () => enqueue({ key: 'first' })),
      enqueue({ key: 'alone' }).then(([id]) => id),
    ])
    await until('all are seen', () => seen.length === 3)
    expect(seen.toSorted()).toEqual([
      ['alone', null, null],
      ['first', 'request-1', 'request-1'],
      ['second', 'request-1', 'request-1'],
    ])
    expect(await queue.find(alone)).toMatchObject({ requestId: null })
  })

  test('a worker that ends lets jobs finish that need no longer than it has', async () => {
    const { node } = await tableQueueNodes()
    const here = node()
    const finishing = gate()
    const endless = gate()
    const workers = here.work([
      handler(
        async (job) => {
          await (job.key === 'short' ? finishing.pass(job) : endless.pass(job))
        },
        { concurrency: 2 },
      ),
    ])
    const [short = '', long = ''] = await here.enqueue({ key: 'short' }, { key: 'long' })
    const [{ signal }] = [await finishing.arrived, await endless.arrived]
    const ended = workers.end(HALF_A_SECOND_MS)
    await here.enqueue({ key: 'late' })
    expect(signal.aborted).toBe(false)
    finishing.open()
    await ended
    expect(await here.queue.find(short)).toMatchObject({ state: 'done', attempt: 1 })
    expect(await here.queue.find(long)).toMatchObject({ state: 'waiting', attempt: 0 })
    expect(await here.queue.findLive('work', 'late')).toMatchObject({ state: 'waiting', attempt: 0 })
  })
})

const HALF_A_SECOND_MS = 500
