/** Webhooks through the door, with a receiver that listens on this machine and a clock that the test moves. */
import type { ServerResponse } from 'node:http'
import type { LookupFunction } from 'node:net'
import type { Webhook, WebhookDelivery } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import { spend } from '#features/billing/index.ts'
import { DAY, HOUR, isQuiet, MINUTE, measured } from '../../../testing/measured.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { isSignedWith, type Received, type TestReceiver, testReceiver } from '../../../testing/receiver.ts'
import { aReel, ended, generated } from '../../../testing/reels.ts'
import { stored } from '../../../testing/stored.ts'
import { type Person, sharedWorld, type World, world } from '../../../testing/world.ts'
import { enqueueWebhooks } from './webhooks.service.ts'
import { webhooksStore } from './webhooks.store.ts'

const USERS = { admin: 1, pro: 2, basic: 3, foreigner: 4, loner: 5 } as const
const SECOND = 1_000

const setUrl = async ({ ask }: World, who: Person, webhookUrl: string | null) =>
  expect((await ask('admin', 'PUT', `/api/users/${USERS[who]}`, { webhookUrl })).statusCode).toBe(200)

const webhookOf = async ({ ask }: World, who: Person): Promise<Webhook> =>
  (await ask('admin', 'GET', `/api/webhooks/${USERS[who]}`)).json()

const deliveries = async ({ ask }: World, query = ''): Promise<WebhookDelivery[]> =>
  (await ask('admin', 'GET', `/api/webhooks/deliveries${query}`)).json()

const secretOf = async ({ ask }: World, who: Person): Promise<string> =>
  (await ask('admin', 'POST', `/api/webhooks/${USERS[who]}/secret`)).json().secret

const aDraft = async ({ ask }: World, caption = 'new', who: Person = 'pro'): Promise<string> =>
  (await ask(who, 'POST', '/api/content/posts', { caption })).json().id

/** Time passes, then everything is sent that may be sent by then. */
async function sendDue(here: World, passed = 0, meanwhile = async () => {}): Promise<void> {
  here.clock.moveBy(passed)
  const workers = here.work()
  await meanwhile()
  await until('nothing is due', async () => (await isQuiet(here)) && (await nothingUnseen(here)))
  await workers.end()
}

/** Every due delivery has a job, which waits for its moment. */
async function nothingUnseen({ database, clock }: World): Promise<boolean> {
  const due = await database.queries
    .selectFrom('webhook_deliveries')
    .select('user_id')
    .where('state', '=', 'waiting')
    .where('next_try_at', '<=', clock.now())
    .execute()
  const jobs = await database.queries
    .selectFrom('jobs')
    .select('key')
    .where('kind', '=', 'send-webhooks')
    .where('state', '=', 'waiting')
    .where('run_at', '>', clock.now())
    .execute()
  return due.every(({ user_id }) => jobs.some(({ key }) => key === String(user_id)))
}

/** A world where the webhook of some people leads to a receiver of their own on this machine. */
async function listening(...people: Person[]) {
  const here = await world({
    webhooks: { allowsPrivate: true },
    publicUrl: 'https://tangelo.example',
    session: { idleMs: 90 * DAY, maxMs: 90 * DAY },
  })
  const receivers: TestReceiver[] = []
  for (const person of people) {
    const receiver = await testReceiver()
    await setUrl(here, person, receiver.url)
    receivers.push(receiver)
  }
  return { here, receivers }
}

async function oneListening() {
  const { here, receivers } = await listening('pro')
  const [receiver] = receivers
  if (!receiver) throw new Error('nobody listens')
  return { here, receiver }
}

const typesOf = (calls: readonly Received[]) => calls.map(({ event }) => event.type)

