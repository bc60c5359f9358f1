/** Schedules that mail their reports, through HTTP, the queue and a mail server on this machine. */
import { expect, test } from 'vitest'
import { type MailWorld, mailWorld, textOf } from '../../../testing/mail-world.ts'
import { HOUR_MS } from '../../../testing/planted-accounts.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { LASTING, liveJobs, makeSchedule, reportsOf } from '../../../testing/report-schedules.ts'
import { type World, world } from '../../../testing/world.ts'

const scheduleReport = async (here: World, recipients: string[]) => {
  const content = { title: 'Grove, every month', brand: { name: 'Lowtide Social' } }
  return (await makeSchedule(here, { recipients }, content)).schedule
}

const readSchedule = async ({ ask }: World) => (await ask('pro', 'GET', '/api/report-schedules')).json()[0]
const mailsOf = ({ database }: World) => database.queries.selectFrom('mails').select('address').execute()

async function untilMade(here: World) {
  await until('the report is made', async () => (await reportsOf(here)).length > 0)
  await until('no job is left', async () => (await liveJobs(here)).length === 0)
}

/** One hour after its moment, on two nodes. */
async function runSchedule(here: World, { nextAt }: { nextAt: string }) {
  here.clock.moveBy(Date.parse(nextAt) - here.clock.now() + HOUR_MS)
  here.work()
  here.work()
  await untilMade(here)
}

const repeatJob = ({ database }: World) =>
  database.queries.updateTable('jobs').set({ state: 'waiting' }).where('kind', '=', 'make-report').execute()

const listRecipients = ({ server }: MailWorld) => server.taken.map(({ to }) => to).sort()

/** Of the one file that a mail brings. */
function readAttachment(bytes: string): { head: string; content: Buffer } {
  const at = bytes.indexOf('Content-Disposition: attachment')
  const from = bytes.lastIndexOf('\r\n--', at)
  const body = bytes.indexOf('\r\n\r\n', at)
  const base64 = bytes.slice(body, bytes.indexOf('\r\n--', body + 4))
  return { head: bytes.slice(from, body), content: Buffer.from(base64, 'base64') }
}

test('a due schedule sends each recipient one mail with the very bytes of the frozen file', async () => {
  const mailing = await mailWorld(LASTING)
  const { here, server } = mailing
  const schedule = await scheduleReport(here, ['Ann@Client.example', 'bob@client.example', 'ann@client.example'])
  expect(schedule).toMatchObject({ recipients: ['Ann@Client.example', 'bob@client.example'], refusals: [] })
  await runSchedule(here, schedule)
  await here.sendMail()
  await until('both are sent', async () => server.taken.length === 2)
  expect(listRecipients(mailing)).toEqual(['Ann@Client.example', 'bob@client.example'])
  const [report] = await reportsOf(here)
  const file = await here.ask('pro', 'GET', `/api/reports/${report.id}/file?format=html`)
  for (const { bytes } of server.taken) {
    expect(bytes).toContain('\r\nSubject: Grove, every month: November 2026\r\n')
    expect(textOf(bytes)).toContain('Lowtide Social sends you this report about November 2026.')
    const { head, content } = readAttachment(bytes)
    expect(head).toContain('grove-every-month-2026-11-01-2026-11-30.html')
    expect(content.equals(file.rawPayload)).toBe(true)
  }
})

test('repeating the job sends no second mail, even after the report was deleted', async () => {
  const { here, server } = await mailWorld(LASTING)
  await runSchedule(here, await scheduleReport(here, ['ann@client.example']))
  await until('it is sent', async () => server.taken.length === 1)
  await repeatJob(here)
  await until('no job is left', async () => (await liveJobs(here)).length === 0)
  expect(await mailsOf(here)).toHaveLength(1)
  const [report] = await reportsOf(here)
  expect((await here.ask('pro', 'DELETE', `/api/reports/${report.id}`)).statusCode).toBe(200)
  await repeatJob(here)
  await untilMade(here)
  await here.sendMail()
  expect(await mailsOf(here)).toHaveLength(1)
  expect(server.taken).toHaveLength(1)
})

test('without a mail server the report is made, and no mail is stored', async () => {
  const here = await world(LASTING)
  await runSchedule(here, await scheduleReport(here, ['ann@client.example']))
  expect(await reportsOf(here)).toHaveLength(1)
  expect(await mailsOf(here)).toEqual([])
})

