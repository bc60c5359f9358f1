/** The own mail address over HTTP: changed, confirmed, and removed. */
import { describe, expect, test } from 'vitest'
import { mailWorld, tokenIn } from '../../../testing/mail-world.ts'
import { PASSWORD, type Person, world } from '../../../testing/world.ts'

const HOUR = 3_600_000

describe('the own mail address', () => {
  test('counts once the link that was sent there is used, by a POST and once', async () => {
    const { here, server } = await mailWorld()
    const change = { password: PASSWORD, address: ' Pro@Client.example ' }
    const res = await here.ask('pro', 'PUT', '/api/mail/address', change)
    expect(res.json()).toMatchObject({ isMailOn: true, address: 'Pro@Client.example', state: 'unconfirmed' })
    const waiting = JSON.stringify(await here.database.queries.selectFrom('mails').selectAll().execute())
    await here.sendMail()
    const token = tokenIn(server.taken[0]?.bytes ?? '')
    expect(token).toHaveLength(43)
    expect(waiting).not.toContain(token)
    const stored = JSON.stringify(await here.database.queries.selectFrom('address_confirmations').selectAll().execute())
    expect(stored).not.toContain(token)
    const confirm = () => here.ask('stranger', 'POST', '/api/mail/confirm', { token })
    expect((await here.ask('stranger', 'GET', `/api/mail/confirm?token=${token}`)).statusCode).toBe(405)
    expect((await confirm()).json()).toEqual({ address: 'Pro@Client.example' })
    expect((await confirm()).json()).toMatchObject({ error: 'link_over', status: 404 })
    expect((await here.ask('pro', 'GET', '/api/mail/address')).json().state).toBe('confirmed')
  })

  test('is another one as soon as it is changed: the link to the first confirms nothing', async () => {
    const { here, server } = await mailWorld()
    for (const address of ['one@client.example', 'two@client.example'])
      await here.ask('pro', 'PUT', '/api/mail/address', { password: PASSWORD, address })
    await here.sendMail()
    expect(server.taken.map(({ to }) => to)).toEqual(['two@client.example'])
  })

  test('is changed only by a user who proves again who they are', async () => {
    const { here } = await mailWorld()
    const res = await here.ask('pro', 'PUT', '/api/mail/address', { password: 'wrong', address: 'a@b.example' })
    expect(res.statusCode).toBe(400)
    expect((await here.ask('pro', 'GET', '/api/mail/address')).json().state).toBe('none')
  })

  test.each([
    'no address',
    'a@b',
    'a b@c.example',
    'a@b.example\r\nBcc: x@y.example',
    'A <a@b.example>',
    '@b.example',
    'a@-.example',
  ])('is not %s', async (address) => {
    const { here } = await mailWorld()
    const res = await here.ask('pro', 'PUT', '/api/mail/address', { password: PASSWORD, address })
    expect(res.json()).toMatchObject({
      error: 'invalid_input',
      fields: { address: expect.stringMatching(/mail address/) },
    })
  })

  test('has a link that is over after two days; another one can be sent, a few times an hour', async () => {
    const { here, server } = await mailWorld({ session: { idleMs: 90 * 24 * HOUR, maxMs: 90 * 24 * HOUR } })
    await here.ask('pro', 'PUT', '/api/mail/address', { password: PASSWORD, address: 'pro@client.example' })
    await here.sendMail()
    here.clock.moveBy(48 * HOUR)
    const token = tokenIn(server.taken[0]?.bytes ?? '')
    expect((await here.ask('stranger', 'POST', '/api/mail/confirm', { token })).statusCode).toBe(404)
    const again = () => here.ask('pro', 'POST', '/api/mail/address/confirmation')
    for (let time = 0; time < 5; time += 1) expect((await again()).statusCode).toBe(200)
    expect((await again()).json().error).toBe('too_many_mails')
    await here.sendMail()
    const fresh = tokenIn(server.taken.at(-1)?.bytes ?? '')
    expect((await here.ask('stranger', 'POST', '/api/mail/confirm', { token: fresh })).statusCode).toBe(200)
  })

  test('changes a few times an hour, so that a mailbox is not flooded with links', async () => {
    const { here } = await mailWorld()
    const change = (address: string) => here.ask('pro', 'PUT', '/api/mail/address', { password: PASSWORD, address })
    const turn = async (time: number) =>
      (await change(time % 2 === 0 ? 'one@client.example' : 'two@client.example')).statusCode
    for (let time = 0; time < 5; time += 1) expect(await turn(time)).toBe(200)
    expect((await change('two@client.example')).json().error).toBe('too_many_mails')
    here.clock.moveBy(HOUR)
    expect(await turn(5)).toBe(200)
  })

  test('that is removed and entered again and again gets no more links than others', async () => {
    const { here, server } = await mailWorld()
    const change = async (address: string | null) =>
      (await here.ask('pro', 'PUT', '/api/mail/address', { password: PASSWORD, address })).json()
    for (let time = 0; time < 5; time += 1) {
      expect(await change('ann@client.example')).toMatchObject({ state: 'unconfirmed' })
      await here.sendMail()
      expect(await change(null)).toMatchObject({ state: 'none' })
    }
    expect(await change('ann@client.example')).toMatchObject({ status: 429, error: 'too_many_mails' })
    await here.sendMail()
    expect(server.taken).toHaveLength(5)
    here.clock.moveBy(HOUR)
    await here.purge()
    expect(await change('ann@client.example')).toMatchObject({ state: 'unconfirmed' })
  })

  test('gets a few links an hour, also when several users enter it', async () => {
    const { here, server } = await mailWorld()
    const change = (who: Person, address = 'ann@client.example') =>
      here.ask(who, 'PUT', '/api/mail/address', { password: PASSWORD, address })
    for (let time = 0; time < 3; time += 1) {
      await change('pro')
      await here.ask('pro', 'PUT', '/api/mail/address', { password: PASSWORD, address: null })
    }
    for (const who of ['basic', 'foreigner'] as const) expect((await change(who)).statusCode).toBe(200)
    expect((await change('loner')).json()).toMatchObject({ status: 429, error: 'too_many_mails' })
    expect((await change('loner', 'loner@client.example')).statusCode).toBe(200)
    await here.sendMail()
    expect(server.taken.map(({ to }) => to)).not.toContain('pro@client.example')
  })

  test('can be removed, with what waits for it', async () => {
    const { here, server } = await mailWorld()
    await here.ask('pro', 'PUT', '/api/mail/address', { password: PASSWORD, address: 'pro@client.example' })
    await here.ask('pro', 'PUT', '/api/mail/address', { password: PASSWORD, address: null })
    await here.sendMail()
    expect(server.taken).toEqual([])
    expect((await here.ask('pro', 'GET', '/api/mail/address')).json()).toMatchObject({ state: 'none', address: null })
  })

  test('is kept also while mail is off', async () => {
    const here = await world()
    const res = await here.ask('pro', 'PUT', '/api/mail/address', { password: PASSWORD, address: 'pro@client.example' })
    expect(res.json()).toMatchObject({ isMailOn: false, state: 'unconfirmed' })
  })
})
