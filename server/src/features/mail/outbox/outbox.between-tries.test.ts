/** What people change between two tries of a mail. */
import { describe, expect, test } from 'vitest'
import { buildPasswordChanged, enqueue, mails, notice, report, subjects } from '#testing/mail-requests.ts'
import { insertAddresses, type MailWorld, mailWorld, textOf } from '#testing/mail-world.ts'
import { PASSWORD } from '#testing/world.ts'
import type { MailRequest } from './outbox.rules.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('between two tries', () => {
  /** The mail server takes nothing for the first try. */
  async function tryOnce({ here, server }: MailWorld, ...requests: MailRequest[]): Promise<void> {
    server.fail((step) => (step === 'RCPT' ? 'later' : undefined))
    await enqueue(here, ...requests)
    here.clock.moveBy(15 * MINUTE)
    await here.sendMail()
    server.fail(() => undefined)
    expect(server.taken).toEqual([])
    here.clock.moveBy(MINUTE)
  }

  test('a recipient stops the mails, which are not tried again; what was asked for is', async () => {
    const mailing = await mailWorld()
    const { here, server } = mailing
    await insertAddresses(here, 'pro')
    await tryOnce(mailing, notice('one'), buildPasswordChanged('two'))
    await here.ask('stranger', 'POST', '/api/mail/unsubscribe/secret-of-pro.alerts')
    await here.sendMail()
    expect(subjects(server.taken)).toEqual(['Your password was changed'])
    expect(await mails(here)).toMatchObject([
      { template: 'password-changed', state: 'sent' },
      { template: 'notices', state: 'dropped', problem: 'The recipient has stopped these mails.' },
    ])
  })

  test('of a mail about two topics the stopped one is left out', async () => {
    const mailing = await mailWorld()
    const { here, server } = mailing
    await insertAddresses(here, 'pro')
    const digest = { topic: 'weekly-digest' as const, title: 'Your week', lines: ['It was calm.'], sections: [] }
    await tryOnce(mailing, notice('one', 'A move'), {
      to: 2,
      cause: 'week',
      kind: 'notification',
      template: 'digest',
      data: digest,
    })
    await here.ask('stranger', 'POST', '/api/mail/unsubscribe/secret-of-pro.alerts')
    await here.sendMail()
    expect(server.taken).toHaveLength(1)
    expect(textOf(server.taken[0]?.bytes ?? '')).toContain('Your week')
    expect(textOf(server.taken[0]?.bytes ?? '')).not.toContain('A move')
  })

  test('a client stops reports, and gets none that waits', async () => {
    const { here, server } = await mailWorld()
    await enqueue(here, report('ann@client.example'))
    await here.database.queries.updateTable('mail_recipients').set({ secret: 'secret-of-ann' }).execute()
    await here.ask('stranger', 'POST', '/api/mail/unsubscribe/secret-of-ann.report')
    await here.sendMail()
    expect(server.taken).toEqual([])
    expect(await mails(here)).toMatchObject([{ state: 'dropped' }])
  })

  test('an address changes: an administrator cannot send a failed mail to the one before', async () => {
    const mailing = await mailWorld({ session: { idleMs: 90 * 24 * HOUR, maxMs: 90 * 24 * HOUR } })
    const { here, server } = mailing
    await insertAddresses(here, 'pro')
    server.fail((step) => (step === 'RCPT' ? 'later' : undefined))
    await enqueue(here, buildPasswordChanged('one'))
    for (let hour = 0; hour < 50; hour += 1) {
      await here.sendMail()
      here.clock.moveBy(HOUR)
    }
    const [{ id, state } = { id: 0, state: '' }] = await mails(here)
    expect(state).toBe('failed')
    await here.ask('pro', 'PUT', '/api/mail/address', { password: PASSWORD, address: 'new@client.example' })
    server.fail(() => undefined)
    const res = await here.ask('admin', 'POST', `/api/mail/${id}/retry`)
    expect(res.json()).toMatchObject({ error: 'not_sendable', message: expect.stringContaining('another address') })
    // As a retry just before the change would have left it.
    await here.database.queries.updateTable('mails').set({ state: 'waiting', due_at: 0 }).where('id', '=', id).execute()
    await here.sendMail()
    expect(server.taken.map(({ to }) => to)).toEqual(['new@client.example'])
    expect((await mails(here)).find((one) => one.id === id)).toMatchObject({ state: 'dropped' })
  })
})
