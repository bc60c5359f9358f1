import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttledLog } from './throttled-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function collectLines() {
  const lines: string[] = []
  const line = (level: string) => (details: object, message: string) =>
    void lines.push([level, message, 'leftOut' in details ? details.leftOut : ''].join(' ').trim())
  return {
    lines,
    log: throttledLog({ error: line('error'), warn: line('warn'), info: line('info'), debug: line('debug') }),
  }
}

test('a storm of one error is three lines, and a count after ten seconds', () => {
  const { lines, log } = collectLines()
  for (let at = 0; at < 20_000; at += 1)
    log.error({ err: new Error(`connect ECONNREFUSED 127.0.0.1:${at}`) }, 'asking failed')
  expect(lines).toEqual(['error asking failed', 'error asking failed', 'error asking failed'])
  vi.advanceTimersByTime(10_000)
  expect(lines.slice(3)).toEqual(['error asking failed (and again, not written) 19997'])
  log.error({ err: new Error('connect ECONNREFUSED 127.0.0.1:1') }, 'asking failed')
  expect(lines).toHaveLength(5)
})

test('another error is written beside it, and what is no error always', () => {
  const { lines, log } = collectLines()
  for (let at = 0; at < 5; at += 1) {
    log.error({ err: new Error('this') }, 'asking failed')
    log.info({}, 'working')
  }
  log.error({ err: new Error('that') }, 'asking failed')
  log.warn({}, 'a warning')
  expect(lines.filter((line) => line.startsWith('error'))).toHaveLength(4)
  expect(lines.filter((line) => line.startsWith('info'))).toHaveLength(5)
  expect(lines.at(-1)).toBe('warn a warning')
})

test('thousands of different errors are no way around it', () => {
  const { lines, log } = collectLines()
  const words = Array.from({ length: 1_000 }, (_, at) => String.fromCodePoint(0x4e00 + at))
  for (const word of words) log.error({ err: new Error(word) }, 'asking failed')
  expect(lines.length).toBeLessThan(210)
})
