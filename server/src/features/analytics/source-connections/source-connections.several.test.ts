/** Several connections of one source share the readings, also where one is paused, slow, refused or removed. */
import { graphErrors, syntheticName } from '@tangelo/stand-ins'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { expectOneReadingEach } from '../../../testing/daily-rounds.ts'
import { until } from '../../../testing/queue-nodes.ts'
import {
  addConnection,
  DAY,
  HOUR,
  type Measured,
  makeWorldWithSources,
  snapshotsOf,
} from '../../../testing/world-with-sources.ts'

const FAST = 2_000_000
const names = (count: number) => Array.from({ length: count }, (_, at) => syntheticName(at))
const list = async ({ ask }: Measured) => (await ask('admin', 'GET', '/api/source-connections')).json()
/** Calls but for the one that tests a connection before it is kept. */
const readsOf = ({ further }: Measured, name: string) =>
  (further[name]?.calls.latest() ?? []).filter((call) => !call.names.includes('instagram')).length

describe('two connections', () => {
  test('share a round by what each may call', async () => {
    const here = await makeWorldWithSources({ accounts: names(60), callsPerHour: FAST, further: ['Second'] })
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
      const here = await makeWorldWithSources({ accounts: names(40), callsPerHour: FAST, further: ['Second'] })
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
    const here = await makeWorldWithSources({ accounts: names(40), callsPerHour: FAST, further: ['Second'] })
    await addConnection(here, 'Second', { callsPerHour: 3_600 })
    await here.round()
    here.further.Second?.faults.always({ delayMs: 1_000 })
    await here.round(DAY)
    await expectOneReadingEach(here, 40)
    // One a second, while all the others are read.
    expect(readsOf(here, 'Second')).toBeLessThan(15)
  })

  test('of which that of the settings is refused: a refresh by hand goes through the other', async () => {
    const here = await makeWorldWithSources({ accounts: ['nasa'], further: ['Second'] })
    await addConnection(here, 'Second')
    here.graph.faults.always(graphErrors.tokenExpired())
    await here.ask('admin', 'POST', '/api/connections/graph/test')
    expect((await here.ask('admin', 'POST', '/api/accounts/1/refresh')).statusCode).toBe(202)
    await here.settle()
    await expectOneReadingEach(here, 1)
    expect(readsOf(here, 'Second')).toBe(1)
  })

  test('of which one is paused: it is called again once it is resumed', async () => {
    const here = await makeWorldWithSources({ accounts: names(30), callsPerHour: FAST, further: ['Second'] })
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
    const here = await makeWorldWithSources({ accounts: names(120), callsPerHour: 20_000, further: ['Second'] })
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
  const here = await makeWorldWithSources({ accounts: names(95), callsPerHour: 4, further: ['Second'] })
  await here.round()
  const capacity = async () => (await here.ask('admin', 'GET', '/api/connections/capacity')).json()
  const attention = async () => (await here.ask('admin', 'GET', '/api/attention')).json().items
  expect(await capacity()).toMatchObject({ perDay: 96, duePerDay: 95, waiting: 0 })
  const item = {
    kind: 'capacity',
    number: 95,
    sentence: 'Connections are at 98% of what they can read',
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
