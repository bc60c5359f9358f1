/** Schedules of reports, through HTTP and the queue. */
import { REPORTS_MAX } from '@tangelo/contract/limits'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, plant, plantDays } from '../../../testing/planted-accounts.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { type World, world } from '../../../testing/world.ts'

const LASTING = { session: { idleMs: 90 * DAY_MS, maxMs: 190 * DAY_MS } }

const contentOf = (id: number) => ({
  title: 'Every month',
  subject: { kind: 'account', id },
  sections: [{ kind: 'figures' }, { kind: 'growth' }],
})

async function scheduled(here: World, fields: object = {}) {
  const id = await plant(here, 'grove', { days: plantDays({ count: 90, seed: 3 }) })
  const body = { every: 'monthly', hour: 8, content: contentOf(id), ...fields }
  const res = await here.ask('pro', 'POST', '/api/report-schedules', body)
  expect(res.statusCode, res.body).toBe(201)
  return { id, schedule: res.json() }
}

const reportsOf = async ({ ask }: World) => (await ask('pro', 'GET', '/api/reports')).json()

const liveJobs = ({ database }: World) =>
  database.queries
    .selectFrom('jobs')
    .select('id')
    .where('kind', 'in', ['find-due-reports', 'make-report'])
    .where('state', 'in', ['waiting', 'running'])
    .execute()

test('a schedule says when it makes its next report, on the clocks of the company', async () => {
  const here = await world(LASTING)
  await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'America/New_York' })
  const { schedule } = await scheduled(here)
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

test('when its time has come a report of the month before is there once, though two processes look for it', async () => {
  const here = await world(LASTING)
  const { schedule } = await scheduled(here)
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
  await scheduled(here)
  here.clock.moveBy(Date.parse('2027-02-10T00:00Z') - here.clock.now())
  here.work()
  await until('three reports are made', async () => (await reportsOf(here)).length === 3)
  const months = (await reportsOf(here)).map(({ settings }: { settings: { from: string } }) => settings.from)
  expect(months.sort()).toEqual(['2026-11-01', '2026-12-01', '2027-01-01'])
})

test('a schedule whose account is gone says so, and ends when it is deleted', async () => {
  const here = await world(LASTING)
  const { id, schedule } = await scheduled(here)
  await here.ask('admin', 'DELETE', `/api/accounts/${id}`)
  here.clock.moveBy(Date.parse(schedule.nextAt) - here.clock.now() + HOUR_MS)
  here.work()
  const listed = async () => (await here.ask('pro', 'GET', '/api/report-schedules')).json()
  await until('the failure is noted', async () => (await listed())[0].failure !== null)
  expect((await listed())[0]).toMatchObject({ failure: 'Account not found', nextAt: '2027-01-01T08:00:00.000Z' })
  expect((await here.ask('foreigner', 'DELETE', `/api/report-schedules/${schedule.id}`)).statusCode).toBe(404)
  expect((await here.ask('pro', 'DELETE', `/api/report-schedules/${schedule.id}`)).json()).toEqual({ success: true })
  expect(await listed()).toEqual([])
})

/** The company keeps as many reports as it may. */
async function full(here: World, subjectId: number) {
  const { queries } = here.database
  const settings = { ...contentOf(subjectId), from: '2026-10-01', to: '2026-10-31' }
  expect((await here.ask('pro', 'POST', '/api/reports', settings)).statusCode).toBe(201)
  const { id: _, ...row } = await queries.selectFrom('reports').selectAll().executeTakeFirstOrThrow()
  for (let begin = 1; begin < REPORTS_MAX; begin += 500)
    await queries
      .insertInto('reports')
      .values(Array.from({ length: Math.min(500, REPORTS_MAX - begin) }, () => row))
      .execute()
  return { makeRoom: async () => here.ask('pro', 'DELETE', `/api/reports/${(await reportsOf(here))[0].id}`) }
}

test('a report for which there is no room says so, and is made once some were deleted', async () => {
  const here = await world(LASTING)
  const { id, schedule } = await scheduled(here)
  const { makeRoom } = await full(here, id)
  here.clock.moveBy(Date.parse(schedule.nextAt) - here.clock.now() + HOUR_MS)
  here.work()
  const listed = async () => (await here.ask('pro', 'GET', '/api/report-schedules')).json()[0]
  await until('the failure is noted', async () => (await listed()).failure !== null)
  expect((await listed()).failure).toBe('A company keeps at most 2000 frozen reports: delete some first')
  await makeRoom()
  here.clock.moveBy(HOUR_MS)
  await until('the report is made', async () => (await listed()).failure === null)
  const [report] = await reportsOf(here)
  expect(report).toMatchObject({ scheduleId: schedule.id, settings: { from: '2026-11-01', to: '2026-11-30' } })
})

