/** The link of a request for approval, mailed to the client: through HTTP and a mail server. */
import { expect, test } from 'vitest'
import { OTHER, POST } from '#testing/approval-requests.ts'
import { itemsIn } from '#testing/content-items.ts'
import { mailWorld, textOf } from '#testing/mail-world.ts'
import { world } from '#testing/world.ts'
import { HOUR, MINUTE } from '#testing/world-with-sources.ts'

const BODY = {
  posts: [POST, OTHER],
  clientName: 'Ana Duarte',
  timeZone: 'Europe/Lisbon',
  message: 'Two for the week.\nThank you!',
  mailTo: 'Ana@Client.Example',
}
const LINK = /https:\/\/tangelo\.example(\/s\/[\w-]{43})/

async function approving() {
  const mails = await mailWorld()
  await itemsIn(mails.here, [
    { id: POST, caption: 'Six lemons' },
    { id: OTHER, caption: 'The upper garden' },
  ])
  return mails
}

test('a client approves through the link in the mail, which was sent once', async () => {
  const { here, server } = await approving()
  const made = await here.ask('pro', 'POST', '/api/approvals', { ...BODY, password: 'grapefruit-terrace-9' })
  expect(made.statusCode, made.body).toBe(201)
  expect(made.json().request.mail).toEqual({ address: 'Ana@Client.Example', refusal: null })
  await here.sendMail()
  await here.sendMail()
  expect(server.taken.map(({ to }) => to)).toEqual(['Ana@Client.Example'])
  const [mail] = server.taken
  expect(mail?.bytes).toMatch(/^Subject: Citrus Studio asks you to approve 2 posts\r$/m)
  expect(mail?.bytes).toMatch(/^List-Unsubscribe: <https:\/\/tangelo\.example\/api\/mail\/unsubscribe\//m)
  const text = textOf(mail?.bytes ?? '')
  expect(text).toContain('2 posts wait for your answer')
  expect(text).toContain('Two for the week.\nThank you!'.replaceAll('\n', text.includes('\r\n') ? '\r\n' : '\n'))
  expect(text).toContain('Dec 4, 09:00, Lisbon time')
  expect(text).toContain('It asks for a password, which Citrus Studio gives you another way.')
  const path = LINK.exec(text)?.[1] ?? ''
  expect(made.json().url).toContain(path)
  // Locked: the password is not in the mail.
  expect((await here.ask('stranger', 'GET', path)).body).not.toContain('Six lemons')
  expect(text).not.toContain('grapefruit')
})

test('the link in a mail opens the posts, and answers there count', async () => {
  const { here, server } = await approving()
  await here.ask('pro', 'POST', '/api/approvals', { ...BODY, posts: [POST] })
  await here.sendMail()
  const bytes = server.taken[0]?.bytes ?? ''
  expect(bytes).toMatch(/^Subject: Citrus Studio asks you to approve a post\r$/m)
  const path = LINK.exec(textOf(bytes))?.[1] ?? ''
  const page = await here.ask('stranger', 'GET', path)
  expect(page.body).toContain('Six lemons')
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.body)?.[1] ?? ''
  const answer = { item: field('item'), nonce: field('nonce'), answer: 'approved', name: 'Ana' }
  expect((await here.ask('stranger', 'POST', `/api${path}/answers`, answer)).statusCode).toBe(200)
  here.clock.moveBy(MINUTE)
  expect((await here.ask('pro', 'GET', '/api/approvals')).json()[0].items[0]).toMatchObject({ state: 'approved' })
})

