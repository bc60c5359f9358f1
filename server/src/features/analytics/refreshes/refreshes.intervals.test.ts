/** How often accounts are read: chosen for one or many, by activity, near the ends of days, and what follows for lists and sums. */
import { describe, expect, test, vi } from 'vitest'
import { profileOf, reading } from '../../../testing/daily-rounds.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { START } from '../../../testing/world.ts'
import { DAY, HOUR, type Measured, snapshotsOf } from '../../../testing/world-with-sources.ts'
import { slotOf } from './refreshes.rules.ts'

const choose = ({ ask }: Measured, accountIds: number[], interval: string) =>
  ask('admin', 'PUT', '/api/accounts/refresh-interval', { accountIds, interval })
const stateOf = async ({ ask }: Measured, id = 1) => (await ask('pro', 'GET', `/api/accounts/${id}/refresh`)).json()
/** Days of rounds take their time on a busy machine. */
vi.setConfig({ testTimeout: 60_000 })
const dayOf = (moment: number) => Math.floor(moment / DAY)
const daysOf = async (here: Measured, name: string) => (await snapshotsOf(here))[`1:${name}`]?.map(dayOf) ?? []

/** Two hours at a time, which the end of a day leaves free: a reading that is due is made on its day. */
const pass = (here: Measured, days: number) => here.rounds(days * 12, 2 * HOUR)