test('a demo makes its reports and sends no mail', async () => {
  const { here } = await mailWorld(LASTING)
  const schedule = await scheduleReport(here, ['ann@client.example'])
  await here.database.queries.updateTable('companies').set({ is_demo: 1 }).where('id', '=', 1).execute()
  await runSchedule(here, schedule)
  expect(await mailsOf(here)).toEqual([])
})

test('who has stopped reports, or whose mail came back, gets none, and the schedule says so', async () => {
  const { here, server } = await mailWorld(LASTING)
  const schedule = await scheduleReport(here, ['Ann@client.example', 'bob@client.example', 'cy@client.example'])
  await here.database.queries
    .insertInto('mail_recipients')
    .values(
      [
        { address: 'ann@client.example', secret: 'secret-of-ann', bounced_at: null },
        { address: 'bob@client.example', secret: 'secret-of-bob', bounced_at: 1 },
      ].map((row) => ({ ...row, user_id: null, address_key: row.address, created_at: 1 })),
    )
    .execute()
  expect((await here.ask('stranger', 'POST', '/api/mail/unsubscribe/secret-of-ann.report')).statusCode).toBe(200)
  expect((await readSchedule(here)).refusals).toEqual([
    { address: 'Ann@client.example', reason: 'stopped' },
    { address: 'bob@client.example', reason: 'bounced' },
  ])
  await runSchedule(here, schedule)
  await until('it is sent', async () => server.taken.length > 0)
  expect(await mailsOf(here)).toEqual([{ address: 'cy@client.example' }])
})

test('recipients are changed and taken away, other changes keep them, and the audit log names them', async () => {
  const here = await world()
  const { id } = await scheduleReport(here, ['ann@client.example'])
  const change = async (body: object) => (await here.ask('pro', 'PUT', `/api/report-schedules/${id}`, body)).json()
  expect((await change({ hour: 9 })).recipients).toEqual(['ann@client.example'])
  expect((await change({ recipients: [' bob@client.example '] })).recipients).toEqual(['bob@client.example'])
  expect((await change({ recipients: [] })).recipients).toEqual([])
  const log = (await here.ask('admin', 'GET', '/api/audit-log?group=reports')).json()
  expect(log.map(({ details }: { details: object }) => details)).toMatchObject([
    { recipients: { from: 'bob@client.example', to: '' } },
    { recipients: { from: 'ann@client.example', to: 'bob@client.example' } },
    { hour: { from: 8, to: 9 } },
    { recipients: 'ann@client.example' },
  ])
})

test.each([
  ['no address', ['ann@client.example', 'bob']],
  ['an address that would end a header', ['ann@client.example\r\nBcc: eve@client.example']],
  ['more than ten', Array.from({ length: 11 }, (_, at) => `p${at}@client.example`)],
])('%s is a 400 that names the field', async (_, recipients) => {
  const here = await world()
  const { id } = await scheduleReport(here, [])
  const res = await here.ask('pro', 'PUT', `/api/report-schedules/${id}`, { recipients })
  expect(res.statusCode).toBe(400)
  expect(Object.keys(res.json().fields ?? res.json())).toEqual([expect.stringMatching(/^recipients/)])
  expect((await readSchedule(here)).recipients).toEqual([])
})

test('a basic user has reports made, and mails them only to people whom others have named', async () => {
  const { here } = await mailWorld(LASTING)
  const { id, content, recipients } = await scheduleReport(here, ['ana@example.org'])
  const fields = { every: 'weekly', hour: 9, content }
  const change = (body: object) => here.ask('basic', 'PUT', `/api/report-schedules/${id}`, body)
  expect((await here.ask('basic', 'POST', '/api/report-schedules', fields)).statusCode).toBe(201)
  const refused = [
    await here.ask('basic', 'POST', '/api/report-schedules', { ...fields, recipients: ['eve@example.org'] }),
    await change({ recipients: ['ana@example.org', 'eve@example.org'] }),
  ]
  expect(refused.map((res) => [res.statusCode, res.json().error])).toEqual([
    [403, 'access_denied'],
    [403, 'access_denied'],
  ])
  expect((await change({ hour: 9, recipients })).json()).toMatchObject({ hour: 9, recipients: ['ana@example.org'] })
  expect((await change({ recipients: [] })).json()).toMatchObject({ recipients: [] })
})
