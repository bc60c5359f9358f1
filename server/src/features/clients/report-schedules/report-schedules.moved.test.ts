/** Schedules follow the clocks of their company, and one that cannot be moved on stops no other. */
import { expect, test } from 'vitest'
import { HOUR_MS } from '../../../testing/planted-accounts.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { LASTING, makeSchedule, reportsOf } from '../../../testing/report-schedules.ts'
import { world } from '../../../testing/world.ts'

/** Made where it is Tokyo's morning; then the company moves to Lisbon. */
async function moveToLisbon() {
  const here = await world(LASTING)
  await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'Asia/Tokyo' })
  const { schedule } = await makeSchedule(here)
  expect(schedule.nextAt).toBe('2026-11-30T23:00:00.000Z')
  await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'Europe/Lisbon' })
  return here
}

test('a schedule follows its company to another time zone, and keeps its day and hour', async () => {
  const here = await moveToLisbon()
  here.clock.moveBy(Date.parse('2026-11-30T23:30Z') - here.clock.now())
  here.work()
  const nextAt = async () => (await here.ask('pro', 'GET', '/api/report-schedules')).json()[0].nextAt
  await until('the schedule follows', async () => (await nextAt()) === '2026-12-01T08:00:00.000Z')
  expect(await reportsOf(here)).toEqual([])
})

test('a company that has moved to another time zone gets the report of the month that has ended', async () => {
  const here = await moveToLisbon()
  here.clock.moveBy(Date.parse('2026-12-01T08:30Z') - here.clock.now())
  here.work()
  await until('the report is made', async () => (await reportsOf(here)).length > 0)
  expect(await reportsOf(here)).toMatchObject([{ settings: { from: '2026-11-01', to: '2026-11-30' } }])
})

test('another hour does not make the report of a month again', async () => {
  const here = await world(LASTING)
  const { schedule } = await makeSchedule(here)
  here.clock.moveBy(Date.parse(schedule.nextAt) - here.clock.now() + HOUR_MS / 2)
  here.work()
  await until('the report is made', async () => (await reportsOf(here)).length > 0)
  const changed = await here.ask('pro', 'PUT', `/api/report-schedules/${schedule.id}`, { hour: 9 })
  expect(changed.json()).toMatchObject({ hour: 9, nextAt: '2027-01-01T09:00:00.000Z' })
})

test('a schedule that cannot be moved on, or whose company is gone, stops no other one', async () => {
  const here = await world(LASTING)
  const { schedule } = await makeSchedule(here)
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