describe('an interval', () => {
  test('of 3 or 7 days has one reading on each of its days and none between', async () => {
    const here = await reading({ accounts: ['nasa', 'synthetic_00001', 'synthetic_00002'] })
    await choose(here, [2], 'three-days')
    const answer = await choose(here, [3], 'weekly')
    expect(answer.json()).toEqual([{ accountId: 3, interval: 'weekly', everyDays: 7 }])
    await here.round()
    await pass(here, 9)
    const gaps = (days: number[]) => new Set(days.slice(1).map((day, at) => day - (days[at] ?? 0)))
    expect(gaps(await daysOf(here, 'nasa'))).toEqual(new Set([1]))
    expect(gaps(await daysOf(here, 'synthetic_00001'))).toEqual(new Set([3]))
    expect(gaps(await daysOf(here, 'synthetic_00002'))).toEqual(new Set([7]))
    expect(here.graph.calls.timesAsked('synthetic_00002')).toBe((await daysOf(here, 'synthetic_00002')).length)
  })

  test('is shown by the account and by the list, and kept in the audit log', async () => {
    const here = await reading({ accounts: ['nasa', 'synthetic_00001'] })
    expect(await stateOf(here)).toMatchObject({ interval: 'daily', everyDays: 1 })
    await choose(here, [1, 2], 'three-days')
    expect(await stateOf(here)).toMatchObject({ interval: 'three-days', everyDays: 3 })
    const list = (await here.ask('pro', 'GET', '/api/accounts?sort=recent')).json()
    expect(list.map((one: { refresh: object }) => one.refresh)).toEqual([
      { interval: 'three-days', everyDays: 3 },
      { interval: 'three-days', everyDays: 3 },
    ])
    const log = (await here.ask('admin', 'GET', '/api/audit-log?act=account.interval-chosen')).json()
    expect(log).toHaveLength(2)
    expect(log[0]).toMatchObject({ objectKind: 'account', details: { interval: 'three-days' } })
  })

  test('of accounts of which one is not there changes none of them', async () => {
    const here = await reading({ accounts: ['nasa'] })
    expect((await choose(here, [1, 999], 'weekly')).statusCode).toBe(404)
    expect(await stateOf(here)).toMatchObject({ interval: 'daily' })
  })

  test('that is chosen again moves the next reading: counted from the last one, never twice on a day, never in the past', async () => {
    const here = await reading({ accounts: ['nasa'] })
    await here.ask('admin', 'POST', '/api/accounts/1/refresh')
    await here.settle()
    const slot = slotOf('nasa')
    const due = async () => Date.parse((await stateOf(here)).nextDueAt)
    expect(await due()).toBe(dayOf(START + DAY) * DAY + slot)
    await choose(here, [1], 'weekly')
    expect(await due()).toBe(dayOf(START + 7 * DAY) * DAY + slot)
    // On the same day again: not today, where it has been read.
    await choose(here, [1], 'daily')
    expect(await due()).toBe(dayOf(START + DAY) * DAY + slot)
    await choose(here, [1], 'weekly')
    here.clock.moveBy(4 * DAY)
    await choose(here, [1], 'three-days')
    const now = here.clock.now()
    expect(await due()).toBeGreaterThan(now)
    expect(await due()).toBeLessThanOrEqual(now + DAY)
    await here.round(DAY)
    expect(await daysOf(here, 'nasa')).toHaveLength(2)
  })

  test.each([
    ['in the last minute of a day', DAY - 60_000],
    ['in the first minute of a day', 60_000],
  ])('is of days of UTC, also where a refresh by hand comes %s', async (_, moment) => {
    const here = await reading({ accounts: ['nasa'] })
    await choose(here, [1], 'three-days')
    here.clock.moveBy(dayOf(START + DAY) * DAY + moment - here.clock.now())
    await here.ask('admin', 'POST', '/api/accounts/1/refresh')
    await here.settle()
    const day = dayOf(here.clock.now())
    await pass(here, 7)
    expect(await daysOf(here, 'nasa')).toEqual([day, day + 3, day + 6])
  })

  test('loses and gains no reading where the clocks of a company change to summer time', async () => {
    const here = await reading({ accounts: ['nasa'] })
    await here.database.queries.updateTable('companies').set({ time_zone: 'America/New_York' }).execute()
    // Four days before March 14, 2027, when a day there has 23 hours.
    here.clock.moveBy(Date.UTC(2027, 2, 10, 1) - here.clock.now())
    await here.round()
    await pass(here, 8)
    const days = await daysOf(here, 'nasa')
    expect(days.length).toBeGreaterThanOrEqual(7)
    expect(days).toEqual(days.map((_, at) => (days[0] ?? 0) + at))
  })

  test.each([25 * HOUR, -25 * HOUR])(
    'keeps to one reading in its days after the clock has moved by %i ms',
    async (moved) => {
      const here = await reading({ accounts: ['nasa'] })
      await choose(here, [1], 'three-days')
      await here.ask('admin', 'POST', '/api/accounts/1/refresh')
      await here.settle()
      here.clock.moveBy(moved)
      await choose(here, [1], 'weekly')
      await choose(here, [1], 'three-days')
      await pass(here, 9)
      const days = await daysOf(here, 'nasa')
      expect(days.slice(2).every((day, at) => day - (days[at + 1] ?? 0) === 3)).toBe(true)
      expect(days.length).toBeGreaterThanOrEqual(3)
      expect(new Set(days).size).toBe(days.length)
    },
  )

  test('of a name that two companies track is the shorter one', async () => {
    const here = await reading({ accounts: ['nasa', { username: 'NASA', companyId: 2 }] })
    await choose(here, [1], 'weekly')
    await here.round()
    await pass(here, 4)
    expect((await daysOf(here, 'nasa')).length).toBeGreaterThanOrEqual(3)
    await choose(here, [2], 'weekly')
    const before = (await daysOf(here, 'nasa')).length
    await pass(here, 4)
    expect((await daysOf(here, 'nasa')).length).toBeLessThanOrEqual(before + 1)
  })
})

describe('a call that is under way while the interval of its name changes', () => {
  /** A refresh whose call the source holds back. */
  async function holdCall(here: Measured, id: number, name: string) {
    const before = here.graph.calls.timesAsked(name)
    here.graph.faults.next(1, 'held')
    const workers = here.work()
    await until('the call is under way', async () => here.graph.calls.timesAsked(name) > before)
    return async () => {
      here.graph.faults.release()
      await until('the refresh is over', async () => {
        const { state } = (await here.ask('admin', 'GET', `/api/accounts/${id}/refresh`)).json()
        return state === 'idle'
      })
      await workers.end()
      await here.settle()
    }
  }

  test('gives a new account of another company its figures, and the next reading is that of the shorter interval', async () => {
    const here = await reading({ accounts: ['nasa'] })
    await choose(here, [1], 'weekly')
    await here.ask('admin', 'POST', '/api/accounts/1/refresh')
    await here.settle()
    here.clock.moveBy(2 * DAY)
    await here.ask('admin', 'POST', '/api/accounts', { username: 'NASA', companyId: 2 })
    const release = await holdCall(here, 2, 'nasa')
    here.clock.moveBy(HOUR / 60)
    await until('a round has seen the new account', async () => (await profileOf(here, 'nasa')).every_days === 1)
    const now = here.clock.now()
    await release()
    expect((await snapshotsOf(here))['2:NASA']).toEqual([now])
    expect((await snapshotsOf(here))['1:nasa']).toEqual([START, now])
    expect(here.graph.calls.timesAsked('nasa')).toBe(2)
    expect((await profileOf(here, 'nasa')).due_at).toBe(dayOf(now + DAY) * DAY + slotOf('nasa'))
  })

  test('and that finds no account counts the new interval from today', async () => {
    const here = await reading({ accounts: ['missing_one'] })
    await here.ask('admin', 'POST', '/api/accounts/1/refresh')
    const release = await holdCall(here, 1, 'missing_one')
    await choose(here, [1], 'weekly')
    await release()
    expect(await stateOf(here)).toMatchObject({ failure: { kind: 'not_found' } })
    expect((await profileOf(here, 'missing_one')).due_at).toBe(dayOf(START + 7 * DAY) * DAY + slotOf('missing_one'))
  })
})

