/** How the steps of `npm test` are chosen, run and reported. */
import { expect, test } from 'vitest'
import { isAskedFor, readArguments, runSteps } from './steps.mjs'

test.each([
  [[], { only: [], files: [] }],
  [['--only', 'types,biome'], { only: ['types', 'biome'], files: [] }],
  [['--only=web', 'format', '--only', 'house'], { only: ['web', 'house'], files: ['format'] }],
])('%j is read as %j', (argv, expected) => {
  expect(readArguments(argv)).toEqual(expected)
})

test('everything is chosen when nothing in particular is', () => {
  expect(isAskedFor([], 'types')).toBe(true)
  expect(isAskedFor(['tests'], 'web', 'tests')).toBe(true)
  expect(isAskedFor(['biome'], 'web', 'tests')).toBe(false)
})

test('a step that throws has failed, shows why, and does not hide the next one', async () => {
  const lines = []
  const steps = [
    { name: 'first', run: () => Promise.reject(new Error('no such tool')) },
    { name: 'second', run: async () => ({ results: [{ name: 'second', state: 'passed' }], output: 'not shown' }) },
  ]
  const results = await runSteps(steps, { write: (text) => lines.push(text) })
  expect(results).toEqual([
    { name: 'first', state: 'failed' },
    { name: 'second', state: 'passed' },
  ])
  expect(lines.join('')).toMatch(/✗ first .*no such tool.*✓ second/s)
  expect(lines.join('')).not.toContain('not shown')
})

test('no more steps run at once than configured, and the results keep their order', async () => {
  let running = 0
  let most = 0
  const step = (name) => ({
    name,
    run: async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      return { results: [{ name, state: 'passed' }] }
    },
  })
  const results = await runSteps(['a', 'b', 'c', 'd', 'e'].map(step), { atATime: 2, write: () => undefined })
  expect(most).toBe(2)
  expect(results.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('after an interruption no further step begins', async () => {
  const interrupted = new AbortController()
  const steps = ['first', 'second'].map((name) => ({
    name,
    run: async () => {
      interrupted.abort()
      return { results: [{ name, state: 'passed' }] }
    },
  }))
  const results = await runSteps(steps, { signal: interrupted.signal, write: () => undefined })
  expect(results.map(({ name }) => name)).toEqual(['first'])
})
