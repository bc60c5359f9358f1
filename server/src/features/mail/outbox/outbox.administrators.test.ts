/** What administrators see of mail, and may do with it. */
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { buildPasswordChanged, enqueue, mails, notice } from '#testing/mail-requests.ts'
import { insertAddresses, mailWorld } from '#testing/mail-world.ts'
import { world } from '#testing/world.ts'

const HOUR = 3_600_000

describe('administrators', () => {
  test('see that mail is off, and why', async () => {
    const here = await world()
    expect((await here.ask('admin', 'GET', '/api/mail')).json()).toEqual({
      isOn: false,
      problem: null,
      server: null,
      from: null,
      waiting: 0,
      held: 0,
      lastSentAt: null,
      problems: [],
      bounced: [],
    })
  })

  test('send a test and read what the mail server said', async () => {
    const { here, server } = await mailWorld()
    const ask = () => here.ask('admin', 'POST', '/api/mail/test', { address: 'ann@client.example' })
    expect((await ask()).json()).toEqual({ problem: null })
    server.refuse('ann@client.example', '550 5.1.1 No such user')
    expect((await ask()).json().problem).toBe('The mail server refuses the address: 550 5.1.1 No such user')
    server.fail((step) => (step === 'greeting' ? 'never' : undefined))
    await pause(0)
    expect((await ask()).json().problem).not.toBeNull()
    const status = (await here.ask('admin', 'GET', '/api/mail')).json()
    expect(status).toMatchObject({ isOn: true, from: 'us@tangelo.example', waiting: 0, bounced: [] })
    expect(status.lastSentAt).toBe('2026-11-20T09:00:00.000Z')
    for (let time = 0; time < 3; time += 1) await ask()
    expect((await ask()).statusCode).toBe(429)
  })

  test('forget mails after a month', async () => {
    const { here } = await mailWorld()
    await insertAddresses(here, 'pro')
    await enqueue(here, buildPasswordChanged('one'), notice('two'))
    here.clock.moveBy(HOUR)
    await here.sendMail()
    here.clock.moveBy(31 * 24 * HOUR)
    await here.purge()
    expect(await mails(here)).toEqual([])
    expect(await here.database.queries.selectFrom('mail_notices').selectAll().execute()).toEqual([])
  })
})
