/** Several connections of one source, through the routes and against stand-ins: added, tested, paused, removed, and how they share the readings. */
import { graphErrors, syntheticName } from '@tangelo/stand-ins'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addConnection, DAY, HOUR, type Measured, measured, snapshotsOf } from '../../../testing/measured.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { START } from '../../../testing/world.ts'

const FAST = 2_000_000
const names = (count: number) => Array.from({ length: count }, (_, at) => syntheticName(at))
const list = async ({ ask }: Measured) => (await ask('admin', 'GET', '/api/source-connections')).json()
/** Calls but for the one that tests a connection before it is kept. */
const readsOf = ({ further }: Measured, name: string) =>
  (further[name]?.calls.latest() ?? []).filter((call) => !call.names.includes('instagram')).length

async function expectOneReadingEach(here: Measured, count: number) {
  const found = Object.values(await snapshotsOf(here))
  expect(found).toHaveLength(count)
  expect(found.every((moments) => moments.length === 1)).toBe(true)
}

describe('a connection', () => {
  test('is tested, kept with its token encrypted, and never shows the token', async () => {
    const here = await measured({ further: ['Second'] })
    const id = await addConnection(here, 'Second', { callsPerHour: 150 })
    expect(here.further.Second?.calls.total).toBe(1)
    const shown = {
      id,
      source: 'graph',
      name: 'Second',
      ownId: here.further.Second?.ownId,
      state: 'connected',
      message: null,
      callsPerHour: 150,
      perDay: 3_600,
      usedPercent: null,
      pausedUntil: null,
      lastSucceededAt: new Date(START).toISOString(),
      lastFailedAt: null,
      tokenEndsOn: null,
      createdAt: new Date(START).toISOString(),
    }
    expect(await list(here)).toEqual([shown])
    const rows = await here.database.queries.selectFrom('source_connections').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('EAASecond')
    const log = (await here.ask('admin', 'GET', '/api/audit-log?act=connection.made')).json()
    expect(log).toMatchObject([{ objectName: 'Instagram Graph API: Second' }])
    expect(JSON.stringify(log)).not.toContain('EAASecond')
  })

  test('that is refused is not kept, and the answer names it', async () => {
    const here = await measured({ further: ['Second'] })
    const answer = await here.ask('admin', 'POST', '/api/source-connections', {
      source: 'graph',
      name: 'Second',
      ownId: '17841405309211844',
      token: 'EAAwrong',
    })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      error: 'connection_refused',
      kind: 'refused',
      message:
        'Instagram Graph API (Second): Instagram rejected the access token. An administrator must enter a new one under Connections.',
    })
    expect(await list(here)).toEqual([])
  })

  test('that is given a new token keeps what another administrator changes while the token is being tried', async () => {
    const here = await measured({ further: ['Second'] })
    const id = await addConnection(here, 'Second')
    const change = (body: object) => here.ask('admin', 'PUT', `/api/source-connections/${id}`, body)
    const renewed = change({ token: here.further.Second?.token })
    expect((await change({ callsPerHour: 77, isPaused: true })).json()).toMatchObject({ callsPerHour: 77 })
    expect((await renewed).statusCode).toBe(200)
    expect(await list(here)).toMatchObject([{ name: 'Second', callsPerHour: 77, state: 'paused' }])
    const again = change({ token: here.further.Second?.token })
    // The token stays the one that can be opened, whichever of the two comes last.
    expect((await change({ name: 'Second of two', isPaused: false })).statusCode).toBe(200)
    expect((await again).statusCode).toBe(200)
    expect(await list(here)).toMatchObject([{ name: 'Second of two', callsPerHour: 77, state: 'connected' }])
  })

  test('of a name that is taken is refused, in any case', async () => {
    const here = await measured({ further: ['Second'] })
    await addConnection(here, 'Second')
    const { ownId, token } = here.further.Second ?? {}
    const body = { source: 'graph', name: 'SECOND', ownId: here.graph.ownId, token: here.graph.token }
    const answer = await here.ask('admin', 'POST', '/api/source-connections', body)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error).toBe('name_taken')
    expect(await list(here)).toMatchObject([{ name: 'Second', ownId }])
    expect(token).toBe('EAASecond')
  })

  test('gets a new token only if that answers', async () => {
    const here = await measured({ further: ['Second'] })
    const id = await addConnection(here, 'Second')
    const change = (body: object) => here.ask('admin', 'PUT', `/api/source-connections/${id}`, body)
    expect((await change({ token: 'EAAwrong' })).statusCode).toBe(409)
    expect((await change({ name: 'Spare', callsPerHour: 10 })).json()).toMatchObject({ name: 'Spare', perDay: 240 })
    expect((await change({ name: 'Second' })).json()).toMatchObject({ name: 'Second', state: 'connected' })
    expect((await here.ask('admin', 'POST', `/api/source-connections/${id}/test`)).json().state).toBe('connected')
  })

  test('knows the day on which its token ends, and forgets it with the token', async () => {
    const here = await measured({ further: ['Second'] })
    const id = await addConnection(here, 'Second', { tokenEndsOn: '2026-12-24' })
    const change = async (body: object) =>
      (await here.ask('admin', 'PUT', `/api/source-connections/${id}`, body)).json()
    expect(await list(here)).toMatchObject([{ tokenEndsOn: '2026-12-24' }])
    expect(await change({ callsPerHour: 90 })).toMatchObject({ tokenEndsOn: '2026-12-24' })
    const { token } = here.further.Second ?? {}
    expect(await change({ token })).toMatchObject({ tokenEndsOn: null })
    expect(await change({ token, tokenEndsOn: '2027-02-20' })).toMatchObject({ tokenEndsOn: '2027-02-20' })
    expect(await change({ tokenEndsOn: null })).toMatchObject({ tokenEndsOn: null })
    const refused = await here.ask('admin', 'PUT', `/api/source-connections/${id}`, { tokenEndsOn: '2027-02-30' })
    expect(refused.statusCode).toBe(400)
    const log = (await here.ask('admin', 'GET', '/api/audit-log?act=connection.changed')).json()
    expect(log[1]).toMatchObject({ details: { token: 'renewed', tokenEndsOn: { from: null, to: '2027-02-20' } } })
  })

  test('whose token was sealed with another key says so, and stops none of the others', async () => {
    const here = await measured({ accounts: ['nasa'], further: ['Second'] })
    await addConnection(here, 'Second')
    await here.database.queries.updateTable('source_connections').set({ sealed: 'ffffffff.a.b' }).execute()
    expect(await list(here)).toMatchObject([
      { state: 'failing', perDay: 0, message: expect.stringContaining('Second') },
    ])
    await here.round()
    await here.round(DAY)
    await expectOneReadingEach(here, 1)
  })

  test('alone makes a source of an installation that has none in its settings', async () => {
    const here = await measured({ accounts: ['nasa'], connected: [], further: ['Second'] })
    await addConnection(here, 'Second')
    expect((await here.ask('admin', 'POST', '/api/accounts/1/refresh')).statusCode).toBe(202)
    await here.settle()
    await expectOneReadingEach(here, 1)
    const services = (await here.ask('admin', 'GET', '/api/connections')).json()
    expect(services[0]).toMatchObject({ name: 'graph', state: 'connected' })
  })
})

