/** What a restore leaves to people: mails that may have gone out after the backup was made. */
import { expect, test } from 'vitest'
import { lastRestore, leaveToPeople } from '#platform/database/after-restore.ts'
import { alertsOf, choose, evaluate, insertMovedAccount, mailsOf, WITH_MAIL, withAddresses } from '#testing/alerts.ts'
import { insertAddresses, mailWorld } from '#testing/mail-world.ts'
import { DAY_MS, HOUR_MS, TODAY } from '#testing/planted-accounts.ts'
import { until } from '#testing/queue-nodes.ts'
import { LASTING, makeSchedule, reportsOf } from '#testing/report-schedules.ts'
import { START, type World, world } from '#testing/world.ts'

const HELD = 'A backup of 2026-11-20 was restored: it may have been sent since then.'

/** As a restore leaves the store: of a backup that was made when the world began. */
const simulateRestore = ({ database, clock }: World) =>
  leaveToPeople(database.queries, { madeAt: START, now: clock.now() })

const statusOf = async ({ ask }: World) => (await ask('admin', 'GET', '/api/mail')).json()

test('a mail that waited when the backup was made is sent only after an administrator has sent it again', async () => {
  const { here, server } = await mailWorld()
  await insertAddresses(here, 'pro')
  const data = { username: 'pro' }
  const request = { to: 2, cause: 'one', kind: 'transactional', template: 'password-changed', data } as const
  await here.database.transaction((tx) => here.services.mail.enqueue(tx, request))
  await here.ask('stranger', 'POST', '/api/auth/password-reset', { username: 'pro' })
  here.clock.moveBy(HOUR_MS)
  expect(await simulateRestore(here)).toEqual({ pausedAccounts: 0, heldMails: 2 })
  await here.sendMail()
  expect(server.taken).toEqual([])
  const { waiting, problems } = await statusOf(here)
  expect(waiting).toBe(0)
  expect(problems).toMatchObject([
    { template: 'password-reset', problem: HELD, isRetryable: false },
    { template: 'password-changed', problem: HELD, isRetryable: true },
  ])
  const mails = await here.database.queries.selectFrom('mails').select(['template', 'data']).execute()
  expect(mails.find(({ template }) => template === 'password-reset')?.data).toBeNull()
  expect((await here.ask('admin', 'POST', `/api/mail/${problems[1].id}/retry`)).statusCode).toBe(200)
  await here.sendMail()
  expect(server.taken).toHaveLength(1)
})

test('a report that was due before the restore is made, and mailed only after an administrator has decided so', async () => {
  const { here, server } = await mailWorld(LASTING)
  const { schedule } = await makeSchedule(here, { recipients: ['ann@client.example'] })
  here.clock.moveBy(Date.parse(schedule.nextAt) - here.clock.now() + HOUR_MS)
  await simulateRestore(here)
  here.work()
  await until('the report is made', async () => (await reportsOf(here)).length === 1)
  await until('its mail is held', async () => (await statusOf(here)).problems.length === 1)
  await here.sendMail()
  expect(server.taken).toEqual([])
  const [{ id, ...problem }] = (await statusOf(here)).problems
  expect(problem).toMatchObject({ recipient: 'ann@client.example', problem: HELD, isRetryable: true })
  await here.ask('admin', 'POST', `/api/mail/${id}/retry`)
  await until('it is sent', async () => server.taken.length === 1)
  here.clock.moveBy(31 * DAY_MS)
  await until('the next one is sent by itself', async () => server.taken.length === 2)
})

test('alerts that are found again after a restore are on the screen, and no mail of them goes out', async () => {
  const here = await world({ ...LASTING, ...WITH_MAIL })
  await withAddresses(here, 'pro')
  await evaluate(here)
  await insertMovedAccount(here, 'fallen', { change: -900 })
  here.clock.moveBy(HOUR_MS)
  await simulateRestore(here)
  await evaluate(here)
  expect(await alertsOf(here, 'pro')).toHaveLength(1)
  expect(await mailsOf(here, 'pro')).toEqual([])
  await here.ask('pro', 'POST', '/api/alerts/read', {})
  await evaluate(here, 2 * DAY_MS)
  await insertMovedAccount(here, 'risen', { change: 4_000, day: TODAY + 2 })
  await evaluate(here)
  expect(await mailsOf(here, 'pro')).not.toEqual([])
})

test('a weekly digest that was due before the restore is left out, and the next one comes', async () => {
  const here = await world({ ...LASTING, ...WITH_MAIL })
  await withAddresses(here, 'pro')
  // Saturday at 8, an hour less than a day from now.
  await choose(here, 'pro', () => ({ digest: { isOn: true, weekday: 6, hour: 8 } }))
  await insertMovedAccount(here, 'fallen', { change: -900 })
  await evaluate(here)
  const digests = async () => (await mailsOf(here, 'pro')).filter((title) => title.startsWith('Your week'))
  here.clock.moveBy(DAY_MS)
  await simulateRestore(here)
  await evaluate(here)
  expect(await digests()).toEqual([])
  await insertMovedAccount(here, 'fallen_again', { change: -900, day: TODAY + 7 })
  await evaluate(here, 7 * DAY_MS)
  await evaluate(here)
  expect(await digests()).toHaveLength(1)
})

test('a restore after a restore is the one that counts', async () => {
  const here = await world()
  expect(await lastRestore(here.database.queries)).toBeNull()
  await simulateRestore(here)
  here.clock.moveBy(HOUR_MS)
  await simulateRestore(here)
  expect(await lastRestore(here.database.queries)).toEqual({ madeAt: START, now: START + HOUR_MS })
})
