/** The outbox: one mail for each cause and recipient, tried until it is sent, fails or is too old. */
import { describe, expect, test } from 'vitest'
import { MailFailure } from '#ports/mailer.ts'
import { buildPasswordChanged, enqueue, mails, notice } from '#testing/mail-requests.ts'
import { insertAddresses, mailWorld } from '#testing/mail-world.ts'
import { START, world } from '#testing/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('the outbox', () => {
  test('holds one mail for a cause and a recipient, and none where the transaction is undone', async () => {
    const { here, server } = await mailWorld()
    await insertAddresses(here, 'pro', 'basic')
    expect(
      await enqueue(here, buildPasswordChanged('one'), buildPasswordChanged('one'), buildPasswordChanged('one', 3)),
    ).toBe(2)
    expect(await enqueue(here, buildPasswordChanged('one'), buildPasswordChanged('two'))).toBe(1)
    const undone = here.database.transaction(async (tx) => {
      await here.services.mail.enqueue(tx, buildPasswordChanged('three'))
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
    await insertAddresses(off, 'pro')
    expect(await enqueue(off, buildPasswordChanged('one'), notice('two'))).toBe(0)
    const { here } = await mailWorld()
    await insertAddresses(here, 'pro')
    await here.database.queries.updateTable('mail_recipients').set({ confirmed_at: null }).execute()
    expect(await enqueue(here, buildPasswordChanged('one'), notice('two'), buildPasswordChanged('three', 4))).toBe(0)
  })

  test('sends to an address outside, however it is spelled', async () => {
    const { here, server } = await mailWorld()
    expect(
      await enqueue(
        here,
        buildPasswordChanged('one', 'Ann@Client.example'),
        buildPasswordChanged('one', 'ann@client.example'),
      ),
    ).toBe(1)
    await here.sendMail()
    expect(server.taken.map(({ to }) => to)).toEqual(['Ann@Client.example'])
  })

  test.each(['hang', 'drop', 'keep-and-hang', 'keep-and-drop'] as const)(
    'sends the same bytes under the same Message-ID after a lost answer (%s)',
    async (fault) => {
      const { here, server } = await mailWorld()
      await insertAddresses(here, 'pro')
      await enqueue(here, buildPasswordChanged('one'))
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
    await insertAddresses(here, 'pro')
    await enqueue(here, buildPasswordChanged('one'))
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
    await insertAddresses(here, 'pro', 'basic')
    server.refuse('pro@client.example', '550 5.1.1 No such user')
    await enqueue(here, buildPasswordChanged('one'), buildPasswordChanged('two', 3))
    await here.sendMail()
    await enqueue(here, buildPasswordChanged('three'), notice('four'))
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
    expect(await enqueue(here, buildPasswordChanged('five'))).toBe(1)
  })

  test('disables no address where the server refuses the sender once it knows the recipient, and tries again', async () => {
    const { here, server } = await mailWorld()
    await insertAddresses(here, 'pro')
    const refusal = '504 5.5.2 <us@tangelo.example>: Sender address rejected: need fully-qualified address'
    server.refuse('pro@client.example', refusal)
    await enqueue(here, buildPasswordChanged('one'))
    await here.sendMail()
    expect((await here.ask('pro', 'GET', '/api/mail/address')).json()).toMatchObject({
      state: 'confirmed',
      bounce: null,
    })
    const { problems, bounced } = (await here.ask('admin', 'GET', '/api/mail')).json()
    expect(bounced).toEqual([])
    expect(problems).toMatchObject([
      { problem: `The mail server refuses the sender: ${refusal}`, nextTryAt: expect.any(String) },
    ])
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
    await insertAddresses(here, 'pro')
    await enqueue(here, buildPasswordChanged('one'))
    await here.sendMail()
    const own = (await here.ask('pro', 'GET', '/api/mail/address')).json()
    expect(own).toMatchObject({ address: 'new@client.example', state: 'confirmed', bounce: null })
  })

  test('loses nothing when the clock is set back by a year', async () => {
    const { here, server } = await mailWorld()
    await insertAddresses(here, 'pro')
    here.clock.moveBy(365 * 24 * HOUR)
    await enqueue(here, buildPasswordChanged('one'), notice('two'))
    here.clock.moveBy(-365 * 24 * HOUR)
    await here.sendMail()
    await here.sendMail()
    expect(server.taken).toHaveLength(2)
  })
})
