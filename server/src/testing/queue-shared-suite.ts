/** What every provider of the queue promises where several nodes, companies and clocks meet (`ports/queue.ts`). */
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { LeaseLost, RetryAt, type RunningJob } from '#ports/queue.ts'
import { becomes, gate, handler, jobsOf, type QueueNodes, START, until } from './queue-nodes.ts'

const HOUR_MS = 3_600_000
const DAY_AND_AN_HOUR_MS = 25 * HOUR_MS

export function queueSharedSuite(nodes: () => Promise<QueueNodes>): void {
  test('1,000 jobs on four nodes: each is run, none twice', async () => {
    const { node } = await nodes()
    const ran: string[] = []
    const workers = Array.from({ length: 4 }, () =>
      node().work([handler(async ({ id }) => ran.push(id), { concurrency: 60 })]),
    )
    const ids = await node().enqueue(...jobsOf(1_000))
    await until('all are done', async () => {
      await Promise.all(workers.map(({ poll }) => poll()))
      return ran.length >= 1_000
    })
    await Promise.all(workers.map(({ end }) => end()))
    expect(new Set(ids).size).toBe(1_000)
    expect(ran.toSorted()).toEqual(ids.toSorted())
  })

  test('no more of a kind run at once than allowed, over all nodes, however they race', async () => {
    const { node } = await nodes()
    let running = 0
    let most = 0
    let done = 0
    const busy = handler(
      async () => {
        running += 1
        most = Math.max(most, running)
        for (let at = 0; at < 5; at += 1) await turn()
        running -= 1
        done += 1
      },
      { concurrency: 3 },
    )
    const workers = Array.from({ length: 4 }, () => node().work([busy, handler(async () => {}, { kind: 'another' })]))
    await node().enqueue(...jobsOf(60), ...jobsOf(20, { kind: 'another' }))
    await until('all are done', async () => {
      await Promise.all(workers.map(({ poll }) => poll()))
      return done === 60
    })
    expect(most).toBe(3)
  })

  test('a company with a heap of work does not hold up another, nor does that one overtake it for ever', async () => {
    const { node } = await nodes()
    const { enqueue, work } = node()
    const order: (number | null)[] = []
    await enqueue(...jobsOf(400, { companyId: 1 }))
    const stop = gate()
    const workers = work([
      handler(async (job) => {
        if (order.push(job.companyId) === 50) await stop.pass(job)
      }),
    ])
    await stop.arrived
    await enqueue(...jobsOf(20, { companyId: 2 }), ...jobsOf(1, { companyId: 3 }))
    await workers.poll()
    stop.open()
    await until('everything is done', () => order.length === 421)
    const [second, third] = [order.indexOf(2), order.indexOf(3)]
    expect(second).toBeLessThan(55)
    expect(third).toBeLessThan(55)
    // One each in turn: twenty of company 2 beside twenty of company 1.
    expect(order.slice(second, second + 30).filter((company) => company === 1).length).toBeGreaterThan(12)
    expect(order.lastIndexOf(2)).toBeLessThan(100)
  })

  test('what a person waits for comes first; among equals the oldest', async () => {
    const { node } = await nodes()
    const { enqueue, work } = node()
    const order: string[] = []
    await enqueue({ key: 'a' }, { key: 'b', priority: -1 }, { key: 'c' }, { key: 'd', priority: 5 }, { key: 'e' })
    work([handler(async ({ key }) => order.push(key))])
    await until('everything is done', () => order.length === 5)
    expect(order).toEqual(['d', 'a', 'c', 'e', 'b'])
  })

  test('a worker that falls silent loses its job within 15 s, and what it does afterwards does not count', async () => {
    const { node, pass, database } = await nodes()
    const [here, there] = [node(), node()]
    const silent = gate()
    const settled: unknown[] = []
    const settles = (job: RunningJob) =>
      database.transaction((tx) => job.complete(tx)).catch((error) => settled.push(error))
    const old = here.work([
      handler(async (job) => {
        await silent.pass(job)
        await settles(job)
      }),
    ])
    const [id = ''] = await here.enqueue({})
    await silent.arrived
    const attempts: number[] = []
    const again = gate()
    const fresh = there.work([
      handler(async (job) => {
        attempts.push(job.attempt)
        await again.pass(job)
        await settles(job)
      }),
    ])
    await pass(8, fresh)
    expect(attempts).toEqual([])
    await pass(3, fresh)
    await again.arrived
    silent.open()
    await until('the silent one has tried', () => settled.length > 0)
    await old.poll()
    expect(settled).toEqual([expect.any(LeaseLost)])
    expect(await here.queue.find(id)).toMatchObject({ state: 'running', attempt: 1 })
    again.open()
    await becomes(there.queue, id, 'done')
    expect(settled).toHaveLength(1)
    expect(attempts).toEqual([1])
  })

  test('a worker that gives signs of life keeps its job as long as it takes, whatever the clocks say', async () => {
    const { node, pass } = await nodes()
    const [here, there] = [node(), node()]
    const long = gate()
    const mine = here.work([handler(long.pass)])
    const [id = ''] = await here.enqueue({})
    const { signal } = await long.arrived
    const taken: string[] = []
    const others = there.work([handler(async (job) => taken.push(job.id))])
    for (const shift of [0, DAY_AND_AN_HOUR_MS, -2 * DAY_AND_AN_HOUR_MS, DAY_AND_AN_HOUR_MS])
      for (const moved of [here, there]) {
        moved.clock.moveBy(shift)
        for (let at = 0; at < 5; at += 1) {
          await pass(4, others, mine)
          await mine.renew()
        }
      }
    expect(signal.aborted).toBe(false)
    expect(taken).toEqual([])
    long.open()
    await becomes(here.queue, id, 'done')
  })

  test('work that was asked for at once is done, also after the clock was set back a day', async () => {
    const { node } = await nodes()
    const { enqueue, queue, clock, work } = node()
    const [id = ''] = await enqueue({})
    clock.moveBy(-DAY_AND_AN_HOUR_MS)
    const workers = work([handler(async () => {})])
    await workers.poll()
    await becomes(queue, id, 'done')
  })

  test('work that was put off while the clock was ahead is looked at again once the clock is set back', async () => {
    const { node } = await nodes()
    const { enqueue, queue, clock, work } = node()
    clock.moveBy(DAY_AND_AN_HOUR_MS)
    let looks = 0
    const workers = work([
      handler(async () => {
        looks += 1
        if (looks === 1) throw new RetryAt('Not yet.', clock.now() + HOUR_MS)
      }),
    ])
    const [id = ''] = await enqueue({})
    await until('it is put off', async () => (await queue.find(id))?.reason === 'Not yet.')
    await workers.poll()
    expect(looks).toBe(1)
    clock.moveBy(-DAY_AND_AN_HOUR_MS)
    await workers.poll()
    await becomes(queue, id, 'done')
  })

  test('work that was under way when the clock was set back is not put off to a moment of the clock before', async () => {
    const { node } = await nodes()
    const { enqueue, queue, clock, work } = node()
    clock.moveBy(DAY_AND_AN_HOUR_MS)
    const running = gate()
    let looks = 0
    const workers = work([
      handler(async (job) => {
        looks += 1
        if (looks > 1) return
        const later = clock.now() + HOUR_MS
        await running.pass(job)
        throw new RetryAt('Not yet.', later)
      }),
    ])
    const [id = ''] = await enqueue({})
    await running.arrived
    clock.moveBy(-DAY_AND_AN_HOUR_MS)
    await workers.poll()
    running.open()
    await until('it has ended', async () => (await queue.find(id))?.reason === 'Not yet.')
    await workers.poll()
    await becomes(queue, id, 'done')
  })

  test('a worker that loses its job learns it', async () => {
    const { node, pass } = await nodes()
    const [here, there] = [node(), node()]
    const long = gate()
    const mine = here.work([handler((job) => long.pass(job))])
    const [id = ''] = await here.enqueue({})
    const { signal } = await long.arrived
    const others = there.work([handler(async () => {})])
    await pass(14, others)
    await becomes(there.queue, id, 'done')
    expect(signal.aborted).toBe(false)
    await mine.poll()
    expect(signal.reason).toBeInstanceOf(LeaseLost)
  })

  test('a job whose process ends under it keeps its tries, but is a dead letter after twenty such ends', async () => {
    const { node, pass } = await nodes()
    const { queue, enqueue } = node()
    const [id = ''] = await enqueue({})
    for (let end = 1; end <= 20; end += 1) {
      const dying = gate()
      const doomed = node().work([handler(dying.pass, { attempts: 1 })])
      expect(await dying.arrived).toMatchObject({ attempt: 1 })
      // Only watches: it may run nothing itself.
      const watcher = node().work([handler(async () => {}, { attempts: 1, concurrency: 0 })])
      await pass(14, watcher)
      expect(await queue.find(id)).toMatchObject({ state: end < 20 ? 'waiting' : 'failed' })
      await watcher.end()
      await doomed.end()
    }
    expect(await queue.find(id)).toMatchObject({ reason: expect.stringContaining('20 times') })
    expect(await queue.retry(id)).toBe(true)
    const workers = node().work([handler(async () => {}, { attempts: 1 })])
    await becomes(queue, id, 'done')
    await workers.end()
  })

  test('a worker that ends gives its jobs back as if they had never been taken', async () => {
    const { node } = await nodes()
    const [here, there] = [node(), node()]
    const [unfinished, finished] = [gate(), gate()]
    const workers = here.work([
      handler(unfinished.pass),
      handler(async (job) => finished.pass(job).catch(() => 'done all the same'), { kind: 'quick' }),
    ])
    const [id = '', quick = '', later = ''] = await here.enqueue({}, { kind: 'quick' }, { key: 'two' })
    await Promise.all([unfinished.arrived, finished.arrived])
    await workers.end()
    expect(await here.queue.find(id)).toMatchObject({ state: 'waiting', attempt: 0 })
    expect(await here.queue.find(quick)).toMatchObject({ state: 'done' })
    const order: string[] = []
    there.work([handler(async (job) => order.push(`${job.id} ${job.attempt}`))])
    await until('both are done elsewhere', () => order.length === 2)
    expect(order).toEqual([`${id} 1`, `${later} 1`])
  })

  test('rounds begin at once, once over all nodes, and those that were slept through are not made up for', async () => {
    const { node, pass } = await nodes()
    const [here, there] = [node(), node()]
    const rounds: string[] = []
    const daily = [{ kind: 'daily', everyMs: 60_000 }]
    const worked = [here, there].map(({ work }) =>
      work([handler(async ({ key }) => rounds.push(key), { kind: 'daily' })], daily),
    )
    const poll = () => Promise.all([...worked, ...worked].map((workers) => workers.poll()))
    const count = async (expected: number) => {
      await poll()
      await until(`round ${expected}`, () => rounds.length >= expected)
      await poll()
      expect(rounds).toHaveLength(expected)
    }
    await count(1)
    await pass(59)
    await count(1)
    await pass(1)
    await count(2)
    for (const { clock } of [here, there]) clock.moveBy(8 * HOUR_MS)
    await count(3)
    await pass(60)
    await count(4)
    for (const { clock } of [here, there]) clock.moveBy(-DAY_AND_AN_HOUR_MS)
    await count(5)
    await pass(60)
    await count(6)
    expect(rounds[0]).toBe('daily')
  })

  test('a kind without a handler on this node is left to other nodes', async () => {
    const { node } = await nodes()
    const { enqueue, queue, work } = node()
    const workers = work([handler(async () => {}, { kind: 'other' })])
    const [id = ''] = await enqueue({})
    await workers.poll()
    expect(await queue.find(id)).toMatchObject({ state: 'waiting', runAt: START })
  })
}