describe('slow receivers', () => {
  test('sixteen that hang keep a quick one from nothing', async () => {
    const { here, receivers } = await listening('foreigner')
    const quick = receivers[0]
    const hanging = await testReceiver()
    const held: ServerResponse[] = []
    hanging.answer((response) => void held.push(response))
    const names = Array.from({ length: 16 }, (_, at) => `hangs-${at}`)
    await here.database.queries
      .insertInto('users')
      .values(
        names.map((name) => ({
          company_id: 1,
          username: name,
          username_key: name,
          password_hash: 'none',
          role: 'basic' as const,
          must_change_password: 0 as const,
          webhook_url: hanging.url,
          created_at: here.clock.now(),
        })),
      )
      .execute()
    await aDraft(here)
    const workers = here.work()
    await until('all that hang are called', async () => held.length === 16)
    await aDraft(here, 'for the quick one', 'foreigner')
    await until('the quick one has its event', async () => quick?.calls.length === 1)
    expect(held.filter((response) => response.destroyed)).toEqual([])
    await workers.end()
  })

  test('that have much waiting give their place back after ten deliveries', async () => {
    const { here, receiver } = await oneListening()
    for (let at = 0; at < 25; at += 1) await aDraft(here, `draft ${at}`)
    await sendDue(here)
    expect(receiver.calls).toHaveLength(25)
    const jobs = await here.database.queries
      .selectFrom('jobs')
      .select('state')
      .where('kind', '=', 'send-webhooks')
      .execute()
    expect(jobs).toEqual([{ state: 'done' }, { state: 'done' }, { state: 'done' }])
  })
})

describe('what is sent', () => {
  test('is signed, dated, and describes the change of a draft, to every subscribed user of the company', async () => {
    const { here, receivers } = await listening('pro', 'admin', 'foreigner')
    const [pro, admin, foreigner] = receivers
    const secret = await secretOf(here, 'pro')
    const id = await aDraft(here, 'An orange')
    await here.ask('basic', 'PUT', `/api/airtable/posts/${id}`, { status: 'Approved' })
    await sendDue(here, SECOND)
    expect(foreigner?.calls).toEqual([])
    expect(pro?.calls.map(({ body }) => body)).toEqual(admin?.calls.map(({ body }) => body))
    const [made, changed] = pro?.calls ?? []
    expect(made?.event).toEqual({
      id: made?.id,
      type: 'draft.changed',
      timestamp: '2026-11-20T09:00:00.000Z',
      companyId: 1,
      data: {
        post: expect.objectContaining({ id, caption: 'An orange', status: 'Draft' }),
        isNew: true,
        isGone: false,
        changed: ['caption'],
        by: 'pro',
      },
    })
    expect(changed?.event.data).toMatchObject({ post: { status: 'Approved' }, changed: ['status'], by: 'basic' })
    expect(made?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'tangelo',
      'webhook-timestamp': String(Math.floor(here.clock.now() / 1_000)),
    })
    for (const call of pro?.calls ?? []) {
      expect(isSignedWith(secret, call, here.clock.now())).toBe(true)
      expect(isSignedWith(secret, { ...call, body: `${call.body} ` }, here.clock.now())).toBe(false)
      expect(isSignedWith(await secretOf(here, 'admin'), call, here.clock.now())).toBe(false)
    }
    // A published item is no draft any more: no event.
    await here.ask('pro', 'PUT', `/api/airtable/posts/${id}`, { caption: 'later' })
    await sendDue(here)
    expect(pro?.calls).toHaveLength(2)
  })

  test('reports reels: rendered, failed, and the credits that remain', async () => {
    const { here, receiver } = await oneListening()
    const reel = await aReel(here)
    const workers = here.work()
    const { id, url } = await ended(here, await generated(here, reel.id))
    await workers.end()
    const failing = await generated(here, reel.id)
    await here.services.renders.fail(failing, 'The encoder was ended.')
    const { database, clock } = here
    for (const because of ['one more', 'and another'])
      await database.transaction((tx) =>
        spend({ queries: tx, engine: database.engine }, { companyId: 1, because, userId: null, at: clock.now() }),
      )
    await sendDue(here)
    const told = receiver.calls.filter(({ event }) => event.type !== 'draft.changed').map(({ event }) => event)
    expect(told).toMatchObject([
      { type: 'reel.rendered', data: { reelId: reel.id, renderId: id, videoUrl: url } },
      { type: 'render.failed', data: { reelId: reel.id, renderId: failing, message: 'The encoder was ended.' } },
      { type: 'credits.low', data: { total: 5, used: 4, remaining: 1 } },
    ])
  })

  test('reports accounts, with the figures that were read', async () => {
    const receiver = await testReceiver()
    const here = await measured({ accounts: ['nasa'], webhooks: { allowsPrivate: true } })
    await setUrl(here, 'basic', receiver.url)
    await here.ask('admin', 'POST', '/api/accounts/1/refresh')
    await here.settle()
    await sendDue(here)
    // What only a list says is left out: a fresh reading is never stale.
    const [{ isStale, refresh, ...account }] = (await here.ask('pro', 'GET', '/api/accounts')).json()
    expect({ isStale, refresh }).toEqual({ isStale: false, refresh: { interval: 'daily', everyDays: 1 } })
    expect(account.metrics.followers).toBeGreaterThan(0)
    expect(receiver.calls.map(({ event }) => [event.type, event.data])).toEqual([['account.refreshed', { account }]])
    expect(await deliveries(here)).toMatchObject([{ subject: '@nasa', username: 'basic', state: 'delivered' }])
  })

  test('never happened where the transaction was undone', async () => {
    const { here } = await oneListening()
    const undone = here.database.transaction(async (tx) => {
      await enqueueWebhooks(tx, [{ companyId: 1, kind: 'credits.low', subject: null, data: () => ({}) }], 0)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await deliveries(here)).toEqual([])
  })
})