describe('by activity', () => {
  test('an account is read daily at first, and then as often as its posts and followers ask', async () => {
    const here = await reading({ accounts: ['no_posts', 'nasa'] })
    await choose(here, [1, 2], 'activity')
    expect(await stateOf(here)).toMatchObject({ interval: 'activity', everyDays: 1 })
    await here.round()
    await pass(here, 4)
    const rows = await here.database.queries
      .selectFrom('profile_syncs')
      .select(['every_days', 'activity_days'])
      .execute()
    expect(rows.every((row) => row.every_days === row.activity_days)).toBe(true)
    const state = await stateOf(here)
    expect(state.everyDays).toBe(rows.length > 0 ? state.everyDays : 0)
    const shown = (await here.ask('pro', 'GET', '/api/accounts?sort=recent')).json()
    expect(shown.find(({ id }: { id: number }) => id === 1).refresh).toEqual({
      interval: 'activity',
      everyDays: state.everyDays,
    })
  })
})

test('figures of an account that is read weekly stay in sums, and are not stale, until a day after its next reading', async () => {
  const here = await reading({ accounts: ['nasa'] })
  await choose(here, [1], 'weekly')
  await here.ask('admin', 'POST', '/api/accounts/1/refresh')
  await here.settle()
  const sums = async () => (await here.ask('admin', 'GET', '/api/metrics/global?period=7')).json().period
  const isStale = async () => (await here.ask('admin', 'GET', '/api/accounts')).json()[0].isStale
  const followers = (await sums()).followers
  expect(followers).toBeGreaterThan(0)
  here.clock.moveBy(7 * DAY + 20 * HOUR)
  expect(await sums()).toMatchObject({ accounts: 1, stale: 0, followers })
  expect(await isStale()).toBe(false)
  expect((await here.ask('admin', 'GET', '/api/attention')).json().items).toEqual([])
  here.clock.moveBy(6 * HOUR)
  expect(await sums()).toMatchObject({ accounts: 1, stale: 1, followers: 0 })
  expect(await isStale()).toBe(true)
  expect((await here.ask('admin', 'GET', '/api/attention')).json().items).toMatchObject([{ kind: 'unread' }])
  await choose(here, [1], 'daily')
  const filtered = (await here.ask('admin', 'GET', '/api/metrics/global?period=7&source=graph')).json().period
  expect(filtered).toMatchObject({ stale: 1, followers: 0 })
  const audit = await here.services.audits.run()
  expect(audit.mismatches).toEqual([])
})

test.each([
  ['weekly', [60, 31]],
  ['three-days', [31, 31, 31, 60]],
])(
  'the change of a week is one where %s readings come half a minute earlier or later in their day',
  async (interval, seconds) => {
    const here = await reading({ accounts: ['nasa'] })
    await choose(here, [1], interval)
    await here.round()
    for (const late of seconds)
      await here.round(Date.parse((await stateOf(here)).nextDueAt) + late * 1_000 - here.clock.now())
    expect(await daysOf(here, 'nasa')).toHaveLength(seconds.length)
    const [account] = (await here.ask('pro', 'GET', '/api/accounts?period=7')).json()
    expect(account.period).toMatchObject({ isWhole: true, followerChange: expect.any(Number) })
    const sums = (await here.ask('pro', 'GET', '/api/metrics/global?period=7')).json().period
    expect(sums).toMatchObject({ compared: 1, followerChange: account.period.followerChange })
  },
)