test('a report for which there was no room until the next one is due is not made any more', async () => {
  const here = await world(LASTING)
  const { id, schedule } = await scheduled(here)
  const { makeRoom } = await full(here, id)
  const ofNovember = () =>
    here.database.queries
      .selectFrom('jobs')
      .select(['state', 'reason'])
      .where('key', '=', `${schedule.id}:${Date.parse(schedule.nextAt)}`)
      .executeTakeFirst()
  here.clock.moveBy(Date.parse(schedule.nextAt) - here.clock.now() + HOUR_MS)
  const workers = here.work()
  await until('it waits for room', async () => ((await ofNovember())?.reason ?? null) !== null)
  await workers.end()
  here.clock.moveBy(Date.parse('2027-01-01T08:30Z') - here.clock.now())
  here.work()
  await until('it has ended', async () => (await ofNovember())?.state === 'done')
  await makeRoom()
  await makeRoom()
  here.clock.moveBy(HOUR_MS)
  await until('no job is left', async () => (await liveJobs(here)).length === 0)
  const made = (await reportsOf(here)).filter(({ scheduleId }: { scheduleId: number | null }) => scheduleId !== null)
  expect(made.map(({ settings }: { settings: { from: string } }) => settings.from)).toEqual(['2026-12-01'])
})

/** Made where it is Tokyo's morning; then the company moves to Lisbon. */
async function movedToLisbon() {
  const here = await world(LASTING)
  await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'Asia/Tokyo' })
  const { schedule } = await scheduled(here)
  expect(schedule.nextAt).toBe('2026-11-30T23:00:00.000Z')
  await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'Europe/Lisbon' })
  return here
}

test('a schedule follows its company to another time zone, and keeps its day and hour', async () => {
  const here = await movedToLisbon()
  here.clock.moveBy(Date.parse('2026-11-30T23:30Z') - here.clock.now())
  here.work()
  const nextAt = async () => (await here.ask('pro', 'GET', '/api/report-schedules')).json()[0].nextAt
  await until('the schedule follows', async () => (await nextAt()) === '2026-12-01T08:00:00.000Z')
  expect(await reportsOf(here)).toEqual([])
})

test('a company that has moved to another time zone gets the report of the month that has ended', async () => {
  const here = await movedToLisbon()
  here.clock.moveBy(Date.parse('2026-12-01T08:30Z') - here.clock.now())
  here.work()
  await until('the report is made', async () => (await reportsOf(here)).length > 0)
  expect(await reportsOf(here)).toMatchObject([{ settings: { from: '2026-11-01', to: '2026-11-30' } }])
})

test('another hour does not make the report of a month again', async () => {
  const here = await world(LASTING)
  const { schedule } = await scheduled(here)
  here.clock.moveBy(Date.parse(schedule.nextAt) - here.clock.now() + HOUR_MS / 2)
  here.work()
  await until('the report is made', async () => (await reportsOf(here)).length > 0)
  const changed = await here.ask('pro', 'PUT', `/api/report-schedules/${schedule.id}`, { hour: 9 })
  expect(changed.json()).toMatchObject({ hour: 9, nextAt: '2027-01-01T09:00:00.000Z' })
})

test('a schedule that cannot be moved on, or whose company is gone, stops no other one', async () => {
  const here = await world(LASTING)
  const { schedule } = await scheduled(here)
  const { queries } = here.database
  for (const company_id of [2, 999]) {
    const { id: _, ...row } = await queries.selectFrom('report_schedules').selectAll().executeTakeFirstOrThrow()
    await queries
      .insertInto('report_schedules')
      .values({ ...row, company_id, next_at: 1 })
      .execute()
  }
  await queries.updateTable('companies').set({ time_zone: 'No/Where' }).where('id', '=', 2).execute()
  here.clock.moveBy(Date.parse(schedule.nextAt) - here.clock.now() + HOUR_MS)
  here.work()
  await until('the report is made', async () => (await reportsOf(here)).length > 0)
})

test('two changes at once are both kept', async () => {
  const here = await world(LASTING)
  const { id, schedule } = await scheduled(here)
  const change = (body: object) => here.ask('pro', 'PUT', `/api/report-schedules/${schedule.id}`, body)
  await Promise.all([change({ hour: 9 }), change({ content: { ...contentOf(id), title: 'Other' } })])
  const [row] = (await here.ask('pro', 'GET', '/api/report-schedules')).json()
  expect(row).toMatchObject({ hour: 9, content: { title: 'Other' } })
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
  const { schedule } = await scheduled(here)
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
