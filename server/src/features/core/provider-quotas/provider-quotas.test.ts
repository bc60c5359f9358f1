/** The quota of calls to the sources, over all processes, and when a source is paused. */
import { assert, double, integer, property } from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type InstagramSource, SourceFailure } from '#ports/instagram.ts'
import { testStore } from '../../../testing/test-store.ts'
import { distanceMs, isPaused, pauseAfterFailure, pauseAfterUse } from './provider-quotas.rules.ts'
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
    await quotas.failed('graph', new SourceFailure('refused', 'The token has expired.'))
    moveBy(-25 * HOUR)
    expect((await quotas.take(sourceOf(200), 1)).at?.[0]).toBeLessThanOrEqual(START - 25 * HOUR)
  })
})

describe('a source that fails', () => {
  test('is left alone for 30 s after the fifth failure in a row within 30 s', async () => {
    const { quotas, moveBy } = await nodes()
    const source = sourceOf(20_000)
    for (let failures = 1; failures < 5; failures += 1) {
      await quotas.failed('graph', unavailable())
      expect((await quotas.take(source, 1)).at).toHaveLength(1)
      moveBy(SECOND)
    }
    await quotas.failed('graph', unavailable())
    expect(await quotas.take(source, 1)).toEqual({
      until: START + 34 * SECOND,
      failure: 'It is away.',
      isRefused: false,
    })
    moveBy(30 * SECOND)
    expect((await quotas.take(source, 1)).at).toHaveLength(1)
    // One more failure, and it is left alone again.
    await quotas.failed('graph', unavailable())
    expect((await quotas.take(source, 1)).until).toBe(START + 64 * SECOND)
  })

  test('is well again after a success', async () => {
    const { quotas } = await nodes()
    for (let failures = 0; failures < 4; failures += 1) await quotas.failed('graph', unavailable())
    await quotas.succeeded('graph', { percent: null })
    expect(await quotas.find('graph')).toMatchObject({ failures: 0, failure: null, failure_kind: null })
    await quotas.failed('graph', unavailable())
    expect((await quotas.take(sourceOf(20_000), 1)).at).toHaveLength(1)
  })

  test('is left alone for all nodes', async () => {
    const { services } = await nodes(2)
    const [one, other] = services
    await one?.failed('graph', new SourceFailure('limited', 'Too many calls.', START + 10 * MINUTE))
    expect(await other?.take(sourceOf(200), 1)).toMatchObject({ until: START + 10 * MINUTE })
  })

  test('slows down and stops before its own limit', async () => {
    const { quotas } = await nodes()
    await quotas.take(sourceOf(200), 1)
    await quotas.succeeded('graph', { percent: 96 })
    expect(await quotas.take(sourceOf(200), 1)).toEqual({ until: START + 15 * MINUTE, failure: null, isRefused: false })
    await quotas.unpause('graph')
    expect((await quotas.take(sourceOf(200), 1)).at).toHaveLength(1)
  })
})

describe('the rules', () => {
  test.each([
    [null, 18 * SECOND],
    [0, 18 * SECOND],
    [75, 18 * SECOND],
    [85, 54 * SECOND],
    [95, 90 * SECOND],
    [300, 90 * SECOND],
  ])('at %s percent calls are %i ms apart', (percent, expected) => {
    expect(distanceMs(200, percent)).toBeCloseTo(expected, 6)
  })

  test('more use never means a shorter distance', () => {
    const percent = double({ min: 0, max: 200, noNaN: true })
    assert(
      property(integer({ min: 1, max: 100_000 }), percent, percent, (callsPerHour, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)]
        expect(distanceMs(callsPerHour, more)).toBeGreaterThanOrEqual(distanceMs(callsPerHour, less))
      }),
    )
  })

  test.each([
    ['refused', null, 15 * MINUTE],
    ['limited', null, 15 * MINUTE],
    ['limited', 5 * MINUTE, 5 * MINUTE],
    ['limited', 10, MINUTE],
    ['limited', 48 * HOUR, 6 * HOUR],
    ['unavailable', null, null],
    ['unavailable', 2 * MINUTE, 2 * MINUTE],
  ] as const)('after one "%s" that asks for %s ms: %s ms', (kind, asked, expected) => {
    const failure = new SourceFailure(kind, 'No.', asked === null ? null : START + asked)
    const until = pauseAfterFailure('graph', failure, { failures: 0, failingSince: null }, START)
    expect(until).toBe(expected === null ? 0 : START + expected)
  })

  test('five failures that are far apart open nothing, a sixth does', () => {
    const since = START - HOUR
    expect(pauseAfterFailure('graph', unavailable(), { failures: 4, failingSince: since }, START)).toBe(0)
    expect(pauseAfterFailure('graph', unavailable(), { failures: 5, failingSince: since }, START)).toBe(
      START + 30 * SECOND,
    )
  })

  test.each([
    [null, 0],
    [95, 0],
    [95.1, START + 15 * MINUTE],
  ])('%s percent used: left alone until %i', (percent, expected) => {
    expect(pauseAfterUse(percent, START)).toBe(expected)
  })

  test('a pause that no source could have set is a mistake of a clock', () => {
    expect(isPaused(START + 1, START)).toBe(true)
    expect(isPaused(START, START)).toBe(false)
    expect(isPaused(START + 6 * HOUR, START)).toBe(true)
    expect(isPaused(START + 6 * HOUR + 1, START)).toBe(false)
  })
})
