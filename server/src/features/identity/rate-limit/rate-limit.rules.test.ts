import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grantRequests, WINDOW_MS } from './rate-limit.rules.ts'

const LIMIT = 100

test('however requests come, no 60 seconds hold more than a hundred of them, and none waits that need not', () => {
  const steps = fc.array(fc.record({ later: fc.nat(30_000), wanted: fc.integer({ min: 1, max: 60 }) }), {
    maxLength: 80,
  })
  fc.assert(
    fc.property(steps, (times) => {
      let now = 1_000_000
      let moments: number[] = []
      const passed: number[] = []
      for (const { later, wanted } of times) {
        now += later
        const inWindow = passed.filter((moment) => moment > now - WINDOW_MS).length
        const passage = grantRequests(moments, wanted, now)
        moments = passage.moments
        expect(passage.granted).toBe(Math.min(wanted, LIMIT - inWindow))
        for (let one = 0; one < passage.granted; one += 1) passed.push(now)
        expect(moments.length).toBeLessThanOrEqual(LIMIT)
        if (passage.waitMs > 0) {
          expect(grantRequests(moments, 1, now + passage.waitMs).granted).toBe(1)
          expect(grantRequests(moments, 1, now + passage.waitMs - 1).granted).toBe(0)
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('a node whose clock is behind opens no gap', () => {
  const ahead = grantRequests([], LIMIT, 10_000)
  expect(grantRequests(ahead.moments, 1, 9_000).granted).toBe(0)
  expect(grantRequests(ahead.moments, 1, 9_000).waitMs).toBe(WINDOW_MS)
})

test('what a wrong clock counted far ahead does not lock a token out', () => {
  const wrong = grantRequests([], LIMIT, 10_000 + 2 * WINDOW_MS)
  expect(grantRequests(wrong.moments, 1, 10_000)).toEqual({ moments: [10_000], granted: 1, waitMs: 0 })
})
