/** Links in mails, and what they stop or confirm: no more than they were made for. */
import { expect, test } from 'vitest'
import { insertAddresses, mailWorld } from '../../../testing/mail-world.ts'
import { PASSWORD } from '../../../testing/world.ts'

const HOUR = 3_600_000

test('a link that stops mails names no other user, and no topic that there is not', async () => {
  const { here } = await mailWorld()
  await insertAddresses(here, 'pro')
  for (const token of ['secret-of-pro', 'secret-of-pro.', 'secret-of-pro.everything', 'secret-of-pr.alerts', '.alerts'])
    expect((await here.ask('stranger', 'POST', `/api/mail/unsubscribe/${token}`)).statusCode, token).toBe(404)
  expect((await here.ask('pro', 'GET', '/api/mail/address')).json().stopped).toEqual([])
})

test('a user stops no reports, and a client nothing else: a link that was changed is none', async () => {
  const { here } = await mailWorld()
  await insertAddresses(here, 'pro')
  const stop = (token: string) => here.ask('stranger', 'POST', `/api/mail/unsubscribe/${token}`)
  expect((await stop('secret-of-pro.report')).statusCode).toBe(404)
  expect((await stop('secret-of-pro.alerts+report')).statusCode).toBe(404)
  expect((await here.ask('pro', 'GET', '/api/mail/address')).json().stopped).toEqual([])
  const outside = { address: 'ann@client.example', address_key: 'ann@client.example', secret: 'of-ann', created_at: 1 }
  await here.database.queries.insertInto('mail_recipients').values(outside).execute()
  expect((await stop('of-ann.alerts')).statusCode).toBe(404)
  expect((await stop('of-ann.report')).statusCode).toBe(200)
})

test('of two links that are used at once neither is lost', async () => {
  const { here } = await mailWorld()
  await insertAddresses(here, 'pro')
  const stop = (topic: string) => here.ask('stranger', 'POST', `/api/mail/unsubscribe/secret-of-pro.${topic}`)
  await Promise.all(['alerts', 'approvals', 'weekly-digest'].map(stop))
  const { stopped } = (await here.ask('pro', 'GET', '/api/mail/address')).json()
  expect(stopped.sort()).toEqual(['alerts', 'approvals', 'weekly-digest'])
})

test('a link that is over before it could be sent is not sent', async () => {
  const { here, server } = await mailWorld({ session: { idleMs: 90 * 24 * HOUR, maxMs: 90 * 24 * HOUR } })
  await here.ask('pro', 'PUT', '/api/mail/address', { password: PASSWORD, address: 'pro@client.example' })
  here.clock.moveBy(48 * HOUR)
  await here.sendMail()
  expect(server.taken).toEqual([])
  const rows = await here.database.queries.selectFrom('mails').select(['state', 'data', 'problem']).execute()
  expect(rows).toEqual([{ state: 'dropped', data: null, problem: 'The link in it is over.' }])
})

test('preferences take no time zone that there is not', async () => {
  const { here } = await mailWorld()
  await insertAddresses(here, 'pro')
  const res = await here.ask('pro', 'PUT', '/api/mail/preferences', { timeZone: 'Mars/Olympus' })
  expect(res.json()).toMatchObject({ error: 'invalid_input', fields: { timeZone: 'is no time zone' } })
})
