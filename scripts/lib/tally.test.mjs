/** What the tools report, as one list, and the last lines made from it. */
import { expect, test } from 'vitest'
import {
  closingLine,
  fromPlaywright,
  fromVitest,
  playwrightFiles,
  slowest,
  summary,
  toSkippedOnPostgres,
} from './tally.mjs'

const passed = { name: 'types: server', state: 'passed' }
const skipped = { name: 'web › a test', state: 'skipped' }
const failed = { name: 'Biome', state: 'failed' }
const flaky = { name: 'phone › a test', state: 'flaky' }

test.each([
  [[passed, passed], '2 passed, 0 failed'],
  [[passed, failed], '1 passed, 1 failed'],
  [[passed, skipped], '1 passed, 0 failed, 1 skipped'],
  [[passed, flaky, skipped], '2 passed, 0 failed, 1 skipped, 1 flaky'],
  [[], '0 passed, 0 failed'],
])('%j ends with %j', (results, line) => {
  expect(closingLine(results)).toBe(line)
})

test('the summary names what was skipped, what was flaky and what failed, and the closing line stands alone at the end', () => {
  expect(summary([passed, failed, flaky, skipped]).split('\n')).toEqual([
    '',
    'Skipped:',
    '  web › a test',
    '',
    'Flaky, passed at the second try:',
    '  phone › a test',
    '',
    'Failed:',
    '  Biome',
    '',
    '2 passed, 1 failed, 1 skipped, 1 flaky',
  ])
})

test('a test of Vitest that did not run to its end has failed, and so have errors outside of any test', () => {
  const tests = ['passed', 'skipped', 'failed', 'pending'].map((state) => ({
    project: 'web',
    file: 'src/a.test.ts',
    name: state,
    state,
  }))
  expect(fromVitest({ tests, unhandled: 2 })).toEqual([
    { name: 'web › src/a.test.ts › passed', state: 'passed' },
    { name: 'web › src/a.test.ts › skipped', state: 'skipped' },
    { name: 'web › src/a.test.ts › failed', state: 'failed' },
    { name: 'web › src/a.test.ts › pending', state: 'failed' },
    { name: 'vitest › 2 errors outside of any test', state: 'failed' },
  ])
})

test('without PostgreSQL each test of the server is skipped once, by name', () => {
  const tests = [
    { project: 'server-sqlite', file: 'src/a.test.ts', name: 'signs in', state: 'passed' },
    { project: 'web', file: 'src/b.test.ts', name: 'shows', state: 'passed' },
  ]
  expect(toSkippedOnPostgres(tests)).toEqual([{ name: 'server-postgres › src/a.test.ts › signs in', state: 'skipped' }])
})

test('Playwright: flaky is reported apart, and an error outside of any test counts', () => {
  const spec = (title, status) => ({ title, tests: [{ projectName: 'desktop', status }] })
  const report = {
    suites: [
      {
        title: 'login.spec.ts',
        specs: [spec('opens', 'expected')],
        suites: [
          {
            title: 'as an admin',
            specs: [spec('adds', 'flaky'), spec('edits', 'unexpected'), spec('waits', 'skipped')],
          },
        ],
      },
    ],
    errors: [{ message: 'The server did not start\nat line 1' }],
  }
  expect(fromPlaywright(report)).toEqual([
    { name: 'desktop › login.spec.ts › opens', state: 'passed' },
    { name: 'desktop › login.spec.ts › as an admin › adds', state: 'flaky' },
    { name: 'desktop › login.spec.ts › as an admin › edits', state: 'failed' },
    { name: 'desktop › login.spec.ts › as an admin › waits', state: 'skipped' },
    { name: 'browser › The server did not start', state: 'failed' },
  ])
})

test('the slowest files come first, and tries of a browser test add up', () => {
  const spec = (projectName, ...durations) => ({
    title: 'opens',
    tests: [{ projectName, status: 'expected', results: durations.map((duration) => ({ duration })) }],
  })
  const files = playwrightFiles({
    suites: [
      {
        title: 'login.spec.ts',
        specs: [spec('desktop', 400)],
        suites: [{ title: 'inner', specs: [spec('desktop', 300)] }],
      },
      { title: 'reels.spec.ts', specs: [spec('phone', 1_000, 2_000)] },
    ],
  })
  expect(slowest(files)).toEqual(['3.0 s phone › reels.spec.ts', '0.7 s desktop › login.spec.ts'])
  expect(slowest(files, 1)).toHaveLength(1)
})
