/** Outside services and how they do, for administrators. Who may call the routes is in the access matrix. */
import { airtableErrors, graphErrors } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { HOUR, type Measured, MINUTE, measured } from '../../testing/measured.ts'
import { tabled } from '../../testing/tabled.ts'
import { START, type World, world } from '../../testing/world.ts'

const at = (moment: number) => new Date(moment).toISOString()
const list = async ({ ask }: World) => (await ask('admin', 'GET', '/api/connections')).json()
const testOf = async ({ ask }: World, name: string) =>
  (await ask('admin', 'POST', `/api/connections/${name}/test`)).json()

const QUIET = { usedPercent: null, pausedUntil: null, lastSucceededAt: null, lastFailedAt: null }

describe('without anything connected', () => {
  test('the list says what each service would do and what to set', async () => {
    const [graph, apify, files, airtable] = await list(await world())
    expect(graph).toEqual({
      ...QUIET,
      name: 'graph',
      title: 'Instagram Graph API',
      state: 'not_connected',
      explanation: expect.stringMatching(/^Reads professional accounts .*\.$/),
      nextStep: expect.stringMatching(/^Set GRAPH_ACCESS_TOKEN, .* then start tangelo again\.$/),
      settings: [
        { name: 'GRAPH_ACCESS_TOKEN', isSet: false },
        { name: 'GRAPH_IG_USER_ID', isSet: false },
        { name: 'GRAPH_API_VERSION', isSet: false },
      ],
    })
    expect(apify).toMatchObject({
      name: 'apify',
      state: 'not_connected',
      nextStep: 'Set APIFY_TOKEN, then start tangelo again.',
      settings: [{ name: 'APIFY_TOKEN', isSet: false }],
    })
    expect(files).toMatchObject({ name: 'import', state: 'built_in', nextStep: null, settings: [] })
    expect(airtable).toEqual({
      ...QUIET,
      name: 'airtable',
      title: 'Airtable',
      state: 'built_in',
      explanation: 'Posts are kept here.',
      nextStep: expect.stringMatching(/set AIRTABLE_TOKEN and AIRTABLE_BASE_ID, then start tangelo again\.$/),
      settings: [
        { name: 'AIRTABLE_TOKEN', isSet: false },
        { name: 'AIRTABLE_BASE_ID', isSet: false },
      ],
    })
  })

  test.each(['graph', 'apify', 'import', 'airtable'])(
    'testing %s changes nothing and fails at nothing',
    async (name) => {
      const here = await world()
      const before = await list(here)
      expect(await testOf(here, name)).toEqual(before.find((one: { name: string }) => one.name === name))
      expect(await list(here)).toEqual(before)
    },
  )

  test('a service that is none is refused by name', async () => {
    const { ask } = await world()
    const res = await ask('admin', 'POST', '/api/connections/telepathy/test')
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({ fields: { name: 'must be one of: graph, apify, import, airtable' } })
  })
})

describe('a connected service', () => {
  const graphOf = async (here: Measured) => (await list(here))[0]

  test('that answers is connected', async () => {
    const here = await measured()
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
    [graphErrors.tokenExpired(), 'Renew GRAPH_ACCESS_TOKEN, start tangelo again, and test.', 15 * MINUTE],
    [
      graphErrors.instagramLimit({ ownId: '17841405309211844', minutes: 20 }),
      'Nothing to do: calls go on when the limit is over.',
      20 * MINUTE,
    ],
    ['reset', expect.stringMatching(/^Nothing to do now: it is tried again by itself\./), null],
  ] as const)('that fails with %j says what to do', async (fault, nextStep, paused) => {
    const here = await measured()
    here.graph.faults.always(fault)
    const told = await testOf(here, 'graph')
    expect(told).toMatchObject({
      state: 'failing',
      nextStep,
      lastFailedAt: at(START),
      pausedUntil: paused === null ? null : at(START + paused),
    })
    expect(JSON.stringify(told)).not.toContain(here.graph.token)
    expect(JSON.stringify(told)).not.toMatch(/https?:/)
    here.clock.moveBy(HOUR)
    expect(await graphOf(here)).toMatchObject({ state: 'failing', pausedUntil: null })
  })

  test('that works again is left alone no longer, once somebody tests it', async () => {
    const here = await measured({ accounts: ['nasa'] })
    here.graph.faults.always(graphErrors.tokenExpired())
    await here.ask('admin', 'POST', '/api/accounts/1/refresh')
    await here.settle()
    expect(await graphOf(here)).toMatchObject({ state: 'failing' })
    here.graph.faults.clear()
    expect(await testOf(here, 'graph')).toMatchObject({ state: 'connected', pausedUntil: null })
    // What was wished for before is tried again by itself.
    await here.round(MINUTE)
    expect((await here.ask('pro', 'GET', '/api/accounts/1')).json().metrics.followers).toBeGreaterThan(0)
  })

  test('is not asked by the list', async () => {
    const here = await measured({ connected: ['graph', 'apify'] })
    await list(here)
    expect(here.graph.calls.total + here.apify.calls.total).toBe(0)
  })

  test('refuses whoever waits for an account, and says why at once', async () => {
    const here = await measured({ accounts: ['nasa', 'other'] })
    here.graph.faults.always(graphErrors.tokenExpired())
    await testOf(here, 'graph')
    await here.ask('admin', 'POST', '/api/accounts/1/refresh')
    await here.settle()
    const [work] = (await here.ask('pro', 'GET', '/api/activity')).json()
    expect(work).toMatchObject({ state: 'failed', subject: '@nasa', message: expect.stringMatching(/token/i) })
    // Only the test asked: a closed door is not knocked on.
    expect(here.graph.calls.total).toBe(1)
  })
})

describe('tables kept elsewhere', () => {
  const airtableOf = async (here: World) => (await list(here)).find(({ name }: { name: string }) => name === 'airtable')

  test('are connected, and a test asks once', async () => {
    const here = await tabled({ isPulled: false })
    expect(await airtableOf(here)).toMatchObject({ state: 'connected', nextStep: null, lastSucceededAt: null })
    expect(await testOf(here, 'airtable')).toMatchObject({ state: 'connected', lastSucceededAt: at(START) })
    expect(here.airtable.calls.total).toBe(1)
  })

  test.each([
    [airtableErrors.authenticationRequired(), 'AIRTABLE_TOKEN', 'Renew AIRTABLE_TOKEN, start tangelo again, and test.'],
    [airtableErrors.notAllowed(), 'AIRTABLE_BASE_ID', 'Renew AIRTABLE_TOKEN, start tangelo again, and test.'],
    ['reset', 'broke the connection off', expect.stringMatching(/^Nothing to do now/)],
    [airtableErrors.rateLimit(), 'its limit is reached', 'Nothing to do: calls go on when the limit is over.'],
  ] as const)('that fail with %j say why and what to do', async (fault, words, nextStep) => {
    const here = await tabled({ isPulled: false })
    here.airtable.faults.always(fault)
    const told = await testOf(here, 'airtable')
    expect(told).toMatchObject({ state: 'failing', nextStep, explanation: expect.stringContaining(words) })
    expect(JSON.stringify(told)).not.toContain(here.airtable.token)
    here.airtable.faults.clear()
    here.clock.moveBy(MINUTE)
    expect(await testOf(here, 'airtable')).toMatchObject({ state: 'connected', pausedUntil: null })
  })
})
