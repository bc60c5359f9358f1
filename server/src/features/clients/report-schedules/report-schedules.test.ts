/** Schedules of reports, through HTTP and the queue. */
import { expect, test } from 'vitest'
import { HOUR_MS, plant, plantDays } from '../../../testing/planted-accounts.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { contentOf, LASTING, liveJobs, makeSchedule, reportsOf } from '../../../testing/report-schedules.ts'
import { world } from '../../../testing/world.ts'

test('a schedule says when it makes its next report, on the clocks of the company', async () => {
  const here = await world(LASTING)
  await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'America/New_York' })
  const { schedule } = await makeSchedule(here)
  expect(schedule).toMatchObject({
    nextAt: '2026-12-01T13:00:00.000Z',
    timeZone: 'America/New_York',
    subjectName: 'grove',
    lastReportId: null,
    failure: null,
    by: 'pro',
  })
  const moved = await here.ask('pro', 'PUT', `/api/report-schedules/${schedule.id}`, { every: 'weekly', hour: 6 })
  expect(moved.json()).toMatchObject({ nextAt: '2026-11-23T11:00:00.000Z', every: 'weekly', hour: 6 })
  expect((await here.ask('foreigner', 'GET', '/api/report-schedules')).json()).toEqual([])
})

test('a schedule names what it is about as that is called now', async () => {
  const here = await world(LASTING)
  const { schedule } = await makeSchedule(here)
  const { id } = schedule.content.subject
  await here.ask('admin', 'PUT', `/api/accounts/${id}`, { username: 'grove.studio' })
  const name = async () => (await here.ask('admin', 'GET', '/api/report-schedules')).json()[0].subjectName
  expect(await name()).toBe('grove.studio')
  await here.ask('admin', 'DELETE', `/api/accounts/${id}`)
  expect(await name()).toBe('grove')
})

test('when its time has come a report of the month before is there once, though two processes look for it', async () => {
  const here = await world(LASTING)
  const { schedule } = await makeSchedule(here)
  here.clock.moveBy(Date.parse(schedule.nextAt) - here.clock.now() + HOUR_MS)
  here.work()
  here.work()
  await until('the report is made', async () => (await reportsOf(here)).length > 0)
  await until('no job is left', async () => (await liveJobs(here)).length === 0)
  const [report, ...others] = await reportsOf(here)
  expect(others).toEqual([])
  expect(report).toMatchObject({
    settings: { title: 'Every month', from: '2026-11-01', to: '2026-11-30' },
    by: null,
    scheduleId: schedule.id,
  })
  const events = await here.database.queries.selectFrom('events').select('kind').where('company_id', '=', 1).execute()
  // The clock moves by days, and the installation has no backup: administrators get an alert.
  expect(new Set(events.map(({ kind }) => kind).filter((kind) => kind !== 'alerts-changed'))).toEqual(
    new Set(['reports-changed', 'activity-changed']),
  )
  const [now] = (await here.ask('pro', 'GET', '/api/report-schedules')).json()
  expect(now).toMatchObject({ nextAt: '2027-01-01T08:00:00.000Z', lastReportId: report.id, failure: null })
})

test('months that a server was off for are made up for, each once', async () => {
  const here = await world(LASTING)
  await makeSchedule(here)
  here.clock.moveBy(Date.parse('2027-02-10T00:00Z') - here.clock.now())
  here.work()
  await until('three reports are made', async () => (await reportsOf(here)).length === 3)
  const months = (await reportsOf(here)).map(({ settings }: { settings: { from: string } }) => settings.from)
  expect(months.sort()).toEqual(['2026-11-01', '2026-12-01', '2027-01-01'])
})

test('a schedule of a group that has lost its accounts mails no empty report, and says why', async () => {
  const here = await world(LASTING)
  const id = await plant(here, 'grove', { days: plantDays({ count: 90, seed: 3 }) })
  const group = (await here.ask('pro', 'POST', '/api/groups', { name: 'Cafés', accountIds: [id] })).json()
  const content = { ...contentOf(id), subject: { kind: 'group', id: group.id } }
  const made = await here.ask('pro', 'POST', '/api/report-schedules', { every: 'monthly', hour: 8, content })
  await here.ask('admin', 'DELETE', `/api/accounts/${id}`)
  here.clock.moveBy(Date.parse(made.json().nextAt) - here.clock.now() + HOUR_MS)
  here.work()
  const listSchedules = async () => (await here.ask('pro', 'GET', '/api/report-schedules')).json()
  await until('the failure is noted', async () => (await listSchedules())[0].failure !== null)
  expect((await listSchedules())[0]).toMatchObject({ failure: 'This group has no accounts any more' })
  expect(await reportsOf(here)).toEqual([])
})

