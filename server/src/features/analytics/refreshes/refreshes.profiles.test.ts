/** The daily round over all names that are tracked (D14), in simulated days, against stand-ins of the vendors. */
import { graphErrors } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, type Measured, MINUTE, measured, snapshotsOf } from '../../../testing/measured.ts'
import { START } from '../../../testing/world.ts'
import { nextSlot, slotOf } from './refreshes.rules.ts'

/** A world whose workers only read: days of rounds would be slow with all that else comes round. */
const reading: typeof measured = (given) =>
  measured(Object.assign({ workerKinds: ['refresh-round', 'refresh-account'] }, given))

const names = (count: number, prefix = 'synthetic') => Array.from({ length: count }, (_, at) => `${prefix}_${at}`)

/**
 * Rounds every 10 minutes, for a number of minutes; the clock ticks every 30 s, but in between nothing new becomes due
 * here.
 */
async function rounds(here: Measured, duration: number, every = 10 * MINUTE) {
  const end = here.clock.now() + duration
  while (here.clock.now() < end) await here.round(every)
}

const profileOf = async ({ database }: Measured, name: string) =>
  database.queries.selectFrom('profile_syncs').selectAll().where('username_key', '=', name).executeTakeFirstOrThrow()

/** Days of the clock, one number each. */
const daysOf = (moments: number[] = []) => moments.map((at) => Math.floor(at / DAY))

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

describe('what cannot be read', () => {
  test('a name without a profile is requested once a day', async () => {
    const here = await reading({ accounts: ['missing_one'] })
    await here.round()
    await rounds(here, 3 * DAY, HOUR)
    expect(here.graph.calls.timesAsked('missing_one')).toBe(3)
    expect(await snapshotsOf(here)).toEqual({})
    expect(await profileOf(here, 'missing_one')).toMatchObject({ failure_kind: 'not_found', tries: 0 })
  })

  test('a response that is not understood is requested again after 1, 2, 4 … minutes', async () => {
    const here = await reading({ accounts: ['nasa'] })
    await here.round()
    here.graph.faults.always('wrongTypes')
    here.clock.moveBy(nextSlot('nasa', START) - here.clock.now())
    await rounds(here, 40 * MINUTE, 30_000)
    const asked = here.graph.calls.latest().map(({ at }) => at)
    const waits = asked.slice(1).map((at, place) => Math.round((at - (asked[place] ?? 0)) / MINUTE))
    expect(waits).toEqual([1, 2, 4, 8, 16])
    expect(await snapshotsOf(here)).toEqual({})
  })

  test('a profile that vanishes keeps the figures from before, and one that comes back continues', async () => {
    const here = await reading({ accounts: ['vanished_soon', 'renamed_soon', 'renamed_later'] })
    await here.round()
    await rounds(here, 6 * DAY, 3 * HOUR)
    const found = await snapshotsOf(here)
    expect(found['1:vanished_soon']?.every((at) => at < START + 3 * DAY)).toBe(true)
    expect(found['1:renamed_soon']?.every((at) => at < START + 3 * DAY)).toBe(true)
    expect(found['1:renamed_later']?.every((at) => at >= START + 3 * DAY)).toBe(true)
    expect(found['1:vanished_soon']?.length).toBe(3)
    expect((await here.ask('pro', 'GET', '/api/accounts/1')).json().metrics.followers).toBeGreaterThan(0)
  })

  test('whom the first source may not show is read by the other one, from then on', async () => {
    const here = await reading({ accounts: ['private.person', 'nasa'], connected: ['graph', 'apify'] })
    await here.round()
    await rounds(here, 3 * DAY, HOUR)
    const found = await snapshotsOf(here)
    expect(found['1:private.person']).toHaveLength(3)
    expect(found['1:nasa']).toHaveLength(3)
    expect(here.graph.calls.timesAsked('private.person')).toBe(1)
    expect(here.apify.calls.timesAsked('nasa')).toBe(0)
    expect((await here.ask('pro', 'GET', '/api/accounts/1')).json().account.source).toBe('apify')
  })

  test('Apify is called for many names at once, and one that fails does not affect the others', async () => {
    const accounts = [...names(40), 'missing_one', 'age_gated']
    const here = await reading({ accounts, connected: ['apify'] })
    await here.round()
    await here.round(DAY)
    const found = await snapshotsOf(here)
    expect(Object.keys(found)).toHaveLength(40)
    expect(here.apify.calls.total).toBeLessThanOrEqual(6)
    expect(await profileOf(here, 'missing_one')).toMatchObject({ failure_kind: 'not_found' })
    expect(await profileOf(here, 'age_gated')).toMatchObject({ failure_kind: 'no_figures' })
  })

  test('an account that is not tracked any more is not requested', async () => {
    const here = await reading({ accounts: ['nasa', 'other'] })
    await here.round()
    await here.ask('admin', 'DELETE', '/api/accounts/1')
    await rounds(here, 3 * DAY, 6 * HOUR)
    expect(here.graph.calls.timesAsked('nasa')).toBeLessThanOrEqual(1)
    expect(Object.keys(await snapshotsOf(here))).toEqual(['1:other'])
    expect(await here.database.queries.selectFrom('profile_syncs').select('username_key').execute()).toHaveLength(1)
  })
})

describe('a vendor that is away', () => {
  test.each([
    [1, 'reset'],
    [1, graphErrors.temporary()],
    [4, graphErrors.unknown()],
  ] as const)('for %i hours (%j) costs nobody the day', async (hours, fault) => {
    const accounts = names(60)
    const here = await reading({ accounts })
    await here.round()
    // All of them are due, and the vendor is away.
    here.clock.moveBy(DAY)
    here.graph.faults.always(fault)
    await rounds(here, hours * HOUR, 30_000 * hours)
    expect(await snapshotsOf(here)).toEqual({})
    // Left alone for 30 s after each burst of failures, all calls together and not each account by itself.
    expect(here.graph.calls.total).toBeLessThan(60 * 16)
    here.graph.faults.clear()
    await rounds(here, 2 * HOUR, 5 * MINUTE)
    const found = await snapshotsOf(here)
    expect(Object.keys(found)).toHaveLength(60)
    expect(Object.values(found).every((moments) => moments.length === 1)).toBe(true)
  })

  test('an exhausted limit stops all calls until it is over, and no account is missed', async () => {
    const accounts = names(100)
    const here = await reading({ accounts, graph: { callsPerHour: 40 } })
    await here.round()
    here.clock.moveBy(DAY)
    await rounds(here, 12 * HOUR, 10 * MINUTE)
    const found = await snapshotsOf(here)
    expect(Object.keys(found)).toHaveLength(100)
    expect(Object.values(found).every((moments) => moments.length === 1)).toBe(true)
    // A source that refuses calls is not called again and again.
    expect(here.graph.calls.byStatus()['403'] ?? 0).toBeLessThan(24)
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
