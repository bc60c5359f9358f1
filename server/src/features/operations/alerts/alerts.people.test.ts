/** What a person does with their alerts, and by which ways they get them: product, mail, webhook, digest. */
import type { ServerResponse } from 'node:http'
import type { AlertRules } from '@tangelo/contract'
import type { Role } from '@tangelo/contract/limits'
import { describe, expect, test } from 'vitest'
import type { Message } from '#ports/mailer.ts'
import {
  alertsOf,
  choose,
  evaluate,
  insertDecision,
  insertMovedAccount,
  mailsOf,
  rulesOf,
  sentencesOf,
  session,
  unreadOf,
  userIdOf,
  WITH_MAIL,
  withAddresses,
} from '../../../testing/alerts.ts'
import { DAY_MS, HOUR_MS } from '../../../testing/planted-accounts.ts'
import { deliveries, listening, sendDue } from '../../../testing/webhooks.ts'
import { type Person, START, world } from '../../../testing/world.ts'

test('a webhook gets each alert once, for its own user alone', async () => {
  const here = await world({ session })
  await here.database.queries
    .updateTable('users')
    .set({ webhook_url: 'https://receiver.example/in' })
    .where('username', 'in', ['pro', 'foreigner'])
    .execute()
  await insertMovedAccount(here, 'fallen', { change: -900 })
  await evaluate(here)
  await evaluate(here)
  const rows = await here.database.queries.selectFrom('webhook_deliveries').selectAll().execute()
  expect(rows).toMatchObject([{ kind: 'alert.opened', user_id: userIdOf('pro'), company_id: 1 }])
  expect(JSON.parse(rows[0]?.body ?? '{}')).toMatchObject({
    type: 'alert.opened',
    companyId: 1,
    data: { kind: 'anomaly', sentence: '@fallen lost 900 followers on Nov 20', number: 1, day: '2026-11-20' },
  })
})

