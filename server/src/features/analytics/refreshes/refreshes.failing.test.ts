/** What a daily round cannot read: profiles that are gone or hidden, and vendors that are away. */
import { graphErrors } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { names, profileOf, reading, rounds } from '../../../testing/daily-rounds.ts'
import { START } from '../../../testing/world.ts'
import { DAY, HOUR, MINUTE, snapshotsOf } from '../../../testing/world-with-sources.ts'
import { nextSlot } from './refreshes.rules.ts'

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
  ] as const)('for %i hours (%j) costs no account the day', async (hours, fault) => {
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
