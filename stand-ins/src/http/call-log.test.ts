import { expect, test } from 'vitest'
import { callLog } from './call-log.ts'

test('everything is counted, and the latest ten thousand calls are kept in their order', () => {
  const log = callLog()
  for (let at = 0; at < 25_007; at += 1) {
    log.note({ at, operation: 'readObject', names: [`Name_${at % 2}`], status: at % 5 === 0 ? 500 : 200 })
  }
  expect([log.total, log.timesAsked('name_0'), log.timesAsked('missing')]).toEqual([25_007, 12_504, 0])
  expect(log.byStatus()).toEqual({ 200: 20_005, 500: 5_002 })
  const short = callLog()
  short.note({ at: 1, operation: 'readObject', names: [], status: 200 })
  expect(short.latest()).toHaveLength(1)
  const kept = log.latest().map(({ at }) => at)
  expect(kept).toEqual(Array.from({ length: 10_000 }, (_, place) => 15_007 + place))
})