test('a request that comes again with its key mails no second link, and gets the address of the first', async () => {
  const { here, server } = await approving()
  const key = { 'idempotency-key': 'for-ana' }
  const password = 'grapefruit-terrace-9'
  const send = (fields: object = {}) => here.ask('pro', 'POST', '/api/approvals', { ...BODY, password, ...fields }, key)
  const both = await Promise.all([send(), send()])
  const later = await send()
  expect([...both, later].map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  const [url, ...others] = [...both, later].map((res) => res.json().url)
  expect(others).toEqual([url, url])
  expect((await here.ask('pro', 'GET', '/api/approvals')).json()).toHaveLength(1)
  await here.sendMail()
  expect(server.taken).toHaveLength(1)
  expect(textOf(server.taken[0]?.bytes ?? '')).toContain(new URL(url).pathname)
  expect((await send({ message: 'Another one' })).json()).toMatchObject({ status: 422, error: 'key_reused' })
  const kept = await here.database.queries.selectFrom('idempotency_keys').selectAll().execute()
  expect(kept).toHaveLength(1)
  expect(JSON.stringify(kept)).not.toContain(new URL(url).pathname.slice('/s/'.length))
})

test('the token of a mailed link is readable nowhere in the store, before the mail is sent and after', async () => {
  const { here } = await approving()
  const { url } = (await here.ask('pro', 'POST', '/api/approvals', BODY)).json()
  const token = new URL(url).pathname.slice('/s/'.length)
  const mails = () => here.database.queries.selectFrom('mails').select(['state', 'data']).execute()
  expect(JSON.stringify(await mails())).not.toContain(token)
  await here.sendMail()
  expect(await mails()).toEqual([{ state: 'sent', data: null }])
})

test.each([
  ['withdrawn', 'approvals', 'id'],
  ['ended by its link', 'links', 'linkId'],
])('a request that is %s before its mail has gone out mails nothing', async (_, part, name) => {
  const { here, server } = await approving()
  server.fail((step) => (step === 'RCPT' ? 'later' : undefined))
  const { request } = (await here.ask('pro', 'POST', '/api/approvals', BODY)).json()
  await here.sendMail()
  server.fail(() => undefined)
  expect((await here.ask('pro', 'DELETE', `/api/${part}/${request[name]}`)).statusCode).toBe(200)
  here.clock.moveBy(MINUTE)
  await here.sendMail()
  expect(server.taken).toEqual([])
  expect(await here.database.queries.selectFrom('mails').select(['state', 'problem', 'data']).execute()).toEqual([
    { state: 'dropped', problem: 'The request was withdrawn.', data: null },
  ])
})

test('an address that stopped these mails, or whose mail came back, gets none, and there is no request', async () => {
  const { here, server } = await approving()
  await here.ask('pro', 'POST', '/api/approvals', BODY)
  await here.sendMail()
  const stop = /\/api\/mail\/unsubscribe\/[\w.+-]+/.exec(server.taken[0]?.bytes ?? '')?.[0] ?? ''
  expect(stop).toMatch(/\.approval$/)
  expect((await here.ask('stranger', 'POST', stop)).statusCode).toBe(200)
  const again = await here.ask('pro', 'POST', '/api/approvals', { ...BODY, mailTo: 'ana@client.example' })
  expect(again.json()).toMatchObject({ status: 409, error: 'not_sendable' })
  const listed = (await here.ask('pro', 'GET', '/api/approvals')).json()
  expect(listed.map(({ mail }: { mail: unknown }) => mail)).toEqual([
    { address: 'Ana@Client.Example', refusal: 'stopped' },
  ])
  // Reports are another kind.
  const row = await here.database.queries.selectFrom('mail_recipients').select('stopped').executeTakeFirstOrThrow()
  expect(row.stopped).toBe('["approval"]')
  const handed = await here.ask('pro', 'POST', '/api/approvals', { ...BODY, mailTo: null })
  expect(handed.json().request.mail).toBeNull()
})

test('a company mails at most thirty requests within an hour', async () => {
  const { here } = await approving()
  const send = (at: number) =>
    here.ask('pro', 'POST', '/api/approvals', { ...BODY, posts: [POST], mailTo: `client${at}@client.example` })
  for (let at = 0; at < 30; at += 1) expect((await send(at)).statusCode).toBe(201)
  const refused = await send(30)
  expect(refused.json()).toMatchObject({ status: 429, error: 'too_many_mails' })
  expect((await here.ask('pro', 'POST', '/api/approvals', { ...BODY, mailTo: null })).statusCode).toBe(201)
  here.clock.moveBy(HOUR)
  expect((await send(31)).statusCode).toBe(201)
})

test('without a mail server a request with an address is refused, and one without is made', async () => {
  const here = await world()
  await itemsIn(here, [{ id: POST }, { id: OTHER }])
  expect((await here.ask('pro', 'POST', '/api/approvals', BODY)).json()).toMatchObject({
    status: 409,
    error: 'mail_off',
  })
  expect((await here.ask('pro', 'GET', '/api/approvals')).json()).toEqual([])
  expect((await here.ask('pro', 'POST', '/api/approvals', { ...BODY, mailTo: null })).statusCode).toBe(201)
})
