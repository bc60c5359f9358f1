/** What every provider of the queue promises (`ports/queue.ts`). Call it with a way to make nodes on an empty store. */
import { expect, test } from 'vitest'
import type { Database, Queries } from '#platform/database/database.ts'
import { type Handler, LeaseLost, PermanentError, RetryAt, type RunningJob } from '#ports/queue.ts'
import { becomes, gate, handler, jobsOf, type QueueNodes, START, until } from './queue-nodes.ts'

/** An effect in the store that can be counted. */
const effect = (tx: Queries, name: string) =>
  tx.insertInto('companies').values({ name, name_key: name, time_zone: 'UTC', created_at: START }).execute()

const effects = async ({ queries }: Database) =>
  (await queries.selectFrom('companies').select('name').execute()).map(({ name }) => name)

export function queueSuite(nodes: () => Promise<QueueNodes>): void {
  test('a job begins as soon as its transaction is committed, with its payload', async () => {
    const { node } = await nodes()
    const { enqueue, work, queue } = node()
    const done = gate()
    work([handler(done.pass)])
    const [id = ''] = await enqueue({ key: 'a', companyId: 7, payload: { account: 3 } })
    const job = await done.arrived
    expect(job).toMatchObject({ id, kind: 'work', key: 'a', companyId: 7, payload: { account: 3 }, attempt: 1 })
    done.open()
    await becomes(queue, id, 'done')
    expect(await queue.find(id)).toEqual({
      id,
      kind: 'work',
      key: 'a',
      companyId: 7,
      state: 'done',
      progress: 1,
      attempt: 1,
      reason: null,
      createdAt: START,
      runAt: START,
      finishedAt: START,
      requestId: null,
    })
  })

  test('a transaction that is undone leaves no work', async () => {
    const { node, database } = await nodes()
    const { queue, work } = node()
    const ran: string[] = []
    const workers = work([handler(async ({ id }) => ran.push(id))])
    const undone = database.transaction(async (tx) => {
      await queue.enqueue(tx, jobsOf(3))
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    await workers.poll()
    expect(await queue.list({ companyId: 'all', failedSince: 0, limit: 10 })).toEqual([])
    expect(ran).toEqual([])
  })

  test('of live jobs of a kind a key is there once; of done ones as often as was asked', async () => {
    const { node } = await nodes()
    const { enqueue, queue, work } = node()
    expect(await enqueue({ key: 'a' }, { key: 'a' }, { key: 'b' })).toHaveLength(2)
    expect(await enqueue({ key: 'a' })).toEqual([])
    const [other] = await enqueue({ key: 'a', kind: 'other' })
    expect(other).toBeDefined()
    const first = gate()
    work([handler(first.pass)])
    const { id } = await first.arrived
    expect(await enqueue({ key: 'a' })).toEqual([])
    expect(await queue.findLive('work', 'a')).toMatchObject({ id, state: 'running' })
    expect(await queue.findLive('other', 'a')).toMatchObject({ id: other, state: 'waiting' })
    first.open()
    await becomes(queue, id, 'done')
    expect(await queue.findLive('work', 'a')).toBeNull()
    expect(await enqueue({ key: 'a' })).toHaveLength(1)
  })

  test('work is counted by kind and state; what failed for good is listed, the latest first', async () => {
    const { node } = await nodes()
    const { enqueue, queue, work, clock } = node()
    await enqueue({ key: 'later', runAt: START + 1_000_000 }, { key: 'other', kind: 'other' })
    const workers = work(
      [handler(async () => Promise.reject(new PermanentError('no use')))],
      [{ kind: 'work', everyMs: 60_000 }],
    )
    const ids = await enqueue({ key: 'a' }, { key: 'b' })
    for (const id of ids) await becomes(queue, id, 'failed')
    await workers.poll()
    const counted = await queue.counts()
    expect(counted).toEqual([
      { kind: 'other', waiting: 1, running: 0, failed: 0, nextRoundAt: null },
      { kind: 'work', waiting: 1, running: 0, failed: expect.any(Number), nextRoundAt: expect.any(Number) },
    ])
    const dead = await queue.deadLetters(10)
    expect(dead.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    expect(dead).toHaveLength(counted[1]?.failed ?? 0)
    expect(dead[0]).toMatchObject({ state: 'failed', reason: 'no use', finishedAt: clock.now() })
    expect(await queue.deadLetters(1)).toHaveLength(1)
  })

  test('a failed try is repeated after a wait that doubles, until the tries are used up', async () => {
    const { node, pass } = await nodes()
    const { enqueue, queue, work, clock, logged } = node()
    const tries: number[] = []
    const fails = handler(async ({ attempt }) => Promise.reject(new Error(`no ${tries.push(attempt)}`)), {
      attempts: 3,
    })
    const workers = work([fails])
    const [id = ''] = await enqueue({})
    await until('the first try failed', async () => (await queue.find(id))?.reason === 'no 1')
    // Half of two seconds, then half of four.
    expect(await queue.find(id)).toMatchObject({ state: 'waiting', attempt: 1, runAt: clock.now() + 1_000 })
    await pass(1, workers)
    await until('the second try failed', async () => (await queue.find(id))?.reason === 'no 2')
    expect(await queue.find(id)).toMatchObject({ state: 'waiting', runAt: clock.now() + 2_000 })
    await pass(1, workers)
    expect(tries).toEqual([1, 2])
    await pass(1, workers)
    await becomes(queue, id, 'failed')
    expect(await queue.find(id)).toMatchObject({ reason: 'no 3', attempt: 3, finishedAt: clock.now() })
    expect(logged).toEqual(['A job failed for good'])

    expect(await queue.retry(id)).toBe(true)
    await until('it is tried from the first try again', () => tries.length === 4)
    expect(tries).toEqual([1, 2, 3, 1])
    expect(await queue.retry(id)).toBe(false)
  })

  test('a dead letter whose key is live again stays dead', async () => {
    const { node } = await nodes()
    const { enqueue, queue, work } = node()
    const workers = work([handler(async () => Promise.reject(new PermanentError('never')))])
    const [id = ''] = await enqueue({})
    await becomes(queue, id, 'failed')
    expect(await queue.find(id)).toMatchObject({ attempt: 1, reason: 'never' })
    await workers.end()
    await enqueue({})
    expect(await queue.retry(id)).toBe(false)
  })

  test('a job put off waits for its moment, and the try does not count', async () => {
    const { node, pass } = await nodes()
    const { enqueue, queue, work } = node()
    const attempts: number[] = []
    const once = handler(async ({ attempt }) => {
      if (attempts.push(attempt) === 1) throw new RetryAt('The vendor rests.', START + 5_000)
    })
    const workers = work([once])
    const [id = ''] = await enqueue({})
    await until('it is put off', async () => (await queue.find(id))?.reason === 'The vendor rests.')
    expect(await queue.find(id)).toMatchObject({ state: 'waiting', attempt: 0, runAt: START + 5_000 })
    await pass(4, workers)
    expect(attempts).toEqual([1])
    await pass(1, workers)
    await becomes(queue, id, 'done')
    expect(attempts).toEqual([1, 1])
  })

  test('a job put off runs at once when it is hastened, and one of another key does not', async () => {
    const { node, database, pass } = await nodes()
    const { enqueue, queue, work } = node()
    const done: string[] = []
    const workers = work([handler(async ({ key }) => done.push(key))])
    const runAt = START + 3_600_000
    const [id = ''] = await enqueue({ key: 'a', runAt }, { key: 'b', runAt })
    await workers.poll()
    expect(done).toEqual([])
    await database.transaction((tx) => queue.hasten(tx, 'work', 'a'))
    await becomes(queue, id, 'done')
    await database.transaction((tx) => queue.hasten(tx, 'work', 'a'))
    await pass(2, workers)
    expect(done).toEqual(['a'])
  })

  test('a job asked for a moment runs then, not before', async () => {
    const { node, pass } = await nodes()
    const { enqueue, queue, work } = node()
    const workers = work([handler(async () => {})])
    const [id = ''] = await enqueue({ runAt: START + 3_000 })
    await pass(2, workers)
    expect(await queue.find(id)).toMatchObject({ state: 'waiting', runAt: START + 3_000 })
    await pass(1, workers)
    await becomes(queue, id, 'done')
  })

  test('jobs handed over together end one by one, as the handler says', async () => {
    const { node, database } = await nodes()
    const { enqueue, queue, work } = node()
    const sizes: number[] = []
    const inBatches: Handler = {
      kind: 'work',
      concurrency: 1,
      batch: 4,
      async run(jobs) {
        sizes.push(jobs.length)
        const [settled, later, dead] = jobs
        if (!settled || !later || !dead) return undefined
        await database.transaction((tx) => settled.complete(tx))
        return new Map<string, Error>([
          [later.id, new RetryAt('later', START + 60_000)],
          [dead.id, new PermanentError('never')],
        ])
      },
    }
    const ids = await enqueue(...jobsOf(6))
    work([inBatches])
    await until('both calls are over', async () => (await queue.find(ids[5] ?? ''))?.state === 'done')
    const states = (await Promise.all(ids.map(queue.find))).map((view) => view?.state)
    expect(states).toEqual(['done', 'waiting', 'failed', 'done', 'done', 'done'])
    expect(sizes).toEqual([4, 2])
  })

  test('an effect and the end of its job happen together, or not at all', async () => {
    const { node, database, pass } = await nodes()
    const { enqueue, queue, work } = node()
    const acts = handler(async ({ attempt, complete }) => {
      await database.transaction(async (tx) => {
        await effect(tx, `try ${attempt}`)
        await complete(tx)
        if (attempt === 1) throw new Error('undone')
      })
      throw new Error('what comes after the commit changes nothing')
    })
    const workers = work([acts])
    const [id = ''] = await enqueue({})
    await until('the first try is undone', async () => (await queue.find(id))?.reason === 'undone')
    expect(await effects(database)).toEqual([])
    await pass(1, workers)
    await becomes(queue, id, 'done')
    await workers.poll()
    expect(await effects(database)).toEqual(['try 2'])
    expect(await queue.find(id)).toMatchObject({ state: 'done', reason: null })
  })

  test('a cancelled job does not run; a running one sees it, here at once and elsewhere soon, and has no effect', async () => {
    const { node, database } = await nodes()
    const [here, there] = [node(), node()]
    const [waiting = ''] = await here.enqueue({ key: 'waiting', kind: 'without a handler' })
    expect(await here.queue.cancel(waiting)).toBe(true)
    expect(await here.queue.cancel(waiting)).toBe(false)
    expect(await here.queue.find(waiting)).toMatchObject({ state: 'cancelled', finishedAt: START })
    for (const canceller of [here, there]) {
      const running = gate()
      const refused: unknown[] = []
      const workers = here.work([
        handler(async (job) => {
          await running.pass(job).catch(() => {})
          await database
            .transaction(async (tx) => {
              await effect(tx, 'late')
              await job.complete(tx)
            })
            .catch((error) => refused.push(error))
        }),
      ])
      const [id = ''] = await here.enqueue({})
      const { signal } = await running.arrived
      expect(await canceller.queue.cancel(id)).toBe(true)
      if (canceller === there) await workers.poll()
      expect(signal.aborted).toBe(true)
      await workers.end()
      expect(refused).toEqual([expect.any(LeaseLost)])
      expect(await here.queue.find(id)).toMatchObject({ state: 'cancelled' })
    }
    expect(await effects(database)).toEqual([])
  })

  test('cancelling and settling at the same moment: one of them wins, and both know which', async () => {
    const { node, database } = await nodes()
    const [here, there] = [node(), node()]
    for (let round = 0; round < 12; round += 1) {
      const running = gate()
      const workers = here.work([handler(running.pass)])
      const [id = ''] = await here.enqueue({ key: `${round}` })
      const job: RunningJob = await running.arrived
      const settles = () =>
        database
          .transaction((tx) => job.complete(tx))
          .then(
            () => true,
            (error) => !(error instanceof LeaseLost),
          )
      const cancels = () => there.queue.cancel(id)
      const [first, second] = await Promise.all(round % 2 === 0 ? [settles(), cancels()] : [cancels(), settles()])
      const [isSettled, isCancelled] = round % 2 === 0 ? [first, second] : [second, first]
      expect(isSettled).toBe(!isCancelled)
      expect(await here.queue.find(id)).toMatchObject({ state: isCancelled ? 'cancelled' : 'done' })
      running.open()
      await workers.end()
    }
  })

  test('progress is seen, and never goes back', async () => {
    const { node, pass } = await nodes()
    const { enqueue, queue, work } = node()
    const running = gate()
    const workers = work([handler(running.pass)])
    const [id = ''] = await enqueue({})
    const { progress } = await running.arrived
    const shown = async () => (await queue.find(id))?.progress
    await progress(0.25)
    expect(await shown()).toBe(0.25)
    await progress(0.5)
    await progress(0.4)
    await workers.renew()
    expect(await shown()).toBe(0.5)
    await pass(1)
    await progress(7)
    expect(await shown()).toBe(1)
    running.open()
  })

  test('what is listed: waiting, running and lately failed, of one company or of all, newest first', async () => {
    const { node } = await nodes()
    const { enqueue, queue, work, clock } = node()
    const workers = work([
      handler(async ({ key }) => {
        if (key.startsWith('fails')) throw new PermanentError('never')
      }),
    ])
    const [old = '', ok = ''] = await enqueue({ key: 'fails early', companyId: 1 }, { key: 'succeeds', companyId: 1 })
    await becomes(queue, ok, 'done')
    clock.moveBy(60_000)
    const [late = ''] = await enqueue({ key: 'fails late', companyId: 1 })
    await becomes(queue, late, 'failed')
    await workers.end()
    const [own = '', foreign = ''] = await enqueue({ key: 'x', companyId: 1 }, { key: 'y', companyId: 2 })
    const ids = async (companyId: number | 'all', failedSince: number, limit = 10) =>
      (await queue.list({ companyId, failedSince, limit })).map(({ id }) => id)
    expect(await ids(1, START + 1)).toEqual([own, late])
    expect(await ids(1, START)).toEqual([own, late, old])
    expect(await ids('all', START + 1)).toEqual([foreign, own, late])
    expect(await ids('all', START, 2)).toEqual([foreign, own])

    const [other = ''] = await enqueue({ key: 'z', companyId: 1, kind: 'other' })
    const request = { companyId: 1, failedSince: START + 1, limit: 10 }
    const kinds = async (...some: string[]) => (await queue.list({ ...request, kinds: some })).map(({ id }) => id)
    expect(await kinds('other')).toEqual([other])
    expect(await kinds('other', (await queue.find(own))?.kind ?? '')).toEqual([other, own, late])
    expect(await kinds('unknown')).toEqual([])
    await queue.cancel(other)

    await queue.purge(START + 1)
    expect([await queue.find(old), await queue.find(ok)]).toEqual([null, null])
    expect(await ids('all', 0)).toEqual([foreign, own, late])
  })
}
