/**
 * What every provider of the queue promises of asking for work, and of finding it (`ports/queue.ts`). Call it with a way to
 * make nodes on an empty store.
 */
import { expect, test } from 'vitest'
import { PermanentError } from '#ports/queue.ts'
import { becomes, gate, handler, jobsOf, type QueueNodes, START } from './queue-nodes.ts'

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
