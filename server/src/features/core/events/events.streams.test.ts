/** Streams of events: how many there may be, what becomes of those that fail, and when they end. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildRefreshDone, publish, stream, waitForAll } from '../../../testing/event-streams.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { type Person, world } from '../../../testing/world.ts'

/** The most loops that ever waited for their next look at the same time. */
function countLoops() {
  const real = globalThis.setTimeout
  const counted = { waiting: 0, most: 0 }
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) => {
    if (ms !== 100) return real(run, ms)
    counted.waiting += 1
    counted.most = Math.max(counted.most, counted.waiting)
    return real(() => {
      counted.waiting -= 1
      run()
    }, ms)
  }) as typeof setTimeout)
  onTestFinished(() => spy.mockRestore())
  return counted
}

test('a stream that fails while others are served leaves them their one loop: every event comes once', async () => {
  const loops = countLoops()
  const here = await world({ breaksStore: true })
  const { schema } = here.database.queries
  const one = await stream(here, 'pro')
  await schema.alterTable('events').renameTo('events_gone').execute()
  expect((await stream(here, 'basic', 0)).res.statusCode).toBe(500)
  await schema.alterTable('events_gone').renameTo('events').execute()
  const late = await stream(here, 'basic')
  for (const id of [1, 2, 3]) {
    await publish(here, buildRefreshDone(id))
    await waitForAll([one, late], id)
  }
  expect([one.accounts(), late.accounts()]).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ])
  expect(loops.most).toBe(1)
  for (const { hangUp } of [one, late]) hangUp()
})

test('streams begin again after one that failed at the very beginning', async () => {
  const here = await world({ breaksStore: true })
  const { schema } = here.database.queries
  await schema.alterTable('events').renameTo('events_gone').execute()
  expect((await stream(here, 'pro')).res.statusCode).toBe(500)
  await schema.alterTable('events_gone').renameTo('events').execute()
  const next = await stream(here, 'pro')
  await publish(here, buildRefreshDone(1))
  await waitForAll([next], 1)
  expect(next.accounts()).toEqual([1])
  next.hangUp()
})

test('one session opens ten streams, and the eleventh learns when to retry', async () => {
  const here = await world()
  const streams = await Promise.all(Array.from({ length: 12 }, () => stream(here, 'pro')))
  const refused = streams.filter(({ res }) => res.statusCode === 429)
  expect(refused).toHaveLength(2)
  expect(refused[0]?.res.headers['retry-after']).toBe('30')
  await until('the answer is there', () => refused[0]?.text() !== '')
  expect(JSON.parse(refused[0]?.text() ?? '')).toMatchObject({
    error: 'too_many_streams',
    message: 'tangelo is open in 10 of your windows already. Close one of them, then try again.',
  })
  const other = await stream(here, 'basic')
  expect(other.res.statusCode).toBe(200)
  streams.find(({ res }) => res.statusCode === 200)?.hangUp()
  await until('there is room again', async () => {
    const again = await stream(here, 'pro')
    again.hangUp()
    return again.res.statusCode === 200
  })
  for (const { hangUp } of [...streams, other]) hangUp()
})

test('one company follows 64 times, over all of its sessions', async () => {
  const here = await world()
  const viewerOf = (session: number, companyId: number) => ({
    userId: 2,
    username: 'pro',
    role: 'pro' as const,
    companyId,
    companyName: null,
    mustChangePassword: false,
    sessionId: `session ${session}`,
    address: null,
    via: 'session' as const,
  })
  const follow = (session: number, companyId = 1) =>
    here.services.events.follow(viewerOf(session, companyId), null, { send: () => {}, end: () => {} })
  const stops = await Promise.all(Array.from({ length: 64 }, (_, at) => follow(Math.floor(at / 8))))
  await expect(follow(99)).rejects.toMatchObject({ status: 429, code: 'too_many_streams' })
  stops.push(await follow(99, 2))
  stops.shift()?.()
  stops.push(await follow(99))
  for (const stop of stops) stop()
})

test('twenty streams are served side by side, and disconnected ones cost nothing', async () => {
  const here = await world()
  const people = Array.from({ length: 20 }, (_, at): Person => (at % 2 === 0 ? 'pro' : 'basic'))
  const streams = await Promise.all(people.map((who) => stream(here, who)))
  await publish(here, buildRefreshDone(1))
  await waitForAll(streams, 1)
  for (const { hangUp } of streams.slice(1)) hangUp()
  await publish(here, buildRefreshDone(2))
  await waitForAll(streams.slice(0, 1), 2)
  expect(streams.map(({ accounts }) => accounts().length)).toEqual([2, ...Array.from({ length: 19 }, () => 1)])
  streams[0]?.hangUp()
  // The loop has stopped; the next stream starts it again.
  const next = await stream(here, 'pro', 1)
  await waitForAll([next], 1)
  expect(next.accounts()).toEqual([2])
  next.hangUp()
})

test('a sign of life comes every 15 seconds, until the session has ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const here = await world()
  const one = await stream(here, 'pro')
  await until('it is welcome', () => one.text() === ': welcome\n\n')
  vi.advanceTimersByTime(14_000)
  expect(one.text()).toBe(': welcome\n\n')
  vi.advanceTimersByTime(1_000)
  await until('the sign is there', () => one.text() === ': welcome\n\n: still here\n\n')
  await here.ask('pro', 'POST', '/api/auth/logout')
  vi.advanceTimersByTime(15_000)
  await until('the line is closed', one.isOver)
  vi.useRealTimers()
})

test('a stream ends when its viewer may see other things, and goes on with those', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const here = await world()
  const one = await stream(here, 'pro')
  await here.database.queries.updateTable('users').set({ company_id: 2 }).where('username', '=', 'pro').execute()
  vi.advanceTimersByTime(15_000)
  await until('the line is closed', one.isOver)
  vi.useRealTimers()
})

test('streams end with the process, so that it does not wait for them', async () => {
  const here = await world()
  const streams = await Promise.all((['pro', 'loner'] as const).map((who) => stream(here, who)))
  here.services.events.end()
  await until('the lines are closed', () => streams.every(({ isOver }) => isOver()))
})

test('an unavailable database is a failure like any other', async () => {
  const here = await world({ breaksStore: true })
  await here.database.queries.schema.dropTable('events').execute()
  const res = await here.ask('pro', 'GET', '/api/events')
  expect(res.statusCode).toBe(500)
  expect(res.json()).toMatchObject({ success: false })
})