describe('two connections', () => {
  test('share a round by what each may call', async () => {
    const here = await measured({ accounts: names(60), callsPerHour: FAST, further: ['Second'] })
    await addConnection(here, 'Second')
    await here.round()
    await here.round(DAY)
    await expectOneReadingEach(here, 60)
    expect(readsOf(here, 'Second') + here.graph.calls.total).toBe(60)
    expect(readsOf(here, 'Second')).toBeGreaterThan(5)
    expect(here.graph.calls.total).toBeGreaterThan(5)
  })

  test.each([
    ['exhausted', 'limited', graphErrors.instagramLimit({ ownId: '17841405309211844', minutes: 30 })],
    ['refused (190)', 'refused', graphErrors.tokenInvalid()],
    ['hanging up', 'unavailable', 'reset'],
  ] as const)(
    'of which one is %s: the other reads all accounts, and the message names the one',
    async (_, __, fault) => {
      const here = await measured({ accounts: names(40), callsPerHour: FAST, further: ['Second'] })
      await addConnection(here, 'Second')
      await here.round()
      here.further.Second?.faults.always(fault)
      await here.round(DAY)
      for (let minutes = 0; minutes < 4; minutes += 1) await here.round(HOUR / 4)
      await expectOneReadingEach(here, 40)
      expect(here.graph.calls.total).toBe(40)
      expect(await list(here)).toMatchObject([{ state: 'failing', message: expect.stringContaining('(Second)') }])
      const services = (await here.ask('admin', 'GET', '/api/connections')).json()
      expect(services[0]).toMatchObject({ name: 'graph', state: 'connected' })
    },
  )

  test('of which one is slow: the other goes on meanwhile', async () => {
    const here = await measured({ accounts: names(40), callsPerHour: FAST, further: ['Second'] })
    await addConnection(here, 'Second', { callsPerHour: 3_600 })
    await here.round()
    here.further.Second?.faults.always({ delayMs: 1_000 })
    await here.round(DAY)
    await expectOneReadingEach(here, 40)
    // One a second, while all the others are read.
    expect(readsOf(here, 'Second')).toBeLessThan(15)
  })

  test('of which that of the settings is refused: a refresh by hand goes through the other', async () => {
    const here = await measured({ accounts: ['nasa'], further: ['Second'] })
    await addConnection(here, 'Second')
    here.graph.faults.always(graphErrors.tokenExpired())
    await here.ask('admin', 'POST', '/api/connections/graph/test')
    expect((await here.ask('admin', 'POST', '/api/accounts/1/refresh')).statusCode).toBe(202)
    await here.settle()
    await expectOneReadingEach(here, 1)
    expect(readsOf(here, 'Second')).toBe(1)
  })

  test('of which one is paused: it is called again once it is resumed', async () => {
    const here = await measured({ accounts: names(30), callsPerHour: FAST, further: ['Second'] })
    const id = await addConnection(here, 'Second')
    await here.ask('admin', 'PUT', `/api/source-connections/${id}`, { isPaused: true })
    expect(await list(here)).toMatchObject([{ state: 'paused', perDay: 0 }])
    await here.round()
    await here.round(DAY)
    await expectOneReadingEach(here, 30)
    expect(readsOf(here, 'Second')).toBe(0)
    await here.ask('admin', 'PUT', `/api/source-connections/${id}`, { isPaused: false })
    await here.round(DAY)
    expect(readsOf(here, 'Second')).toBeGreaterThan(0)
  })

  test('of which one is removed during a round: no call goes through it from then on, and no account is missed', async () => {
    const here = await measured({ accounts: names(120), callsPerHour: 20_000, further: ['Second'] })
    const id = await addConnection(here, 'Second')
    await here.round()
    here.clock.moveBy(DAY)
    const workers = here.work()
    await until('both are read through', async () => readsOf(here, 'Second') > 2 && here.graph.calls.total > 2)
    const answer = await here.ask('admin', 'DELETE', `/api/source-connections/${id}`)
    expect(answer.statusCode).toBe(200)
    const before = readsOf(here, 'Second')
    await until('all are read', async () => Object.keys(await snapshotsOf(here)).length === 120)
    await workers.end()
    await expectOneReadingEach(here, 120)
    // Those that were under way could end: nine at once.
    expect(readsOf(here, 'Second')).toBeLessThanOrEqual(before + 9)
    expect(readsOf(here, 'Second')).toBeLessThan(50)
    expect(await list(here)).toEqual([])
    const quota = here.database.queries
      .selectFrom('provider_quotas')
      .select('name')
      .where(sql<boolean>`name like 'graph:%'`)
    expect(await quota.execute()).toEqual([])
  })
})

