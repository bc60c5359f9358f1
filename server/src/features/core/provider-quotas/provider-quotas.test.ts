/** The quota of calls to the sources, over all processes, and when a source is left alone. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { type InstagramSource, SourceFailure } from '#ports/instagram.ts'
import { testStore } from '../../../testing/test-store.ts'
import { providerQuotasService } from './provider-quotas.service.ts'

const START = Date.UTC(2026, 10, 20, 9)
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Unused slots of the past that a call with a waiting user may take. */
const UNUSED = 10

const sourceOf = (callsPerHour: number): InstagramSource => ({
  name: 'graph',
  title: 'Instagram Graph API',
  namesPerCall: 1,
  readPosts: null,
  callsPerHour,
  read: async () => ({ outcomes: new Map(), use: { percent: null } }),
})

/** Nodes on one store, with one clock. */
async function nodes(count = 1) {
  const { database, dispose } = await testStore()
  onTestFinished(dispose)
  let now = START
  const clock = { now: () => now }
  const services = Array.from({ length: count }, () => providerQuotasService({ database, clock }))
  const [quotas = providerQuotasService({ database, clock })] = services
  return {
    quotas,
    services,
    moveBy: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

const unavailable = (retryAt: number | null = null) => new SourceFailure('unavailable', 'It is away.', retryAt)

describe('places', () => {
  test.each([60, 200, 360, 20_000])(
    'at %i calls an hour no call gets an earlier moment than the quota allows',
    async (callsPerHour) => {
      const source = sourceOf(callsPerHour)
      const { services } = await nodes(4)
      const distance = HOUR / callsPerHour
      const taken: number[] = []
      // As many as may wait together, from several nodes at one moment.
      const places = await Promise.all(
        services.flatMap((quotas) => [1, 2, 3, 4].map(() => quotas.take(source, 1, { isAwaited: true }))),
      )
      for (const { at } of places) taken.push(...(at ?? []))
      taken.sort((a, b) => a - b)
      expect(taken).toHaveLength(16)
      for (const [place, at] of taken.entries())
        expect(at).toBeGreaterThanOrEqual(START + (place - UNUSED) * distance - 0.001)
    },
  )

  test('a round takes no places of the past', async () => {
    const { quotas, moveBy } = await nodes()
    await quotas.take(sourceOf(200), 1)
    moveBy(HOUR)
    expect(await quotas.take(sourceOf(200), 5)).toEqual({ at: [START + HOUR] })
    expect(await quotas.take(sourceOf(200), 5)).toEqual({ at: [START + HOUR + 18 * SECOND] })
  })

  test('no stretch of time has more calls than allowed', async () => {
    const source = sourceOf(3_600)
    const { quotas, moveBy } = await nodes()
    let calls = 0
    for (let second = 0; second < 600; second += 1) {
      const { at = [] } = await quotas.take(source, 100)
      calls += at.filter((moment) => moment <= START + 600 * SECOND).length
      moveBy(SECOND)
    }
    expect(calls).toBeLessThanOrEqual(601)
    expect(calls).toBeGreaterThan(590)
  })

  test('are not given out further ahead than two seconds', async () => {
    const { quotas } = await nodes()
    const { at = [] } = await quotas.take(sourceOf(20_000), 1_000)
    expect(at.length).toBeGreaterThan(10)
    expect(Math.max(...at)).toBeLessThanOrEqual(START + 2 * SECOND)
  })

  test('after a clock was set back no call waits for the old time', async () => {
    const { quotas, moveBy } = await nodes()
    await quotas.take(sourceOf(200), 1)
    await quotas.noteFailure('graph', new SourceFailure('refused', 'The token has expired.'))
    moveBy(-25 * HOUR)
    expect((await quotas.take(sourceOf(200), 1)).at?.[0]).toBeLessThanOrEqual(START - 25 * HOUR)
  })
})

describe('a source that fails', () => {
  test('is left alone for 30 s after the fifth failure in a row within 30 s', async () => {
    const { quotas, moveBy } = await nodes()
    const source = sourceOf(20_000)
    for (let failures = 1; failures < 5; failures += 1) {
      await quotas.noteFailure('graph', unavailable())
      expect((await quotas.take(source, 1)).at).toHaveLength(1)
      moveBy(SECOND)
    }
    await quotas.noteFailure('graph', unavailable())
    expect(await quotas.take(source, 1)).toEqual({
      until: START + 34 * SECOND,
      failure: 'It is away.',
      isRefused: false,
    })
    moveBy(30 * SECOND)
    expect((await quotas.take(source, 1)).at).toHaveLength(1)
    // One more failure, and it is left alone again.
    await quotas.noteFailure('graph', unavailable())
    expect((await quotas.take(source, 1)).until).toBe(START + 64 * SECOND)
  })

  test('is well again after a success', async () => {
    const { quotas } = await nodes()
    for (let failures = 0; failures < 4; failures += 1) await quotas.noteFailure('graph', unavailable())
    await quotas.noteSuccess('graph', { percent: null })
    expect(await quotas.find('graph')).toMatchObject({ failures: 0, failure: null, failure_kind: null })
    await quotas.noteFailure('graph', unavailable())
    expect((await quotas.take(sourceOf(20_000), 1)).at).toHaveLength(1)
  })

  test('is well again after a test, also where another node has failed since this one succeeded', async () => {
    const { quotas, services, moveBy } = await nodes(2)
    await quotas.noteSuccess('graph', { percent: null })
    moveBy(10 * SECOND)
    await services[1]?.noteFailure('graph', unavailable())
    moveBy(10 * SECOND)
    await quotas.unpause('graph')
    await quotas.noteSuccess('graph', { percent: null })
    expect(await quotas.find('graph')).toMatchObject({ failure: null, failures: 0 })
  })

  test('is left alone for all nodes', async () => {
    const { services } = await nodes(2)
    const [one, other] = services
    await one?.noteFailure('graph', new SourceFailure('limited', 'Too many calls.', START + 10 * MINUTE))
    expect(await other?.take(sourceOf(200), 1)).toMatchObject({ until: START + 10 * MINUTE })
  })

  test('slows down and stops before its own limit', async () => {
    const { quotas } = await nodes()
    await quotas.take(sourceOf(200), 1)
    await quotas.noteSuccess('graph', { percent: 96 })
    expect(await quotas.take(sourceOf(200), 1)).toEqual({ until: START + 15 * MINUTE, failure: null, isRefused: false })
    await quotas.unpause('graph')
    expect((await quotas.take(sourceOf(200), 1)).at).toHaveLength(1)
  })
})
