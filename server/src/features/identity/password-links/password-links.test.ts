/** A forgotten password is replaced by a link in a mail, through HTTP. */
import { describe, expect, test } from 'vitest'
import { insertAddresses, mailWorld } from '../../../testing/mail-world.ts'
import { complete, NEW, receiveToken, request } from '../../../testing/password-links.ts'
import { signIn } from '../../../testing/signing-in.ts'
import { PASSWORD, type World, world } from '../../../testing/world.ts'

const MINUTE = 60_000

describe('a forgotten password', () => {
  test('is replaced by a link that works once; every session ends, and the user hears of it', async () => {
    const mailing = await mailWorld()
    const { here, server } = mailing
    await insertAddresses(here, 'pro')
    await request(here, 'PRO')
    const token = await receiveToken(mailing)
    expect(
      JSON.stringify(await here.database.queries.selectFrom('password_links').selectAll().execute()),
    ).not.toContain(token)
    expect((await complete(here, token)).json()).toEqual({ username: 'pro' })
    expect((await complete(here, token)).json()).toMatchObject({ error: 'link_over', status: 404 })
    expect((await here.ask('pro', 'GET', '/api/auth/profile')).statusCode).toBe(401)
    expect((await signIn(here, 'pro', PASSWORD)).statusCode).toBe(401)
    expect((await signIn(here, 'pro', NEW)).statusCode).toBe(200)
    await here.sendMail()
    expect(server.taken.at(-1)?.bytes).toMatch(/^Subject: Your password was changed\r$/m)
  })

  test('is stored in the outbox only encrypted, and not at all once it is sent', async () => {
    const mailing = await mailWorld()
    await insertAddresses(mailing.here, 'pro')
    await request(mailing.here, 'pro')
    const rows = () => mailing.here.database.queries.selectFrom('mails').select('data').execute()
    const [{ data } = { data: null }] = await rows()
    const token = await receiveToken(mailing)
    expect(data).toMatch(/^[0-9a-f]{8}\./)
    expect(data).not.toContain(token)
    expect(await rows()).toEqual([{ data: null }])
  })

  test('leaves two-factor authentication as it is', async () => {
    const mailing = await mailWorld()
    await insertAddresses(mailing.here, 'pro')
    await mailing.here.database.queries
      .insertInto('two_factor')
      .values({ user_id: 2, secret: 'x', on_since: 1, last_period: 0 })
      .execute()
    await request(mailing.here, 'pro')
    await complete(mailing.here, await receiveToken(mailing))
    expect(Object.keys((await signIn(mailing.here, 'pro', NEW)).json())).toEqual(['secondStep'])
  })

  test('has a link that is over after an hour, after a newer one, and after another change of the password', async () => {
    const mailing = await mailWorld()
    const { here } = mailing
    await insertAddresses(here, 'pro')
    await request(here, 'pro')
    const first = await receiveToken(mailing)
    await request(here, 'pro')
    const second = await receiveToken(mailing)
    expect((await complete(here, first)).statusCode).toBe(404)
    here.clock.moveBy(60 * MINUTE)
    expect((await complete(here, second)).statusCode).toBe(404)
    await request(here, 'pro')
    const third = await receiveToken(mailing)
    await here.ask('admin', 'PUT', '/api/users/2', { password: 'a third long password' })
    expect((await complete(here, third)).statusCode).toBe(404)
  })

  test('is not set by a link that went to an address before', async () => {
    const mailing = await mailWorld()
    const { here } = mailing
    await insertAddresses(here, 'pro')
    await request(here, 'pro')
    const token = await receiveToken(mailing)
    here.clock.moveBy(MINUTE)
    const change = { address: 'other@client.example', password: PASSWORD }
    expect((await here.ask('pro', 'PUT', '/api/mail/address', change)).statusCode).toBe(200)
    expect((await complete(here, token)).json()).toMatchObject({ error: 'link_over', status: 404 })
    const confirmation = await receiveToken(mailing)
    expect((await here.ask('stranger', 'POST', '/api/mail/confirm', { token: confirmation })).statusCode).toBe(200)
    expect((await complete(here, token)).statusCode).toBe(404)
  })

  test('is not replaced by a weak one, and the link stays good', async () => {
    const mailing = await mailWorld()
    await insertAddresses(mailing.here, 'pro')
    await request(mailing.here, 'pro')
    const token = await receiveToken(mailing)
    expect((await complete(mailing.here, token, 'password1234')).statusCode).toBe(400)
    expect((await complete(mailing.here, token)).statusCode).toBe(200)
  })

  test('is answered alike, byte for byte and in time, whether there is such a user, an address, or mail', async () => {
    const { here, server } = await mailWorld()
    await insertAddresses(here, 'pro', 'basic')
    await here.database.queries
      .updateTable('mail_recipients')
      .set({ confirmed_at: null })
      .where('user_id', '=', 3)
      .execute()
    const off = await world()
    const answers: { body: string; statusCode: number; headers: string[]; tookMs: number }[] = []
    for (const [where, username] of [
      [here, 'pro'],
      [here, 'basic'],
      [here, 'loner'],
      [here, 'no such user'],
      [off, 'pro'],
    ] as const) {
      const begun = performance.now()
      const { body, statusCode, headers } = await request(where, username)
      answers.push({ body, statusCode, headers: Object.keys(headers), tookMs: performance.now() - begun })
    }
    for (const { tookMs, ...answer } of answers) {
      expect(answer).toEqual({ body: '{"success":true}', statusCode: 200, headers: answers[0]?.headers })
      expect(tookMs).toBeGreaterThanOrEqual(299)
      expect(tookMs).toBeLessThan(1_000)
    }
    await here.sendMail()
    expect(server.taken.map(({ to }) => to)).toEqual(['pro@client.example'])
  })

  test('is answered alike where storing the mail fails, which is kept for administrators', async () => {
    const { here } = await mailWorld({ breaksStore: true })
    await insertAddresses(here, 'pro')
    await here.database.queries.schema.dropTable('mail_notices').execute()
    await here.database.queries.schema.dropTable('mails').execute()
    const [known, unknown] = [await request(here, 'pro'), await request(here, 'no such user')]
    for (const { statusCode, body, headers } of [known, unknown])
      expect([statusCode, body, Object.keys(headers)]).toEqual([200, '{"success":true}', Object.keys(unknown.headers)])
    await here.services.errorLog.flush()
    const errors = (await here.ask('admin', 'GET', '/api/system/errors')).json()
    expect(JSON.stringify(errors)).toContain('a link that sets a password could not be stored')
  })

  test('fills no mailbox: the sixth within an hour is refused, alike for a name that there is not', async () => {
    const { here } = await mailWorld()
    await insertAddresses(here, 'pro')
    for (const name of ['pro', 'unknown']) {
      const statuses: number[] = []
      for (let time = 0; time < 6; time += 1) statuses.push((await request(here, name)).statusCode)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    }
  })

  test('is offered where mail is on', async () => {
    const status = async (here: World) =>
      (await here.ask('stranger', 'GET', '/api/auth/status')).json().sendsPasswordLinks
    expect([await status((await mailWorld()).here), await status(await world())]).toEqual([true, false])
  })
})
