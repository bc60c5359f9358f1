/** What every provider of the queue promises of how a job goes on and ends (`ports/queue.ts`). */
import { expect, test } from 'vitest'
import type { Database, Queries } from '#platform/database/database.ts'
import { type Handler, LeaseLost, PermanentError, RetryAt, type RunningJob } from '#ports/queue.ts'
import { becomes, gate, handler, jobsOf, type QueueNodes, START, until } from './queue-nodes.ts'

/** An effect in the store that can be counted. */
const effect = (tx: Queries, name: string) =>
  tx.insertInto('companies').values({ name, name_key: name, time_zone: 'UTC', created_at: START }).execute()

const effects = async ({ queries }: Database) =>
  (await queries.selectFrom('companies').select('name').execute()).map(({ name }) => name)

export function queueOutcomesSuite(nodes: () => Promise<QueueNodes>): void {
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
    const readProgress = async () => (await queue.find(id))?.progress
    await progress(0.25)
    expect(await readProgress()).toBe(0.25)
    await progress(0.5)
    await progress(0.4)
    await workers.renew()
    expect(await readProgress()).toBe(0.5)
    await pass(1)
    await progress(7)
    expect(await readProgress()).toBe(1)
    running.open()
  })
}