describe('a receiver that fails', () => {
  test('and is down for an hour gets every event once, in the end', async () => {
    const { here, receiver } = await oneListening()
    await aDraft(here, 'before')
    await sendDue(here)
    await receiver.end()
    for (let minute = 0; minute < 60; minute += 10) {
      await aDraft(here, `while it is down, minute ${minute}`)
      await sendDue(here, 10 * MINUTE)
    }
    const down = await webhookOf(here, 'pro')
    expect(down).toMatchObject({
      state: 'failing',
      waiting: 6,
      message: 'The receiver could not be reached: the connection was refused.',
    })
    // One call at a time, however much waits.
    expect(down.failures).toBeLessThan(10)
    await receiver.begin()
    await aDraft(here, 'after')
    for (let time = 0; time < 3; time += 1) await sendDue(here, 40 * MINUTE)
    const captions = receiver.calls.map(({ event }) => (event.data.post as { caption: string }).caption)
    expect(captions).toHaveLength(8)
    expect(new Set(captions).size).toBe(8)
    expect(new Set(receiver.calls.map(({ id }) => id)).size).toBe(8)
    expect(await webhookOf(here, 'pro')).toMatchObject({ state: 'on', failures: 0, waiting: 0, message: null })
    expect((await deliveries(here)).every(({ state }) => state === 'delivered')).toBe(true)
  })

  test('at one event gets the others meanwhile, and that one with the same id', async () => {
    const { here, receiver } = await oneListening()
    const refused: string[] = []
    receiver.answer((response) => {
      const call = receiver.calls.at(-1)
      const isBad = call?.body.includes('poison') && refused.length < 2
      if (isBad && call) refused.push(call.id)
      response.writeHead(isBad ? 500 : 204).end()
    })
    await aDraft(here, 'poison')
    await aDraft(here, 'fine')
    await sendDue(here, SECOND)
    await sendDue(here, 10 * SECOND)
    await sendDue(here, 20 * SECOND)
    expect(new Set(refused).size).toBe(1)
    expect(receiver.calls.filter(({ id }) => id === refused[0])).toHaveLength(3)
    expect(await deliveries(here)).toMatchObject([
      { state: 'delivered', tries: 1, status: 204 },
      { state: 'delivered', tries: 3, status: 204, message: null },
    ])
  })

  test('at one event again and again gets what happens from now on without delay', async () => {
    const { here, receiver } = await oneListening()
    receiver.answer((response) => {
      response.writeHead(receiver.calls.at(-1)?.body.includes('poison') ? 500 : 204).end()
    })
    await aDraft(here, 'poison')
    await sendDue(here)
    for (const caption of ['one', 'two']) {
      await aDraft(here, caption)
      await sendDue(here, 10 * SECOND)
    }
    await aDraft(here, 'three')
    await sendDue(here)
    expect(receiver.calls.map(({ event }) => (event.data.post as { caption: string }).caption)).toEqual([
      'poison',
      'one',
      'poison',
      'two',
      'three',
    ])
  })

  test('does not undo what a person did while it was called', async () => {
    const { here, receiver } = await oneListening()
    receiver.answer(500)
    await aDraft(here)
    await sendDue(here)
    await here.database.queries.updateTable('webhooks').set({ failures: 49 }).execute()
    const answering = async (status: number, act: () => Promise<unknown>) => {
      const { promise: call, resolve } = Promise.withResolvers<ServerResponse>()
      receiver.answer(resolve)
      await sendDue(here, MINUTE, async () => {
        const response = await call
        here.clock.moveBy(SECOND)
        await act()
        receiver.answer(200)
        response.writeHead(status).end()
      })
    }
    await answering(500, () => here.ask('pro', 'POST', '/api/webhooks/2/switch-on'))
    expect(await webhookOf(here, 'pro')).toMatchObject({ state: 'on', failures: 0 })
    expect(await deliveries(here)).toMatchObject([{ state: 'delivered', tries: 3 }])

    await aDraft(here)
    const [{ id } = { id: 0 }] = await deliveries(here)
    await answering(200, () => here.ask('admin', 'POST', `/api/webhooks/deliveries/${id}/resend`))
    expect(receiver.calls).toHaveLength(5)
    expect((await deliveries(here))[0]).toMatchObject({ id, state: 'delivered', tries: 1 })
  })

  test('is not looked at while it is left alone, but with another address at once', async () => {
    const { here, receiver } = await oneListening()
    receiver.answer(500)
    await aDraft(here)
    await sendDue(here)
    await aDraft(here)
    const { due } = webhooksStore(here.database.queries)
    const dueUsers = async () => (await due(here.clock.now())).map(({ id }) => id)
    expect(await dueUsers()).toEqual([])
    await setUrl(here, 'pro', `${receiver.url}/other`)
    expect(await dueUsers()).toEqual([USERS.pro])
    await setUrl(here, 'pro', receiver.url)
    here.clock.moveBy(10 * SECOND)
    expect(await dueUsers()).toEqual([USERS.pro])
  })

  test('is paused for as long as it requests', async () => {
    const { here, receiver } = await oneListening()
    receiver.answer((response) => response.writeHead(429, { 'Retry-After': '600' }).end())
    await aDraft(here)
    await sendDue(here)
    await sendDue(here, 9 * MINUTE)
    expect(receiver.calls).toHaveLength(1)
    receiver.answer(200)
    await sendDue(here, MINUTE)
    expect(receiver.calls).toHaveLength(2)
  })

  test('expires for an event after a day', async () => {
    const { here, receiver } = await oneListening()
    await receiver.end()
    await aDraft(here)
    await sendDue(here)
    await sendDue(here, DAY - HOUR)
    expect(await deliveries(here)).toMatchObject([{ state: 'waiting', tries: 2 }])
    await sendDue(here, HOUR)
    expect(await deliveries(here)).toMatchObject([
      { state: 'failed', message: 'It was not taken within 24 hours.', nextTryAt: null },
    ])
  })

  test('fifty times in a row is switched off, with a notice, until its owner switches it on', async () => {
    const { here, receiver } = await oneListening()
    receiver.answer(500)
    await aDraft(here)
    await sendDue(here)
    // Forty-eight more nights like this one.
    await here.database.queries.updateTable('webhooks').set({ failures: 48, paused_until: 0 }).execute()
    await here.database.queries.deleteFrom('events').execute()
    await sendDue(here, HOUR)
    expect(await webhookOf(here, 'pro')).toMatchObject({ state: 'failing', failures: 49 })
    await aDraft(here, 'waits')
    await sendDue(here, HOUR)
    expect(receiver.calls).toHaveLength(3)
    expect(await webhookOf(here, 'pro')).toMatchObject({
      state: 'off',
      failures: 50,
      message: 'It answered with status 500.',
      switchedOffAt: new Date(here.clock.now()).toISOString(),
      waiting: 0,
    })
    const told = await here.database.queries
      .selectFrom('events')
      .selectAll()
      .where('kind', '=', 'webhooks-changed')
      .execute()
    expect(told).toMatchObject([{ company_id: 1 }])
    expect((await here.ask('pro', 'GET', '/api/webhooks?state=off')).json()).toMatchObject([{ username: 'pro' }])
    const [waited, first] = await deliveries(here)
    for (const delivery of [waited, first])
      expect(delivery).toMatchObject({
        state: 'failed',
        message: 'The webhook was switched off after 50 tries in a row that failed.',
      })

    receiver.answer(200)
    await aDraft(here, 'nobody is told')
    await sendDue(here, DAY)
    expect(receiver.calls).toHaveLength(3)
    const refused = await here.ask('admin', 'POST', `/api/webhooks/deliveries/${waited?.id}/resend`)
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'webhook_off'])

    expect((await here.ask('pro', 'POST', '/api/webhooks/2/switch-on')).json()).toMatchObject({
      state: 'on',
      failures: 0,
    })
    await aDraft(here, 'told again')
    await sendDue(here)
    expect(receiver.calls.at(-1)?.event.data).toMatchObject({ post: { caption: 'told again' } })
  })

  test('begins anew with another address, which gets what waited', async () => {
    const { here, receiver } = await oneListening()
    await receiver.end()
    const secret = await secretOf(here, 'pro')
    await aDraft(here)
    await sendDue(here)
    const other = await testReceiver()
    await setUrl(here, 'pro', other.url)
    expect(await webhookOf(here, 'pro')).toMatchObject({ state: 'on', failures: 0, waiting: 1 })
    await sendDue(here, 10 * SECOND)
    expect(other.calls.map((call) => isSignedWith(secret, call, here.clock.now()))).toEqual([true])
  })
})