describe('A person', () => {
  test('reads, puts off, dismisses and brings back their own alerts alone', async () => {
    const here = await world({ session })
    await insertMovedAccount(here, 'fallen', { change: -900 })
    await evaluate(here)
    const [alert] = await alertsOf(here, 'pro')
    const at = `/api/alerts/${alert?.id}`
    expect((await here.ask('admin', 'DELETE', at)).statusCode).toBe(404)
    expect(await unreadOf(here, 'pro')).toBe(1)
    expect((await here.ask('pro', 'POST', '/api/alerts/read', { ids: [alert?.id] })).statusCode).toBe(200)
    expect([await unreadOf(here, 'pro'), await unreadOf(here, 'admin')]).toEqual([0, 1])
    const [ofAdmin] = await alertsOf(here, 'admin')
    await here.ask('pro', 'POST', '/api/alerts/read', { ids: [ofAdmin?.id] })
    await here.ask('pro', 'POST', '/api/alerts/read', {})
    expect(await unreadOf(here, 'admin')).toBe(1)
    const snoozed = await here.ask('pro', 'POST', `${at}/snooze`)
    expect(snoozed.json()).toEqual({ until: '2026-11-21T07:00:00.000Z' })
    expect((await here.ask('pro', 'GET', '/api/alerts')).json()).toEqual({ alerts: [], more: 0, snoozed: 1 })
    await here.ask('pro', 'POST', `${at}/restore`)
    expect(await alertsOf(here, 'pro')).toHaveLength(1)
    await here.ask('pro', 'DELETE', at)
    await evaluate(here)
    expect(await alertsOf(here, 'pro')).toEqual([])
    expect(await alertsOf(here, 'admin')).toHaveLength(1)
  })

  test('who leaves a company sees nothing more of it', async () => {
    const here = await world({ session })
    await insertMovedAccount(here, 'fallen', { change: -900 })
    await evaluate(here)
    const [alert] = await alertsOf(here, 'pro')
    await here.database.queries.updateTable('users').set({ company_id: 2 }).where('username', '=', 'pro').execute()
    expect(await alertsOf(here, 'pro')).toEqual([])
    expect(await unreadOf(here, 'pro')).toBe(0)
    expect((await here.ask('pro', 'DELETE', `/api/alerts/${alert?.id}`)).statusCode).toBe(404)
  })

  test.each([
    ['leaves a company', 'pro', { companyId: 2 }],
    ['is no administrator any more', 'foreigner', { role: 'basic' }],
  ] as const)('who %s gets no mail of what they see no more', async (_, who, change) => {
    const sent: string[] = []
    const mailer = { server: 'none', send: async ({ text }: Message) => void sent.push(text), close() {} }
    const here = await world({ session, ...WITH_MAIL, mail: { ...WITH_MAIL.mail, mailer } })
    await withAddresses(here, who)
    if ('role' in change) await here.ask('admin', 'PUT', `/api/users/${userIdOf(who)}`, { role: 'admin' })
    await insertMovedAccount(here, 'fallen', { change: -900 })
    await evaluate(here)
    expect(await mailsOf(here, who)).toEqual(['@fallen lost 900 followers on Nov 20'])
    await here.ask('admin', 'PUT', `/api/users/${userIdOf(who)}`, change)
    here.clock.moveBy(HOUR_MS)
    await here.sendMail()
    expect(sent).toEqual([])
  })

  test('who becomes a basic user gets no mail of what is for pro users', async () => {
    const sent: string[] = []
    const mailer = { server: 'none', send: async ({ text }: Message) => void sent.push(text), close() {} }
    const here = await world({ session, ...WITH_MAIL, mail: { ...WITH_MAIL.mail, mailer } })
    await withAddresses(here, 'pro')
    const dead = { user_id: null, file_name: 'figures.csv', state: 'failed' as const, rows: 0, progress: 0 }
    await here.database.queries
      .insertInto('metrics_imports')
      .values({ ...dead, id: 'an-import', company_id: 1, created_at: START, finished_at: START })
      .execute()
    await evaluate(here)
    expect(await mailsOf(here, 'pro')).toEqual(['figures.csv could not be imported'])
    expect((await here.ask('admin', 'PUT', `/api/users/${userIdOf('pro')}`, { role: 'basic' })).statusCode).toBe(200)
    here.clock.moveBy(HOUR_MS)
    await here.sendMail()
    expect(sent).toEqual([])
  })

  test('who is no administrator any more gets no webhook event of what they see no more, however it is sent', async () => {
    const {
      here,
      receivers: [receiver],
    } = await listening('foreigner')
    const change = (role: Role) => here.ask('admin', 'PUT', `/api/users/${userIdOf('foreigner')}`, { role })
    await change('admin')
    receiver?.answer(503)
    await insertMovedAccount(here, 'fallen', { change: -900 })
    await evaluate(here)
    await sendDue(here)
    const [waiting] = await deliveries(here)
    expect(waiting).toMatchObject({ kind: 'alert.opened', state: 'waiting', username: 'foreigner' })
    receiver?.answer(200)
    const calls = receiver?.calls.length
    expect((await change('pro')).statusCode).toBe(200)
    await sendDue(here, HOUR_MS)
    const again = await here.ask('admin', 'POST', `/api/webhooks/deliveries/${waiting?.id}/resend`)
    expect([again.statusCode, again.json().error]).toEqual([409, 'not_sendable'])
    await sendDue(here)
    expect(receiver?.calls).toHaveLength(calls ?? 0)
    expect(await deliveries(here)).toMatchObject([
      { state: 'dropped', message: 'The user no longer sees what it is about.' },
    ])
  })

  test('who loses the role while an alert is being sent does not get it by another try', async () => {
    const {
      here,
      receivers: [receiver],
    } = await listening('foreigner')
    const change = (role: Role) => here.ask('admin', 'PUT', `/api/users/${userIdOf('foreigner')}`, { role })
    await change('admin')
    await insertMovedAccount(here, 'fallen', { change: -900 })
    await evaluate(here)
    const arrived = Promise.withResolvers<ServerResponse>()
    receiver?.answer(arrived.resolve)
    await sendDue(here, 0, async () => {
      const response = await arrived.promise
      await change('pro')
      response.writeHead(503).end()
    })
    const sent = await deliveries(here)
    expect(sent).toMatchObject([{ state: 'dropped', message: 'The user no longer sees what it is about.' }])
    const again = await here.ask('admin', 'POST', `/api/webhooks/deliveries/${sent[0]?.id}/resend`)
    expect([again.statusCode, again.json().error]).toEqual([409, 'not_sendable'])
  })

  test('chooses channels: without the product nothing is listed, and nothing at all comes of what is off', async () => {
    const here = await world({ session, ...WITH_MAIL })
    await withAddresses(here, 'pro', 'basic')
    const only =
      (channels: Partial<AlertRules['rules'][number]['channels']>, isOn = true) =>
      ({ rules }: AlertRules) => ({
        rules: rules.map((rule) => ({
          ...rule,
          isOn,
          channels: { product: false, mail: false, webhook: false, ...channels },
        })),
      })
    await choose(here, 'pro', only({ mail: true }))
    await choose(here, 'basic', only({ product: true, mail: true }, false))
    await insertMovedAccount(here, 'fallen', { change: -900 })
    await evaluate(here)
    expect([await sentencesOf(here, 'pro'), await sentencesOf(here, 'basic')]).toEqual([[], []])
    expect([await mailsOf(here, 'pro'), await mailsOf(here, 'basic')]).toEqual([
      ['@fallen lost 900 followers on Nov 20'],
      [],
    ])
  })

  test('may not choose what is for another role', async () => {
    const here = await world({ session })
    const [rule] = (await rulesOf(here, 'admin')).rules.filter(({ kind }) => kind === 'token')
    const res = await choose(here, 'basic', ({ rules }) => ({ rules: [...rules, ...(rule ? [rule] : [])] }))
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({ fields: { 'rules.3.kind': 'is not for you' } })
  })
})

