import { setTimeout as pause } from 'node:timers/promises'
import type { SmtpStandIn } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { smtpMailer } from '#adapters/mail/smtp.ts'
import { openLog } from '#platform/log.ts'
import { MailFailure } from '#ports/mailer.ts'
import { givenAddresses, type MailWorld, mailWorld, textOf } from '../../../testing/mailing.ts'
import { PASSWORD, START, type World, world } from '../../../testing/world.ts'
import { mailSending } from './outbox.jobs.ts'
import type { MailRequest } from './outbox.rules.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const notice = (cause: string, title = cause, to: number | string = 2): MailRequest => ({
  to,
  cause,
  kind: 'notification',
  template: 'notice',
  data: { topic: 'alerts', title, lines: [`About ${title}.`], link: { path: '/accounts/1', label: 'Open @nasa' } },
})

const changed = (cause: string, to: number | string = 2): MailRequest => ({
  to,
  cause,
  kind: 'transactional',
  template: 'password-changed',
  data: { username: 'pro' },
})

const enqueue = ({ database, services }: World, ...wishes: MailRequest[]): Promise<number> =>
  database.transaction((tx) => services.mail.enqueueAll(tx, wishes))

/** Another process on the same store, whose clock is that much ahead. */
function otherNode({ database, clock, encryption, services }: World, { port }: SmtpStandIn, aheadMs: number) {
  const smtp = { host: '127.0.0.1', port, isSecure: false, user: null, password: null }
  return mailSending({
    database,
    clock: { now: () => clock.now() + aheadMs },
    elapsed: () => performance.now(),
    encryption,
    audit: services.auditLog,
    log: openLog('silent'),
    blobs: { get: async () => null },
    mailer: smtpMailer(smtp, { connectMs: 1_000, answerMs: 1_000, idleMs: 1_000 }),
    from: { name: 'Citrus Studio', address: 'us@tangelo.example' },
    publicUrl: 'https://tangelo.example',
  })
}

const mails = ({ database }: World) => database.queries.selectFrom('mails').selectAll().orderBy('id').execute()

const subjects = (taken: { bytes: string }[]) => taken.map(({ bytes }) => /^Subject: (.*)\r$/m.exec(bytes)?.[1])