describe('no event is sent of', () => {
  test('what happened in a company that they have left since', async () => {
    const { here, receiver } = await oneListening()
    await aDraft(here)
    await here.ask('admin', 'PUT', '/api/users/2', { companyId: 2 })
    await aDraft(here, 'theirs by now', 'foreigner')
    await sendDue(here)
    expect(receiver.calls.map(({ event }) => event.companyId)).toEqual([2])
    expect(await deliveries(here)).toMatchObject([
      { companyId: 2, state: 'delivered' },
      { companyId: 1, state: 'dropped', message: 'The user is no longer in this company.' },
    ])
  })

  test('anything, whose address was removed; and a deleted user takes everything along', async () => {
    const { here, receivers } = await listening('pro', 'basic')
    await aDraft(here, 'told nobody', 'admin')
    await setUrl(here, 'pro', null)
    await here.ask('admin', 'DELETE', '/api/users/3')
    await sendDue(here)
    expect(receivers.flatMap(({ calls }) => calls)).toEqual([])
    expect(await deliveries(here)).toMatchObject([{ username: 'pro', state: 'dropped' }])
  })
})

describe('addresses', () => {
  const shared = sharedWorld()

  test.each([
    'http://127.0.0.1:5000/hook',
    'http://2130706433/hook',
    'http://[::ffff:7f00:1]/hook',
    'http://localhost/hook',
    'http://169.254.169.254/latest/meta-data/',
  ])('%s is refused and stores nothing', async (webhookUrl) => {
    const { ask, database } = await shared()
    const before = await stored(database)
    const res = await ask('admin', 'PUT', '/api/users/2', { username: 'other', webhookUrl })
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({
      error: 'invalid_input',
      message: 'webhookUrl must be an address on the public internet',
      fields: { webhookUrl: 'must be an address on the public internet' },
    })
    expect(await stored(database)).toEqual(before)
  })

  /** A name server that gives these answers, one call after the other, the last one again and again. */
  const answering = (...answers: string[]): LookupFunction => {
    let times = 0
    return (_host, { all }, found) => {
      const address = answers[Math.min(times, answers.length - 1)] ?? ''
      const family = address.includes(':') ? 6 : 4
      times += 1
      if (all) found(null, [{ address, family }])
      else found(null, address, family)
    }
  }

  test('that are names are judged by where they lead, at every call anew', async () => {
    const receiver = await testReceiver()
    // The second address is in an unassigned block: no host responds there.
    const lookup = answering('127.0.0.1', '::ffff:10.0.0.1', '1.1.1.1', '127.0.0.1')
    const here = await world({
      webhooks: {
        lookup: (host, options, found) =>
          lookup(host, options, (error, address, family) =>
            // Stands for a public address without leaving this machine: refuses connections.
            address === '1.1.1.1' || (Array.isArray(address) && address[0]?.address === '1.1.1.1')
              ? found(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), '')
              : found(error, address, family),
          ),
      },
    })
    await setUrl(here, 'pro', `http://receiver.example:${receiver.port}/hook`)
    const tested = async () => (await here.ask('pro', 'POST', '/api/webhooks/2/test')).json().message
    const notPublic = 'The address is not on the public internet.'
    expect([await tested(), await tested()]).toEqual([notPublic, notPublic])
    expect(await tested()).toBe('The receiver could not be reached: the connection was refused.')
    expect(await tested()).toBe(notPublic)
    await aDraft(here)
    await sendDue(here)
    expect((await deliveries(here, '?state=waiting'))[0]).toMatchObject({ message: notPublic, tries: 1, status: null })
    expect(receiver.calls).toEqual([])
  })

  test('that redirect are not followed', async () => {
    const { here, receiver } = await oneListening()
    const inside = await testReceiver()
    receiver.answer((response) => response.writeHead(307, { Location: inside.url }).end())
    await aDraft(here)
    await sendDue(here)
    expect(await deliveries(here)).toMatchObject([
      {
        state: 'waiting',
        status: 307,
        message: 'It answered with status 307, a redirect: give the address it leads to.',
      },
    ])
    expect(inside.calls).toEqual([])
  })
})