test('a schedule whose account is gone says so, and ends when it is deleted', async () => {
  const here = await world(LASTING)
  const { id, schedule } = await makeSchedule(here)
  await here.ask('admin', 'DELETE', `/api/accounts/${id}`)
  here.clock.moveBy(Date.parse(schedule.nextAt) - here.clock.now() + HOUR_MS)
  here.work()
  const listSchedules = async () => (await here.ask('pro', 'GET', '/api/report-schedules')).json()
  await until('the failure is noted', async () => (await listSchedules())[0].failure !== null)
  expect((await listSchedules())[0]).toMatchObject({ failure: 'Account not found', nextAt: '2027-01-01T08:00:00.000Z' })
  expect((await here.ask('foreigner', 'DELETE', `/api/report-schedules/${schedule.id}`)).statusCode).toBe(404)
  expect((await here.ask('pro', 'DELETE', `/api/report-schedules/${schedule.id}`)).json()).toEqual({ success: true })
  expect(await listSchedules()).toEqual([])
})

test('two changes at once are both kept', async () => {
  const here = await world(LASTING)
  const { id, schedule } = await makeSchedule(here)
  const change = (body: object) => here.ask('pro', 'PUT', `/api/report-schedules/${schedule.id}`, body)
  await Promise.all([change({ hour: 9 }), change({ content: { ...contentOf(id), title: 'Other' } })])
  const [row] = (await here.ask('pro', 'GET', '/api/report-schedules')).json()
  expect(row).toMatchObject({ hour: 9, content: { title: 'Other' } })
})

test('a basic user changes what a report says, and the section that only others see stays while it is of the same account', async () => {
  const here = await world(LASTING)
  const sections = [{ kind: 'figures' }, { kind: 'owner', note: 'As you asked' }, { kind: 'growth' }]
  const { id, schedule } = await makeSchedule(here, {}, { sections })
  const other = await plant(here, 'other', { days: plantDays({ count: 90, seed: 3 }) })
  const kindsAfter = async (who: 'basic' | 'pro', content: object) => {
    const res = await here.ask(who, 'PUT', `/api/report-schedules/${schedule.id}`, { content })
    return res.json().content.sections.map(({ kind }: { kind: string }) => kind)
  }
  expect(await kindsAfter('basic', contentOf(id))).toEqual(['figures', 'owner', 'growth'])
  expect(await kindsAfter('pro', contentOf(id))).toEqual(['figures', 'growth'])
  await kindsAfter('pro', { ...contentOf(id), sections })
  expect(await kindsAfter('basic', contentOf(other))).toEqual(['figures', 'growth'])
})

test('one idempotency key makes one schedule', async () => {
  const here = await world(LASTING)
  const id = await plant(here, 'grove', { days: plantDays({ count: 90, seed: 3 }) })
  const body = { every: 'weekly', hour: 8, content: contentOf(id) }
  const key = { 'idempotency-key': 'weekly' }
  const add = () => here.ask('pro', 'POST', '/api/report-schedules', body, key)
  const both = await Promise.all([add(), add()])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect((await here.ask('pro', 'GET', '/api/report-schedules')).json()).toHaveLength(1)
})

test('the audit log says who made, changed and ended a schedule', async () => {
  const here = await world(LASTING)
  const { schedule } = await makeSchedule(here)
  await here.ask('pro', 'PUT', `/api/report-schedules/${schedule.id}`, { hour: 9 })
  await here.ask('pro', 'PUT', `/api/report-schedules/${schedule.id}`, { hour: 9 })
  await here.ask('admin', 'DELETE', `/api/report-schedules/${schedule.id}`)
  const log = (await here.ask('admin', 'GET', '/api/audit-log?group=reports')).json()
  expect(log).toMatchObject([
    { act: 'schedule.deleted', userName: 'admin' },
    { act: 'schedule.changed', details: { hour: { from: 8, to: 9 } } },
    { act: 'schedule.made', userName: 'pro', details: { every: 'monthly', hour: 8 } },
  ])
})
