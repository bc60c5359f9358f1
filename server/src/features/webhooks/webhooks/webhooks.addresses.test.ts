/** Addresses of webhooks: which ones are accepted, and where a name or a redirect may lead. */
import type { LookupFunction } from 'node:net'
import { describe, expect, test } from 'vitest'
import { readTables } from '#testing/read-tables.ts'
import { testReceiver } from '#testing/receiver.ts'
import { aDraft, deliveries, oneListening, sendDue, setUrl } from '#testing/webhooks.ts'
import { setUpSharedWorld, world } from '#testing/world.ts'

describe('addresses', () => {
  const shared = setUpSharedWorld()

  test.each([
    'http://127.0.0.1:5000/hook',
    'http://2130706433/hook',
    'http://[::ffff:7f00:1]/hook',
    'http://localhost/hook',
    'http://169.254.169.254/latest/meta-data/',
  ])('%s is refused and stores nothing', async (webhookUrl) => {
    const { ask, database } = await shared()
    const before = await readTables(database)
    const res = await ask('admin', 'PUT', '/api/users/2', { username: 'other', webhookUrl })
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({
      error: 'invalid_input',
      message: 'webhookUrl must be an address on the public internet',
      fields: { webhookUrl: 'must be an address on the public internet' },
    })
    expect(await readTables(database)).toEqual(before)
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
    const testWebhook = async () => (await here.ask('pro', 'POST', '/api/webhooks/2/test')).json().message
    const notPublic = 'The address is not on the public internet.'
    expect([await testWebhook(), await testWebhook()]).toEqual([notPublic, notPublic])
    expect(await testWebhook()).toBe('The receiver could not be reached: the connection was refused.')
    expect(await testWebhook()).toBe(notPublic)
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
