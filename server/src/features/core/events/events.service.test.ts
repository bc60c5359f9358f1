/** What happens while people look, as server-sent events. Who may call the route is in the access matrix. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Measured, measured } from '../../../testing/measured.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { type Person, START, type World, world } from '../../../testing/world.ts'
import { type DomainEvent, publishEvents } from './events.service.ts'

const at = (moment: number) => new Date(moment).toISOString()

const happened = ({ database, clock }: World, ...happenings: DomainEvent[]) =>
  database.transaction((tx) => publishEvents(tx, happenings, clock.now()))

const refreshed = (accountId: number, companyId = 1): DomainEvent => ({ companyId, kind: 'refresh-done', accountId })

async function stream({ app, tokens }: World, who: Person, lastEventId?: number | string) {
  const res = await app.inject({
    method: 'GET',
    url: '/api/events',
    headers: {
      authorization: `Bearer ${tokens[who]}`,
      ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
    },
    payloadAsStream: true,
  })
  let text = ''
  let isOver = false
  res.stream().on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  res.stream().on('end', () => {
    isOver = true
  })
  const events = (): { id: number; accountId: number }[] =>
    [...text.matchAll(/^data: (.*)$/gm)].map(([, json = '']) => JSON.parse(json))
  return {
    res,
    events,
    accounts: () => events().map(({ accountId }) => accountId),
    text: () => text,
    isOver: () => isOver,
    hangUp: () => res.raw.res.destroy(),
  }
}

const all = (streams: { accounts(): number[] }[], count: number) =>
  until('all events are there', () => streams.every(({ accounts }) => accounts().length >= count))

test('come as server-sent events that no proxy keeps back', async () => {
  const here = await world()
  const { res, text, events, hangUp } = await stream(here, 'pro')
  expect(res.statusCode).toBe(200)
  expect(res.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  expect(res.headers['cache-control']).toContain('no-store')
  await happened(here, { companyId: 1, kind: 'refresh-failed', accountId: 7, message: 'No\nfigures.' })
  await until('the event is there', () => events().length === 1)
  const event = { id: 1, kind: 'refresh-failed', accountId: 7, message: 'No\nfigures.', at: at(START) }
  expect(text()).toBe(`: welcome\n\nid: 1\ndata: ${JSON.stringify(event)}\n\n`)
  hangUp()
})

test('reach those whose company they are about', async () => {
  const here = await world()
  const [admin, pro, foreigner, loner] = await Promise.all(
    (['admin', 'pro', 'foreigner', 'loner'] as const).map((who) => stream(here, who)),
  )
  await happened(here, refreshed(1), refreshed(2, 2), { companyId: null, kind: 'activity-changed', accountId: 3 })
  await happened(here, refreshed(4), refreshed(5, 2))
  await until('everybody has theirs', () => [admin, pro, foreigner].every((one) => (one?.accounts().length ?? 0) > 1))
  expect(admin?.accounts()).toEqual([1, 2, 3, 4, 5])
  expect(pro?.accounts()).toEqual([1, 4])
  expect(foreigner?.accounts()).toEqual([2, 5])
  expect(loner?.accounts()).toEqual([])
  for (const one of [admin, pro, foreigner, loner]) one?.hangUp()
})

test('go on after the last that was seen, each once', async () => {
  const here = await world()
  await happened(here, ...Array.from({ length: 1_200 }, (_, place) => refreshed(place + 1)))
  await happened(here, refreshed(9_999, 2))
  const late = await stream(here, 'pro', 100)
  await happened(here, refreshed(1_201))
  await all([late], 1_101)
  expect(late.accounts()).toEqual(Array.from({ length: 1_101 }, (_, place) => place + 101))
  late.hangUp()
})

test.each(['', 'x', '-1', '1.5', '9'.repeat(40)])('a last event called "%s" is none', async (lastEventId) => {
  const here = await world()
  await happened(here, refreshed(1))
  const one = await stream(here, 'pro', lastEventId)
  await happened(here, refreshed(2))
  await all([one], 1)
  expect(one.accounts()).toEqual([2])
  one.hangUp()
})

test.each(['4294967296', '2147483648', '999999999999999'])(
  'a last event called "%s" is after all there are',
  async (lastEventId) => {
    const here = await world()
    await happened(here, refreshed(1))
    const one = await stream(here, 'pro', lastEventId)
    expect(one.res.statusCode).toBe(200)
    await happened(here, refreshed(2))
    await all([one], 1)
    expect(one.accounts()).toEqual([2])
    one.hangUp()
  },
)

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
    await happened(here, refreshed(id))
    await all([one, late], id)
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
  await happened(here, refreshed(1))
  await all([next], 1)
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

test('of transactions that overtook each other are all delivered', async () => {
  const here = await world()
  await happened(here, refreshed(1))
  const one = await stream(here, 'pro')
  const withId = (id: number) =>
    here.database.queries
      .insertInto('events')
      .values({ id, company_id: 1, kind: 'refresh-done', account_id: id, message: null, at: START })
      .execute()
  await withId(4)
  await all([one], 1)
  await withId(3)
  await all([one], 2)
  await withId(2)
  await withId(5)
  await all([one], 4)
  expect(one.accounts().toSorted()).toEqual([2, 3, 4, 5])
  one.hangUp()
})

test('twenty streams are served side by side, and disconnected ones cost nothing', async () => {
  const here = await world()
  const people = Array.from({ length: 20 }, (_, at): Person => (at % 2 === 0 ? 'pro' : 'basic'))
  const streams = await Promise.all(people.map((who) => stream(here, who)))
  await happened(here, refreshed(1))
  await all(streams, 1)
  for (const { hangUp } of streams.slice(1)) hangUp()
  await happened(here, refreshed(2))
  await all(streams.slice(0, 1), 2)
  expect(streams.map(({ accounts }) => accounts().length)).toEqual([2, ...Array.from({ length: 19 }, () => 1)])
  streams[0]?.hangUp()
  // The loop has stopped; the next stream starts it again.
  const next = await stream(here, 'pro', 1)
  await all([next], 1)
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

test('a refresh is reported from its start to its end', async () => {
  const here: Measured = await measured({ accounts: ['nasa', 'missing_one'] })
  const one = await stream(here, 'pro')
  await here.ask('admin', 'POST', '/api/accounts/1/refresh')
  await here.settle()
  await here.ask('admin', 'POST', '/api/accounts/2/refresh')
  await here.settle()
  await all([one], 4)
  expect(one.events()).toMatchObject([
    { kind: 'refresh-started', accountId: 1 },
    { kind: 'refresh-done', accountId: 1 },
    { kind: 'refresh-started', accountId: 2 },
    { kind: 'refresh-failed', accountId: 2, message: expect.stringContaining('missing_one') },
  ])
  one.hangUp()
})

test('are forgotten after an hour', async () => {
  const here = await world()
  await happened(here, refreshed(1))
  here.clock.moveBy(3_600_001)
  await happened(here, refreshed(2))
  await here.purge()
  const one = await stream(here, 'pro', 0)
  await all([one], 1)
  expect(one.accounts()).toEqual([2])
  one.hangUp()
})
