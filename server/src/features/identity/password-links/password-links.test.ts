import { describe, expect, test } from 'vitest'
import { givenAddresses, type MailWorld, mailWorld, tokenIn } from '../../../testing/mailing.ts'
import { PASSWORD, type World, world } from '../../../testing/world.ts'

const MINUTE = 60_000
const NEW = 'plum jam, two jars'

const request = ({ ask }: World, username: string) => ask('stranger', 'POST', '/api/auth/password-reset', { username })
const complete = ({ ask }: World, token: string, newPassword = NEW) =>
  ask('stranger', 'POST', '/api/auth/password-reset/complete', { token, newPassword })
const logIn = ({ ask }: World, username: string, password: string) =>
  ask('stranger', 'POST', '/api/auth/login', { username, password })

async function sentToken({ here, server }: MailWorld): Promise<string> {
  await here.sendMail()
  return tokenIn(server.taken.at(-1)?.bytes ?? '')
}

describe('a forgotten password', () => {
  test('is replaced by a link that works once; every session ends, and the user hears of it', async () => {
    const mailing = await mailWorld()
    const { here, server } = mailing
    await givenAddresses(here, 'pro')
    await request(here, 'PRO')
    const token = await sentToken(mailing)
    expect(
      JSON.stringify(await here.database.queries.selectFrom('password_links').selectAll().execute()),
    ).not.toContain(token)
    expect((await complete(here, token)).json()).toEqual({ username: 'pro' })
    expect((await complete(here, token)).json()).toMatchObject({ error: 'link_over', status: 404 })
    expect((await here.ask('pro', 'GET', '/api/auth/profile')).statusCode).toBe(401)
    expect((await logIn(here, 'pro', PASSWORD)).statusCode).toBe(401)
    expect((await logIn(here, 'pro', NEW)).statusCode).toBe(200)
    await here.sendMail()
    expect(server.taken.at(-1)?.bytes).toMatch(/^Subject: Your password was changed\r$/m)
  })

  test('is stored in the outbox only encrypted, and not at all once it is sent', async () => {
    const mailing = await mailWorld()
    await givenAddresses(mailing.here, 'pro')
    await request(mailing.here, 'pro')
    const rows = () => mailing.here.database.queries.selectFrom('mails').select('data').execute()
    const [{ data } = { data: null }] = await rows()
    const token = await sentToken(mailing)
    expect(data).toMatch(/^[0-9a-f]{8}\./)
    expect(data).not.toContain(token)
    expect(await rows()).toEqual([{ data: null }])
  })

  test('leaves two-factor authentication as it is', async () => {
    const mailing = await mailWorld()
    await givenAddresses(mailing.here, 'pro')
    await mailing.here.database.queries
      .insertInto('two_factor')
      .values({ user_id: 2, secret: 'x', on_since: 1, last_period: 0 })
      .execute()
    await request(mailing.here, 'pro')
    await complete(mailing.here, await sentToken(mailing))
    expect(Object.keys((await logIn(mailing.here, 'pro', NEW)).json())).toEqual(['secondStep'])
  })

  test('has a link that is over after an hour, after a newer one, and after another change of the password', async () => {
    const mailing = await mailWorld()
    const { here } = mailing
    await givenAddresses(here, 'pro')
    await request(here, 'pro')
    const first = await sentToken(mailing)
    await request(here, 'pro')
    const second = await sentToken(mailing)
    expect((await complete(here, first)).statusCode).toBe(404)
    here.clock.moveBy(60 * MINUTE)
    expect((await complete(here, second)).statusCode).toBe(404)
    await request(here, 'pro')
    const third = await sentToken(mailing)
    await here.ask('admin', 'PUT', '/api/users/2', { password: 'a third long password' })
    expect((await complete(here, third)).statusCode).toBe(404)
  })

  test('is not set by a link that went to an address before', async () => {
    const mailing = await mailWorld()
    const { here } = mailing
    await givenAddresses(here, 'pro')
    await request(here, 'pro')
    const token = await sentToken(mailing)
    here.clock.moveBy(MINUTE)
    const change = { address: 'other@client.example', password: PASSWORD }
    expect((await here.ask('pro', 'PUT', '/api/mail/address', change)).statusCode).toBe(200)
    expect((await complete(here, token)).json()).toMatchObject({ error: 'link_over', status: 404 })
    const confirmation = await sentToken(mailing)
    expect((await here.ask('stranger', 'POST', '/api/mail/confirm', { token: confirmation })).statusCode).toBe(200)
    expect((await complete(here, token)).statusCode).toBe(404)
  })

  test('is not replaced by a weak one, and the link stays good', async () => {
    const mailing = await mailWorld()
    await givenAddresses(mailing.here, 'pro')
    await request(mailing.here, 'pro')
    const token = await sentToken(mailing)
    expect((await complete(mailing.here, token, 'password1234')).statusCode).toBe(400)
    expect((await complete(mailing.here, token)).statusCode).toBe(200)
  })

  test('is answered alike, byte for byte and in time, whether there is such a user, an address, or mail', async () => {
    const { here, server } = await mailWorld()
    await givenAddresses(here, 'pro', 'basic')
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
      [here, 'nobody at all'],
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
    await givenAddresses(here, 'pro')
    await here.database.queries.schema.dropTable('mail_notices').execute()
    await here.database.queries.schema.dropTable('mails').execute()
    const [known, unknown] = [await request(here, 'pro'), await request(here, 'nobody at all')]
    for (const { statusCode, body, headers } of [known, unknown])
      expect([statusCode, body, Object.keys(headers)]).toEqual([200, '{"success":true}', Object.keys(unknown.headers)])
    await here.services.errorLog.flush()
    const errors = (await here.ask('admin', 'GET', '/api/system/errors')).json()
    expect(JSON.stringify(errors)).toContain('a link that sets a password could not be stored')
  })

  test('fills no mailbox: the sixth within an hour is refused, alike for a name that there is not', async () => {
    const { here } = await mailWorld()
    await givenAddresses(here, 'pro')
    for (const name of ['pro', 'nobody']) {
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

describe('an invitation', () => {
  const NEWCOMER = { username: 'newcomer', role: 'basic', companyId: 1, mailAddress: 'new@client.example' }

  test('lets a new user choose a password, and confirms the address', async () => {
    const mailing = await mailWorld()
    const { here, server } = mailing
    const made = await here.ask('admin', 'POST', '/api/users', NEWCOMER)
    expect(made.json()).toMatchObject({ mailState: 'unconfirmed', invitedAt: '2026-11-20T09:00:00.000Z' })
    const token = await sentToken(mailing)
    expect(server.taken.map(({ to }) => to)).toEqual(['new@client.example'])
    expect((await complete(here, token)).json()).toEqual({ username: 'newcomer' })
    expect((await logIn(here, 'newcomer', NEW)).statusCode).toBe(200)
    const [user] = (await here.ask('admin', 'GET', '/api/users?q=newcomer')).json()
    expect(user).toMatchObject({ mailState: 'confirmed', invitedAt: null })
  })

  test('can be sent again, which ends the one before; not to a user with a password', async () => {
    const mailing = await mailWorld()
    const { here } = mailing
    const { id } = (await here.ask('admin', 'POST', '/api/users', NEWCOMER)).json()
    const first = await sentToken(mailing)
    expect((await here.ask('admin', 'POST', `/api/users/${id}/invitation`)).statusCode).toBe(200)
    const second = await sentToken(mailing)
    expect((await complete(here, first)).statusCode).toBe(404)
    expect((await complete(here, second)).statusCode).toBe(200)
    expect((await here.ask('admin', 'POST', `/api/users/${id}/invitation`)).json().error).toBe('not_invited')
  })

  test('goes to another address when that was wrong', async () => {
    const mailing = await mailWorld()
    const { here, server } = mailing
    const { id } = (await here.ask('admin', 'POST', '/api/users', NEWCOMER)).json()
    await here.ask('admin', 'PUT', `/api/users/${id}`, { mailAddress: 'right@client.example' })
    const token = await sentToken(mailing)
    expect(server.taken.map(({ to }) => to)).toEqual(['right@client.example'])
    expect((await complete(here, token)).statusCode).toBe(200)
  })

  test('needs mail and an address; a password does without', async () => {
    const off = await world()
    expect((await off.ask('admin', 'POST', '/api/users', NEWCOMER)).json().fields).toEqual({ password: 'is missing' })
    const { here } = await mailWorld()
    const { mailAddress, ...without } = NEWCOMER
    expect((await here.ask('admin', 'POST', '/api/users', without)).statusCode).toBe(400)
    const withBoth = await here.ask('admin', 'POST', '/api/users', { ...NEWCOMER, password: PASSWORD })
    expect(withBoth.json()).toMatchObject({ mailAddress, mailState: 'unconfirmed', invitedAt: null })
  })
})