describe('a test', () => {
  test('is sent at once, by the owner or an administrator, and is in the list', async () => {
    const { here, receivers } = await listening('pro', 'loner')
    const res = await here.ask('pro', 'POST', '/api/webhooks/2/test')
    expect(res.json()).toMatchObject({
      kind: 'test',
      state: 'delivered',
      status: 200,
      tries: 1,
      message: null,
      username: 'pro',
      companyId: 1,
    })
    await here.ask('loner', 'POST', '/api/webhooks/5/test')
    expect(receivers.map(({ calls }) => typesOf(calls))).toEqual([['test'], ['test']])
    expect(receivers[1]?.calls[0]?.event).toMatchObject({ companyId: null, data: { requestedBy: 'loner' } })
    await sendDue(here)
    expect(receivers.map(({ calls }) => calls.length)).toEqual([1, 1])
    receivers[0]?.answer((response) => response.writeHead(200, { 'Content-Length': 2_000_000 }).write('no end'))
    expect((await here.ask('pro', 'POST', '/api/webhooks/2/test')).json()).toMatchObject({ state: 'delivered' })
    receivers[0]?.answer(404)
    expect((await here.ask('admin', 'POST', '/api/webhooks/2/test')).json()).toMatchObject({
      state: 'failed',
      status: 404,
      message: 'It answered with status 404.',
    })
    expect(await webhookOf(here, 'pro')).toMatchObject({ state: 'on', failures: 0 })
  })

  test('can be sent six times a minute', async () => {
    const { here, receiver } = await oneListening()
    const send = () => here.ask('pro', 'POST', '/api/webhooks/2/test')
    for (let time = 0; time < 6; time += 1) expect((await send()).statusCode).toBe(200)
    const res = await send()
    expect([res.statusCode, res.json().error, res.headers['retry-after']]).toEqual([429, 'too_many_tests', '60'])
    here.clock.moveBy(MINUTE)
    expect((await send()).statusCode).toBe(200)
    expect(receiver.calls).toHaveLength(7)
  })

  test('needs a webhook', async () => {
    const { ask } = await world()
    for (const [who, id] of [
      ['pro', 2],
      ['admin', 2],
      ['admin', 999],
    ] as const)
      expect((await ask(who, 'POST', `/api/webhooks/${id}/test`)).json()).toMatchObject({
        status: 404,
        message: 'Webhook not found',
      })
  })
})