test('Connections counts what all of them can read, what falls on a day, and warns before that is too few', async () => {
  const here = await measured({ accounts: names(95), callsPerHour: 4, further: ['Second'] })
  await here.round()
  const capacity = async () => (await here.ask('admin', 'GET', '/api/connections/capacity')).json()
  const attention = async () => (await here.ask('admin', 'GET', '/api/attention')).json().items
  expect(await capacity()).toMatchObject({ perDay: 96, duePerDay: 95, waiting: 0 })
  const item = {
    kind: 'capacity',
    number: 95,
    sentence: 'Connections are at 98 % of what they can read',
    cause: '95 fall on a day, 96 can be read',
  }
  expect(await attention()).toMatchObject([item])
  expect((await here.ask('pro', 'GET', '/api/attention')).json().items).toEqual([])
  await addConnection(here, 'Second')
  expect(await capacity()).toMatchObject({
    perDay: 192,
    duePerDay: 95,
    sources: [{ name: 'graph', connections: 1 }, {}, {}],
  })
  here.clock.moveBy(6 * 60_000)
  expect(await attention()).toEqual([])
  const id = (await list(here))[0].id
  await here.ask('admin', 'PUT', `/api/source-connections/${id}`, { isPaused: true })
  const accountIds = Array.from({ length: 95 }, (_, at) => at + 1)
  await here.ask('admin', 'PUT', '/api/accounts/refresh-interval', { accountIds, interval: 'weekly' })
  expect(await capacity()).toMatchObject({ perDay: 96, duePerDay: 14 })
})