describe('the outbox', () => {
  test('holds one mail for a cause and a recipient, and none where the transaction is undone', async () => {
    const { here, server } = await mailWorld()
    await givenAddresses(here, 'pro', 'basic')
    expect(await enqueue(here, changed('one'), changed('one'), changed('one', 3))).toBe(2)
    expect(await enqueue(here, changed('one'), changed('two'))).toBe(1)
    const undone = here.database.transaction(async (tx) => {
      await here.services.mail.enqueue(tx, changed('three'))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await here.sendMail()
    expect(server.taken.map(({ to }) => to).sort()).toEqual([
      'basic@client.example',
      'pro@client.example',
      'pro@client.example',
    ])
    expect((await mails(here)).every(({ state, data }) => state === 'sent' && data === null)).toBe(true)
  })

  test('holds nothing while mail is off, for a user without an address, and for one that is not confirmed', async () => {
    const off = await world()
    await givenAddresses(off, 'pro')
    expect(await enqueue(off, changed('one'), notice('two'))).toBe(0)
    const { here } = await mailWorld()
    await givenAddresses(here, 'pro')
    await here.database.queries.updateTable('mail_recipients').set({ confirmed_at: null }).execute()
    expect(await enqueue(here, changed('one'), notice('two'), changed('three', 4))).toBe(0)
  })

  test('sends to an address outside, however it is spelled', async () => {
    const { here, server } = await mailWorld()
    expect(await enqueue(here, changed('one', 'Ann@Client.example'), changed('one', 'ann@client.example'))).toBe(1)
    await here.sendMail()
    expect(server.taken.map(({ to }) => to)).toEqual(['Ann@Client.example'])
  })

  test.each(['hang', 'drop', 'keep-and-hang', 'keep-and-drop'] as const)(
    'sends the same bytes under the same Message-ID after a lost answer (%s)',
    async (fault) => {
      const { here, server } = await mailWorld()
      await givenAddresses(here, 'pro')
      await enqueue(here, changed('one'))
      const offered: string[] = []
      server.fail((step, { messageId }) => {
        if (step !== 'mail') return undefined
        offered.push(messageId)
        return offered.length < 3 ? fault : undefined
      })
      for (let time = 0; time < 4; time += 1) {
        await here.sendMail()
        here.clock.moveBy(MINUTE)
      }
      expect(offered).toHaveLength(3)
      expect(new Set(offered).size).toBe(1)
      expect(new Set(server.taken.map(({ bytes }) => bytes)).size).toBe(1)
      expect(await mails(here)).toMatchObject([{ state: 'sent', tries: 3, problem: null }])
    },
  )

  test('waits longer after each failure, and gives up after two days', async () => {
    const { here, server } = await mailWorld({ session: { idleMs: 90 * 24 * HOUR, maxMs: 90 * 24 * HOUR } })
    await givenAddresses(here, 'pro')
    await enqueue(here, changed('one'))
    server.fail((step) => (step === 'RCPT' ? 'later' : undefined))
    await here.sendMail()
    expect(await mails(here)).toMatchObject([{ state: 'waiting', tries: 1, due_at: START + 10_000 }])
    expect(await here.sendMail()).toBe(0)
    for (let hour = 0; hour < 49; hour += 1) {
      here.clock.moveBy(HOUR)
      await here.sendMail()
    }
    expect(await mails(here)).toMatchObject([{ state: 'failed', problem: expect.stringMatching(/450/) }])
    const [{ id } = { id: 0 }] = await mails(here)
    server.fail(() => undefined)
    expect((await here.ask('admin', 'POST', `/api/mail/${id}/retry`)).statusCode).toBe(200)
    await here.sendMail()
    expect(server.taken).toHaveLength(1)
  })

  test('disables an address that does not exist, says so, and drops what waits for it', async () => {
    const { here, server } = await mailWorld()
    await givenAddresses(here, 'pro', 'basic')
    server.refuse('pro@client.example', '550 5.1.1 No such user')
    await enqueue(here, changed('one'), changed('two', 3))
    await here.sendMail()
    await enqueue(here, changed('three'), notice('four'))
    expect(server.taken.map(({ to }) => to)).toEqual(['basic@client.example'])
    expect(await mails(here)).toHaveLength(2)
    const own = (await here.ask('pro', 'GET', '/api/mail/address')).json()
    expect(own).toMatchObject({
      state: 'bounced',
      bounce: 'The mail server refuses the address: 550 5.1.1 No such user',
    })
    const status = (await here.ask('admin', 'GET', '/api/mail')).json()
    expect(status.bounced).toMatchObject([{ username: 'pro', address: 'pro@client.example' }])
    expect(status.problems).toMatchObject([{ recipient: 'pro', nextTryAt: null, isRetryable: true }])
    const user = (await here.ask('admin', 'GET', '/api/users?q=pro')).json()
    expect(user).toMatchObject([{ username: 'pro', mailState: 'bounced' }])
    await here.ask('pro', 'POST', '/api/mail/address/retry')
    expect(await enqueue(here, changed('five'))).toBe(1)
  })

  test('is sent by one of two processes, never by both at once', async () => {
    const { here, server } = await mailWorld()
    await givenAddresses(here, 'pro')
    await enqueue(here, ...Array.from({ length: 40 }, (_, at) => changed(`mail ${at}`)))
    await Promise.all([here.sendMail(), here.sendMail(), here.sendMail()])
    expect(new Set(server.taken.map(({ messageId }) => messageId)).size).toBe(40)
    expect(server.taken).toHaveLength(40)
  })

  test('of a process that was killed is sent again once its lease is over', async () => {
    const { here, server } = await mailWorld()
    await givenAddresses(here, 'pro')
    await enqueue(here, changed('one'))
    await here.database.queries.updateTable('mails').set({ lease: 'of a dead process', tries: 1 }).execute()
    const tried: number[] = []
    for (let looks = 0; looks < 13; looks += 1) {
      tried.push(await here.sendMail())
      here.clock.moveBy(10_000)
    }
    expect(tried).toEqual([...Array<number>(12).fill(0), 1])
    expect(server.taken).toHaveLength(1)
  })

  test('of a process that was slower than its lease is left to the process that has it now', async () => {
    const { here } = await mailWorld({
      mail: {
        from: { name: null, address: 'us@tangelo.example' },
        mailer: {
          server: 'slow',
          async send() {
            await here.database.queries.updateTable('mails').set({ lease: 'of another process' }).execute()
          },
          close() {},
        },
      },
    })
    await givenAddresses(here, 'pro')
    await enqueue(here, changed('one'))
    await here.sendMail()
    expect(await mails(here)).toMatchObject([{ state: 'waiting', lease: 'of another process' }])
  })

  test('that comes back from an address which the user has left disables no other address', async () => {
    const { here } = await mailWorld({
      mail: {
        from: { name: null, address: 'us@tangelo.example' },
        mailer: {
          server: 'slow',
          async send() {
            const now = { address: 'new@client.example', address_key: 'new@client.example' }
            await here.database.queries.updateTable('mail_recipients').set(now).execute()
            throw new MailFailure('address', 'No such user')
          },
          close() {},
        },
      },
    })
    await givenAddresses(here, 'pro')
    await enqueue(here, changed('one'))
    await here.sendMail()
    const own = (await here.ask('pro', 'GET', '/api/mail/address')).json()
    expect(own).toMatchObject({ address: 'new@client.example', state: 'confirmed', bounce: null })
  })

  test.each([HOUR, -HOUR, 2 * MINUTE])(
    'is sent once by two nodes whose clocks are %i milliseconds apart, also while one of them takes long',
    async (apart) => {
      const { here, server } = await mailWorld()
      await givenAddresses(here, 'pro')
      await enqueue(here, changed('one'))
      const { promise: reached, resolve } = Promise.withResolvers<void>()
      let offers = 0
      server.fail((step) => {
        if (step !== 'mail') return undefined
        offers += 1
        resolve()
        return 'keep-and-hang'
      })
      const other = otherNode(here, server, apart)
      const sending = here.sendMail()
      await reached
      expect(await other.sendDue(new AbortController().signal)).toBe(0)
      await sending
      expect(offers).toBe(1)
    },
  )

  test('loses nothing when the clock is set back by a year', async () => {
    const { here, server } = await mailWorld()
    await givenAddresses(here, 'pro')
    here.clock.moveBy(365 * 24 * HOUR)
    await enqueue(here, changed('one'), notice('two'))
    here.clock.moveBy(-365 * 24 * HOUR)
    await here.sendMail()
    await here.sendMail()
    expect(server.taken).toHaveLength(2)
  })
})

describe('notifications', () => {
  test('of a quarter of an hour are one mail, which stops in one click', async () => {
    const { here, server } = await mailWorld()
    await givenAddresses(here, 'pro', 'basic')
    await enqueue(here, notice('one', 'A first'), notice('one', 'A first, told again'), notice('for basic', 'Other', 3))
    here.clock.moveBy(10 * MINUTE)
    await enqueue(here, notice('two', 'A second'))
    await here.sendMail()
    expect(server.taken).toEqual([])
    here.clock.moveBy(5 * MINUTE)
    await here.sendMail()
    expect(subjects(server.taken).sort()).toEqual(['A first (and 1 more)', 'Other'])
    const mail = server.taken.find(({ to }) => to === 'pro@client.example')?.bytes ?? ''
    expect(textOf(mail)).toMatch(
      /A first[\s\S]*About A first\.[\s\S]*https:\/\/tangelo\.example\/accounts\/1[\s\S]*A second/,
    )
    expect(await here.sendMail()).toBe(0)

    const [, address = ''] =
      /List-Unsubscribe: <https:\/\/tangelo\.example([^>]+)>/.exec(mail.replace(/\r\n[ \t]+/g, ' ')) ?? []
    const page = await here.app.inject({ method: 'GET', url: address })
    expect([page.statusCode, page.headers.location]).toEqual([303, '/mail/stop#secret-of-pro.alerts'])
    expect((await here.ask('pro', 'GET', '/api/mail/address')).json().stopped).toEqual([])
    const click = { method: 'POST', url: address, payload: 'List-Unsubscribe=One-Click' } as const
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await here.app.inject({ ...click, headers: form })).statusCode).toBe(200)
    expect((await here.ask('pro', 'GET', '/api/mail/address')).json().stopped).toEqual(['alerts'])
    const boundary = '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
    const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
    expect((await here.app.inject({ ...click, payload: boundary, headers: multipart })).statusCode).toBe(200)
    expect(await enqueue(here, notice('three'))).toBe(0)
    expect(await enqueue(here, changed('not a notification'))).toBe(1)
  })

  test('of a recipient whose mail cannot be made hold up nothing else', async () => {
    const { here, server } = await mailWorld()
    await givenAddresses(here, 'pro', 'basic')
    const { queries } = here.database
    const broken = { time_zone: 'Mars/Olympus', quiet_from: 60, quiet_until: 120 }
    await queries.updateTable('mail_recipients').set(broken).where('user_id', '=', 2).execute()
    await enqueue(here, notice('one'), notice('two', 'For basic', 3), changed('three', 3))
    here.clock.moveBy(HOUR)
    await here.sendMail()
    expect(subjects(server.taken).sort()).toEqual(['For basic', 'Your password was changed'])
  })

  test('that a user has stopped meanwhile are not sent', async () => {
    const { here, server } = await mailWorld()
    await givenAddresses(here, 'pro')
    await enqueue(here, notice('one'))
    await here.ask('pro', 'PUT', '/api/mail/preferences', { stopped: ['alerts'] })
    here.clock.moveBy(HOUR)
    await here.sendMail()
    expect(server.taken).toEqual([])
    expect((await here.ask('admin', 'GET', '/api/mail')).json()).toMatchObject({ held: 0, waiting: 0 })
  })

  test('wait for the end of quiet hours, by the clocks of the user and across summer time', async () => {
    const { here, server } = await mailWorld({ session: { idleMs: 400 * 24 * HOUR, maxMs: 400 * 24 * HOUR } })
    await givenAddresses(here, 'pro')
    const quiet = { quiet: { from: '22:00', until: '07:30' }, timeZone: 'Europe/Berlin' }
    expect((await here.ask('pro', 'PUT', '/api/mail/preferences', quiet)).json()).toMatchObject(quiet)
    // The night in which clocks go forward: 2027-03-28, 02:00 becomes 03:00 in Berlin.
    here.clock.moveBy(Date.UTC(2027, 2, 27, 21, 30) - here.clock.now())
    await enqueue(here, notice('in the night'))
    for (const [at, count] of [
      [Date.UTC(2027, 2, 27, 23), 0],
      [Date.UTC(2027, 2, 28, 5, 29), 0],
      [Date.UTC(2027, 2, 28, 5, 30), 1],
    ] as const) {
      here.clock.moveBy(at - here.clock.now())
      await here.sendMail()
      expect(server.taken.length, new Date(at).toISOString()).toBe(count)
    }
  })

  test('of ten thousand accounts for one user are one mail', async () => {
    const { here, server } = await mailWorld()
    await givenAddresses(here, 'pro')
    expect(await enqueue(here, ...Array.from({ length: 10_000 }, (_, at) => notice(`account ${at}`)))).toBe(10_000)
    here.clock.moveBy(15 * MINUTE)
    await here.sendMail()
    expect(subjects(server.taken)).toEqual(['account 0 (and 9999 more)'])
    expect(textOf(server.taken[0]?.bytes ?? '')).toContain('And 9960 more')
  })
})

