/** Mails of a report that wait, because the mail server is away: they go to no recipient who was taken out of the schedule meanwhile. */
import { expect, test } from 'vitest'
import { type MailWorld, mailWorld } from '../../../testing/mail-world.ts'
import { HOUR_MS } from '../../../testing/planted-accounts.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { LASTING, liveJobs, makeSchedule, reportsOf } from '../../../testing/report-schedules.ts'

const states = async ({ here }: MailWorld) =>
  (await here.database.queries.selectFrom('mails').select(['address', 'state']).orderBy('address').execute()).map(
    ({ address, state }) => `${address} ${state}`,
  )

/** Its first report is made while the mail server takes nothing. */
async function withheldReport() {
  const mailing = await mailWorld(LASTING)
  const { here, server } = mailing
  server.fail(() => 'later')
  const recipients = ['Ann@client.example', 'bob@client.example']
  const { schedule } = await makeSchedule(here, { recipients }, { title: 'Grove' })
  here.clock.moveBy(Date.parse(schedule.nextAt) - here.clock.now() + HOUR_MS)
  here.work()
  await until('the report is made', async () => (await reportsOf(here)).length > 0)
  await until('no job is left', async () => (await liveJobs(here)).length === 0)
  await until('both were tried', async () => {
    const tried = await here.database.queries
      .selectFrom('mails')
      .select('id')
      .where('tried_at', 'is not', null)
      .execute()
    return tried.length === 2
  })
  expect(await states(mailing)).toEqual(['Ann@client.example waiting', 'bob@client.example waiting'])
  const sendLater = async () => {
    server.fail(() => undefined)
    here.clock.moveBy(HOUR_MS)
    await here.sendMail()
    // The workers may have been quicker with one.
    await until('no mail waits', async () => !(await states(mailing)).some((mail) => mail.endsWith(' waiting')))
    return server.taken.map(({ to }) => to)
  }
  return { mailing, here, schedule, path: `/api/report-schedules/${schedule.id}`, sendLater }
}

test('a recipient who is taken out of the schedule does not get the report that waits; the others do', async () => {
  const { here, mailing, path, sendLater } = await withheldReport()
  const changed = await here.ask('pro', 'PUT', path, { recipients: ['Bob@client.example'] })
  expect(changed.statusCode).toBe(200)
  expect(await sendLater()).toEqual(['bob@client.example'])
  expect(await states(mailing)).toEqual(['Ann@client.example dropped', 'bob@client.example sent'])
})

test.each(['schedule', 'report'])('a %s that is deleted takes its waiting mails along', async (what) => {
  const { here, path, sendLater } = await withheldReport()
  const [report] = await reportsOf(here)
  const deleted = await here.ask('pro', 'DELETE', what === 'schedule' ? path : `/api/reports/${report.id}`)
  expect(deleted.statusCode).toBe(200)
  expect(await sendLater()).toEqual([])
})

test('a mail that has failed is not sent again to a recipient who was taken out', async () => {
  const { here, path } = await withheldReport()
  const { queries } = here.database
  await queries.updateTable('mails').set({ state: 'failed' }).where('address', 'like', 'Ann%').execute()
  const { id } = await queries.selectFrom('mails').select('id').where('state', '=', 'failed').executeTakeFirstOrThrow()
  await here.ask('pro', 'PUT', path, { recipients: ['bob@client.example'] })
  expect((await here.ask('admin', 'POST', `/api/mail/${id}/retry`)).statusCode).toBe(409)
})
