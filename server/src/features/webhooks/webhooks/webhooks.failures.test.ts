/** Webhooks whose receiver fails: what is tried again and when. */
import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { aDraft, deliveries, oneListening, SECOND, sendDue, webhookOf } from '#testing/webhooks.ts'
import { DAY, HOUR, MINUTE } from '#testing/world-with-sources.ts'

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

  test('has a day from the first try, however long the server itself was away before it', async () => {
    const { here, receiver } = await oneListening()
    await aDraft(here)
    receiver.answer(503)
    await sendDue(here, 2 * DAY)
    expect(await deliveries(here)).toMatchObject([{ state: 'waiting', tries: 1, status: 503 }])
    receiver.answer(200)
    await sendDue(here, DAY - HOUR)
    expect(await deliveries(here)).toMatchObject([{ state: 'delivered', tries: 2 }])
  })
})