const report = (to: string, cause = 'report:1:1', companyId = 1): MailRequest => ({
  to,
  companyId,
  cause,
  kind: 'transactional',
  template: 'report',
  data: {
    title: 'November',
    companyName: 'Lowtide',
    period: 'November 2026',
    file: { hash: '0'.repeat(64), name: 'november.html', type: 'text/html' },
  },
})

describe('between two tries', () => {
  /** The mail server takes nothing for the first try. */
  async function triedOnce({ here, server }: MailWorld, ...wishes: MailRequest[]): Promise<void> {
    server.fail((step) => (step === 'RCPT' ? 'later' : undefined))
    await enqueue(here, ...wishes)
    here.clock.moveBy(15 * MINUTE)
    await here.sendMail()
    server.fail(() => undefined)
    expect(server.taken).toEqual([])
    here.clock.moveBy(MINUTE)
  }

  test('a recipient stops the mails, which are not tried again; what was asked for is', async () => {
    const mailing = await mailWorld()
    const { here, server } = mailing
    await givenAddresses(here, 'pro')
    await triedOnce(mailing, notice('one'), changed('two'))
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
    await givenAddresses(here, 'pro')
    const digest = { topic: 'weekly-digest' as const, title: 'Your week', lines: ['It was calm.'], sections: [] }
    await triedOnce(mailing, notice('one', 'A move'), {
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
    await givenAddresses(here, 'pro')
    server.fail((step) => (step === 'RCPT' ? 'later' : undefined))
    await enqueue(here, changed('one'))
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

describe('an address outside', () => {
  const recipients = async ({ database }: World) =>
    (await database.queries.selectFrom('mail_recipients').select('address').orderBy('address').execute()).map(
      ({ address }) => address,
    )

  test('is not named in the audit log', async () => {
    const { here, server } = await mailWorld()
    server.refuse('ann@client.example', '550 5.1.1 No such user')
    await enqueue(here, changed('one', 'ann@client.example'))
    await here.sendMail()
    const entries = (await here.ask('admin', 'GET', '/api/audit-log?group=mail')).json()
    expect(entries).toMatchObject([{ act: 'address.bounced', objectKind: 'mail', objectName: null }])
    expect(JSON.stringify(entries)).not.toContain('ann@')
  })

  test('is forgotten with the last company that mails it, with what waits for it', async () => {
    const { here } = await mailWorld()
    const made = async (name: string) => (await here.ask('admin', 'POST', '/api/companies', { name })).json().id
    const [first, second] = [await made('First'), await made('Second')]
    await enqueue(
      here,
      report('ann@client.example', 'report:1:1', first),
      report('bob@client.example', 'report:1:1', first),
      report('bob@client.example', 'report:2:1', second),
      changed('a test', 'cy@client.example'),
    )
    const remove = async (id: number) =>
      expect((await here.ask('admin', 'DELETE', `/api/companies/${id}`)).statusCode).toBe(200)
    await remove(first)
    expect(await recipients(here)).toEqual(['bob@client.example', 'cy@client.example'])
    await remove(second)
    expect(await recipients(here)).toEqual(['cy@client.example'])
    expect((await mails(here)).map(({ address }) => address)).toEqual(['cy@client.example'])
    expect(await here.database.queries.selectFrom('mail_recipient_companies').selectAll().execute()).toEqual([])
  })
})

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
    await givenAddresses(here, 'pro')
    await enqueue(here, changed('one'), notice('two'))
    here.clock.moveBy(HOUR)
    await here.sendMail()
    here.clock.moveBy(31 * 24 * HOUR)
    await here.purge()
    expect(await mails(here)).toEqual([])
    expect(await here.database.queries.selectFrom('mail_notices').selectAll().execute()).toEqual([])
  })
})