test('a digest comes on its weekday and hour, once, and not about a week in which nothing happened', async () => {
  const here = await world({ session, ...WITH_MAIL })
  await withAddresses(here, 'pro', 'admin', 'basic')
  await choose(here, 'admin', () => ({ digest: { isOn: true, weekday: 6, hour: 8 } }))
  await evaluate(here)
  const digestsOf = async (who: Person) => (await mailsOf(here, who)).filter((title) => title.startsWith('Your week'))
  // Saturday at 8: the administrator's week held nothing.
  await evaluate(here, 23 * HOUR_MS)
  expect(await digestsOf('admin')).toEqual([])
  await insertMovedAccount(here, 'fallen', { change: -900 })
  await evaluate(here)
  await evaluate(here, 2 * DAY_MS)
  await evaluate(here)
  expect(await digestsOf('pro')).toEqual(['Your week: Nov 16 to Nov 22'])
  expect(await digestsOf('basic')).toEqual([])
  await evaluate(here, -7 * DAY_MS)
  await evaluate(here, 7 * DAY_MS)
  expect(await digestsOf('pro')).toEqual(['Your week: Nov 16 to Nov 22'])
})

test('answers of clients are mails of their own topic, which stops without the other alerts', async () => {
  const here = await world({ session, ...WITH_MAIL })
  await withAddresses(here, 'pro', 'foreigner')
  await here.ask('pro', 'PUT', '/api/mail/preferences', { stopped: ['approvals'] })
  await here.ask('foreigner', 'PUT', '/api/mail/preferences', { stopped: ['alerts'] })
  for (const company_id of [1, 2]) {
    const comment = 'Another picture, please.'
    await insertDecision(here, company_id, company_id, { company_id, answer: 'changes', comment })
    await insertMovedAccount(here, `fallen${company_id}`, { change: -900, companyId: company_id })
  }
  await evaluate(here)
  expect(await mailsOf(here, 'pro')).toEqual(['@fallen1 lost 900 followers on Nov 20'])
  expect(await mailsOf(here, 'foreigner')).toEqual(['Ana asked for changes to a post'])
  const { data } = await here.database.queries
    .selectFrom('mail_notices')
    .select('data')
    .where('topic', '=', 'approvals')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(data)).toMatchObject({
    lines: ['Another picture, please.'],
    link: { path: '/planning?tab=approvals', label: 'Open the approvals' },
  })
})
