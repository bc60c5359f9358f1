/** The daily round over all names that are tracked (D14), in simulated days, against stand-ins of the vendors. */
import { describe, expect, test } from 'vitest'
import { daysOf, names, profileOf, reading, rounds } from '../../../testing/daily-rounds.ts'
import { START } from '../../../testing/world.ts'
import { DAY, HOUR, MINUTE, snapshotsOf } from '../../../testing/world-with-sources.ts'
import { nextSlot, slotOf } from './refreshes.rules.ts'

describe('a day', () => {
  test('reads every name once, at its time of day', async () => {
    const accounts = names(24)
    const here = await reading({ accounts })
    await here.round()
    await rounds(here, DAY, HOUR)
    for (const name of accounts) {
      const moments = (await snapshotsOf(here))[`1:${name}`] ?? []
      expect(moments).toHaveLength(1)
      const late = (moments[0] ?? 0) - nextSlot(name, START)
      expect(late).toBeGreaterThanOrEqual(0)
      expect(late).toBeLessThanOrEqual(HOUR + MINUTE)
    }
    expect(here.graph.calls.total).toBe(24)
  })

  test('once is enough for all companies that track a name', async () => {
    const here = await reading({ accounts: ['nasa', { username: 'NASA', companyId: 2 }] })
    await here.round()
    await here.round(DAY)
    const { '1:nasa': ours, '2:NASA': theirs } = await snapshotsOf(here)
    expect(ours).toHaveLength(1)
    expect(theirs).toEqual(ours)
    expect(here.graph.calls.timesAsked('nasa')).toBe(1)
  })

  test('a reading is stored company by company, so that two names never wait for each other in a circle', async () => {
    const accounts = names(12).flatMap((username, at) =>
      (at % 2 === 0 ? [1, 2] : [2, 1]).map((companyId) => ({ username, companyId })),
    )
    const here = await reading({ accounts })
    await here.round()
    await here.round(DAY)
    const stored = await here.database.queries
      .selectFrom('events')
      .innerJoin('accounts', 'accounts.id', 'events.account_id')
      .select(['accounts.username', 'accounts.company_id'])
      .where('kind', '=', 'refresh-done')
      .orderBy('events.id')
      .execute()
    const byName = Map.groupBy(stored, ({ username }) => username)
    expect(byName.size).toBe(12)
    for (const rows of byName.values()) expect(rows.map(({ company_id }) => company_id)).toEqual([1, 2])
  })

  test('an account read on demand is not read again by the clock on that day', async () => {
    const here = await reading({ accounts: ['nasa'] })
    await here.ask('admin', 'POST', '/api/accounts/1/refresh')
    await rounds(here, 3 * DAY, HOUR)
    const days = daysOf((await snapshotsOf(here))['1:nasa'])
    expect(days).toEqual([...new Set(days)])
    expect(days.length).toBeGreaterThanOrEqual(3)
  })

  test('the longest waiting come first', async () => {
    const accounts = names(12)
    const here = await reading({ accounts })
    await here.round()
    // So few calls that they come one by one.
    await here.round(DAY)
    const asked = here.graph.calls.latest().flatMap((call) => call.names)
    const inOrder = accounts.toSorted((a, b) => nextSlot(a, START) - nextSlot(b, START))
    // Calls that are under way together may overtake each other by a few places.
    for (const [place, name] of asked.entries()) expect(Math.abs(inOrder.indexOf(name) - place)).toBeLessThan(9)
    expect(asked).toHaveLength(12)
  })

  test('an installation without a source knows which accounts to read, and reads none', async () => {
    const here = await reading({ accounts: ['nasa'], connected: [] })
    await here.round()
    await here.round(DAY)
    expect(await profileOf(here, 'nasa')).toMatchObject({ source: null, due_at: nextSlot('nasa', START) })
    expect(await snapshotsOf(here)).toEqual({})
  })

  test.each([25 * HOUR, -25 * HOUR])('a clock moved by %i ms reads no account twice for a day', async (moved) => {
    const accounts = names(10)
    const here = await reading({ accounts })
    await here.round()
    await rounds(here, DAY, 2 * HOUR)
    here.clock.moveBy(moved)
    await rounds(here, 3 * DAY, 2 * HOUR)
    const found = await snapshotsOf(here)
    for (const name of accounts) {
      const days = daysOf(found[`1:${name}`])
      expect(days).toEqual([...new Set(days)])
      expect(days.at(-1)).toBe(Math.floor(here.clock.now() / DAY) - (slotOf(name) > here.clock.now() % DAY ? 1 : 0))
    }
  })

  test('two processes share a round', async () => {
    const here = await reading({ accounts: names(30) })
    await here.round()
    const other = here.work()
    await here.round(DAY)
    await other.end()
    expect(here.graph.calls.total).toBe(30)
    expect(Object.values(await snapshotsOf(here)).every((moments) => moments.length === 1)).toBe(true)
  })

  test('a round that must end early goes on where it was', async () => {
    const accounts = names(200)
    const here = await reading({ accounts })
    await here.round()
    here.clock.moveBy(DAY)
    for (let restarts = 0; restarts < 5; restarts += 1) {
      const workers = here.work()
      const before = here.graph.calls.total
      while (here.graph.calls.total < before + 10) await new Promise(setImmediate)
      await workers.end()
    }
    await here.settle()
    await here.round()
    const found = await snapshotsOf(here)
    expect(Object.keys(found)).toHaveLength(200)
    expect(Object.values(found).every((moments) => moments.length === 1)).toBe(true)
  })
})

describe('answers as they came', () => {
  test('are kept for 30 days, their hashes for ever', async () => {
    const here = await reading({ accounts: ['nasa'] })
    await here.ask('admin', 'POST', '/api/accounts/1/refresh')
    await here.settle()
    const hash = (await here.ask('pro', 'GET', '/api/accounts/1/metrics/provenance')).json().latest.rawHash
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    here.clock.moveBy(30 * DAY)
    await here.purge()
    expect((await here.ask('admin', 'GET', '/api/accounts/1/metrics/raw')).statusCode).toBe(200)
    here.clock.moveBy(1)
    await here.purge()
    expect((await here.ask('admin', 'GET', '/api/accounts/1/metrics/raw')).statusCode).toBe(404)
    expect((await here.ask('pro', 'GET', '/api/accounts/1/metrics/provenance')).json().latest).toMatchObject({
      rawHash: hash,
      hasRaw: false,
    })
    await here.purge()
  })
})