test('a secret is shown once, kept sealed, and those before sign along for a day', async () => {
  const { here, receiver } = await oneListening()
  await here.ask('pro', 'POST', '/api/webhooks/2/test')
  const first = (await here.ask('pro', 'POST', '/api/webhooks/2/secret')).json()
  expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  here.clock.moveBy(HOUR)
  const second = (await here.ask('admin', 'POST', '/api/webhooks/2/secret')).json()
  expect(second).toEqual({
    secret: expect.stringMatching(/^whsec_/),
    previousUntil: new Date(here.clock.now() + DAY).toISOString(),
  })
  const secrets: string[] = [first.secret, second.secret]
  const signedWith = async () => {
    await here.ask('pro', 'POST', '/api/webhooks/2/test')
    const call = receiver.calls.at(-1)
    return secrets.map((secret) => call !== undefined && isSignedWith(secret, call, here.clock.now()))
  }
  expect(await signedWith()).toEqual([true, true])
  secrets.push(...(await Promise.all([secretOf(here, 'pro'), secretOf(here, 'pro')])))
  expect(await signedWith()).toEqual([true, true, true, true])
  here.clock.moveBy(DAY)
  expect((await signedWith()).filter((isSigned) => isSigned)).toHaveLength(1)
  const everything = JSON.stringify(await stored(here.database))
  for (const secret of secrets) {
    expect(everything).not.toContain(secret.slice(6, 30))
    expect(everything).not.toContain(Buffer.from(secret.slice(6), 'base64').toString('hex').slice(0, 16))
  }
  const shown = await here.ask('pro', 'GET', '/api/webhooks/2')
  expect(shown.body).not.toContain('secret')
})

