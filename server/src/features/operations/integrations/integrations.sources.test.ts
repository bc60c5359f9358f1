/** Sources of figures: how they do, and how much they allow in a day. */
import { graphErrors } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { connectionOf, list, QUIET, testOf } from '../../../testing/connections.ts'
import { START, type World, world } from '../../../testing/world.ts'
import { HOUR, MINUTE, makeWorldWithSources } from '../../../testing/world-with-sources.ts'

const at = (moment: number) => new Date(moment).toISOString()

describe('a connected service', () => {
  const graphOf = (here: World) => connectionOf(here, 'graph')

  test('that answers is connected', async () => {
    const here = await makeWorldWithSources()
    expect(await graphOf(here)).toMatchObject({ ...QUIET, state: 'connected', nextStep: null })
    expect(await testOf(here, 'graph')).toMatchObject({
      state: 'connected',
      usedPercent: expect.any(Number),
      lastSucceededAt: at(START),
      lastFailedAt: null,
    })
    expect(here.graph.calls.total).toBe(1)
  })

  test.each([
    [graphErrors.tokenExpired(), 'Renew GRAPH_ACCESS_TOKEN, restart tangelo, and test.', 15 * MINUTE],
    [
      graphErrors.instagramLimit({ ownId: '17841405309211844', minutes: 20 }),
      'Nothing to do: calls continue when the limit has passed.',
      20 * MINUTE,
    ],
    ['reset', expect.stringMatching(/^Nothing to do now: it is retried automatically\./), null],
  ] as const)('that fails with %j says what to do', async (fault, nextStep, paused) => {
    const here = await makeWorldWithSources()
    here.graph.faults.always(fault)
    const tested = await testOf(here, 'graph')
    expect(tested).toMatchObject({
      state: 'failing',
      nextStep,
      lastFailedAt: at(START),
      pausedUntil: paused === null ? null : at(START + paused),
    })
    expect(JSON.stringify(tested)).not.toContain(here.graph.token)
    expect(JSON.stringify(tested)).not.toMatch(/https?:/)
    here.clock.moveBy(HOUR)
    expect(await graphOf(here)).toMatchObject({ state: 'failing', pausedUntil: null })
  })

  test('that works again is no longer paused, once a user tests it', async () => {
    const here = await makeWorldWithSources({ accounts: ['nasa'] })
    here.graph.faults.always(graphErrors.tokenExpired())
    await here.ask('admin', 'POST', '/api/accounts/1/refresh')
    await here.settle()
    expect(await graphOf(here)).toMatchObject({ state: 'failing' })
    here.graph.faults.clear()
    expect(await testOf(here, 'graph')).toMatchObject({ state: 'connected', pausedUntil: null })
    // What was requested before is tried again by itself.
    await here.round(MINUTE)
    expect((await here.ask('pro', 'GET', '/api/accounts/1')).json().metrics.followers).toBeGreaterThan(0)
  })

  test('is not called by the list', async () => {
    const here = await makeWorldWithSources({ connected: ['graph', 'apify'] })
    await list(here)
    expect(here.graph.calls.total + here.apify.calls.total).toBe(0)
  })

  test('fails requests that wait for an account at once, with the reason', async () => {
    const here = await makeWorldWithSources({ accounts: ['nasa', 'other'] })
    here.graph.faults.always(graphErrors.tokenExpired())
    await testOf(here, 'graph')
    await here.ask('admin', 'POST', '/api/accounts/1/refresh')
    await here.settle()
    const [work] = (await here.ask('pro', 'GET', '/api/activity')).json()
    expect(work).toMatchObject({ state: 'failed', subject: '@nasa', message: expect.stringMatching(/token/i) })
    // Only the test made a call: a source that refuses calls is paused.
    expect(here.graph.calls.total).toBe(1)
  })
})

describe('what can be read in a day', () => {
  const capacity = async ({ ask }: World) => (await ask('admin', 'GET', '/api/connections/capacity')).json()
  const ofSource = async (here: World, name: string) =>
    (await capacity(here)).sources.find((source: { name: string }) => source.name === name)

  test('is nothing without a source, and files have no limit', async () => {
    const here = await world({ accounts: ['nasa'] })
    expect(await capacity(here)).toMatchObject({ accounts: 1, readLately: 0 })
    expect(await ofSource(here, 'graph')).toEqual({
      name: 'graph',
      perDay: 0,
      perDayAtBest: null,
      connections: 0,
      accounts: 0,
      lastReadAt: null,
      testAccount: 'nasa',
    })
    expect(await ofSource(here, 'import')).toMatchObject({ perDay: null, testAccount: null })
  })

  test('is what a working source allows; a test reads an own account and says what it found', async () => {
    const here = await makeWorldWithSources({ accounts: ['nasa'], callsPerHour: 200 })
    expect(await ofSource(here, 'graph')).toMatchObject({ perDay: 4_800, perDayAtBest: 4_800 })
    expect(await testOf(here, 'graph')).toMatchObject({
      state: 'connected',
      account: { username: 'nasa', followers: expect.any(Number), message: null },
    })
    await here.ask('admin', 'POST', '/api/accounts/1/refresh')
    await here.settle()
    expect(await capacity(here)).toMatchObject({ accounts: 1, readLately: 1 })
    expect(await ofSource(here, 'graph')).toMatchObject({ accounts: 1, lastReadAt: expect.any(String) })
    here.graph.faults.always(graphErrors.tokenExpired())
    expect(await testOf(here, 'graph')).toMatchObject({ state: 'failing', account: null })
    expect(await ofSource(here, 'graph')).toMatchObject({ perDay: 0, perDayAtBest: 4_800 })
  })
})
