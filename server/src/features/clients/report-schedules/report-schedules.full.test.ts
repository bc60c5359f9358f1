/** Schedules of a company that has as many reports as it may keep. */
import { REPORTS_MAX } from '@tangelo/contract/limits'
import { expect, test } from 'vitest'
import { HOUR_MS } from '../../../testing/planted-accounts.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { contentOf, LASTING, liveJobs, makeSchedule, reportsOf } from '../../../testing/report-schedules.ts'
import { type World, world } from '../../../testing/world.ts'

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
  const { id, schedule } = await makeSchedule(here)
  const { makeRoom } = await full(here, id)
  here.clock.moveBy(Date.parse(schedule.nextAt) - here.clock.now() + HOUR_MS)
  here.work()
  const readSchedule = async () => (await here.ask('pro', 'GET', '/api/report-schedules')).json()[0]
  await until('the failure is noted', async () => (await readSchedule()).failure !== null)
  expect((await readSchedule()).failure).toBe('A company keeps at most 2000 frozen reports: delete some first')
  await makeRoom()
  here.clock.moveBy(HOUR_MS)
  await until('the report is made', async () => (await readSchedule()).failure === null)
  const [report] = await reportsOf(here)
  expect(report).toMatchObject({ scheduleId: schedule.id, settings: { from: '2026-11-01', to: '2026-11-30' } })
})

test('a report for which there was no room until the next one is due is not made any more', async () => {
  const here = await world(LASTING)
  const { id, schedule } = await makeSchedule(here)
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