test('a secret that cannot be read any more is mended by a new one', async () => {
  const { here, receiver } = await oneListening()
  const tested = async () => (await here.ask('pro', 'POST', '/api/webhooks/2/test')).json()
  await tested()
  await here.database.queries.updateTable('webhooks').set({ secret: 'another.key.now' }).execute()
  expect(await tested()).toMatchObject({ state: 'failed', message: expect.stringContaining('make a new secret.') })
  const secret = await secretOf(here, 'pro')
  expect(await tested()).toMatchObject({ state: 'delivered' })
  expect(receiver.calls.map((call) => isSignedWith(secret, call, here.clock.now()))).toEqual([false, true])
})

describe('the list', () => {
  test('sends again with the same event id, also what was taken', async () => {
    const { here, receiver } = await oneListening()
    await aDraft(here)
    await sendDue(here)
    const [delivery] = await deliveries(here)
    const resend = () => here.ask('admin', 'POST', `/api/webhooks/deliveries/${delivery?.id}/resend`)
    const res = await resend()
    expect(res.statusCode).toBe(202)
    expect(res.json()).toEqual({
      ...delivery,
      state: 'waiting',
      tries: 0,
      message: null,
      nextTryAt: new Date(here.clock.now()).toISOString(),
    })
    await sendDue(here)
    expect(receiver.calls.map(({ id }) => id)).toEqual([delivery?.eventId, delivery?.eventId])
    expect(receiver.calls[0]?.body).toBe(receiver.calls[1]?.body)
    const read = await here.ask('admin', 'GET', `/api/webhooks/deliveries/${delivery?.id}`)
    expect(read.json().body).toBe(receiver.calls[0]?.body)
    await setUrl(here, 'pro', null)
    expect((await resend()).json()).toMatchObject({ status: 409, error: 'not_sendable' })
    expect((await here.ask('admin', 'POST', '/api/webhooks/deliveries/999/resend')).statusCode).toBe(404)
  })

  test('begins at once what waits for a receiver that was down', async () => {
    const { here, receiver } = await oneListening()
    receiver.answer(503)
    await aDraft(here)
    await sendDue(here)
    receiver.answer(200)
    const [delivery] = await deliveries(here)
    await here.ask('admin', 'POST', `/api/webhooks/deliveries/${delivery?.id}/resend`)
    await sendDue(here)
    expect(await deliveries(here)).toMatchObject([{ state: 'delivered', tries: 1 }])
  })

  test('comes page by page, by state and by user, and forgets after a month', async () => {
    const { here, receivers } = await listening('pro', 'basic')
    receivers[1]?.answer(500)
    for (const caption of ['one', 'two']) await aDraft(here, caption)
    await sendDue(here)
    expect(await deliveries(here)).toHaveLength(4)
    expect((await deliveries(here, '?state=waiting')).map(({ username }) => username)).toEqual(['basic', 'basic'])
    expect((await deliveries(here, '?userId=2')).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
    const first = await here.ask('admin', 'GET', '/api/webhooks/deliveries?limit=3')
    const next = /<(.*)>/.exec(String(first.headers.link))?.[1] ?? ''
    expect(first.json()).toHaveLength(3)
    const last = await here.ask('admin', 'GET', next)
    expect(last.json()).toHaveLength(1)
    expect(last.headers.link).toBeUndefined()
    const names = async (query = '') =>
      (await here.ask('admin', 'GET', `/api/webhooks${query}`)).json().map(({ username }: Webhook) => username)
    expect(await names()).toEqual(['basic', 'pro'])
    expect(await names('?state=failing')).toEqual(['basic'])
    expect(await names('?state=on')).toEqual(['pro'])
    expect((await here.ask('pro', 'GET', '/api/webhooks')).json()).toMatchObject([{ username: 'pro' }])
    here.clock.moveBy(30 * DAY + SECOND)
    await here.purge()
    expect(await deliveries(here)).toEqual([])
  })
})
