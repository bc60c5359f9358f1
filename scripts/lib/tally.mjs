/** Turns what the test tools report into one list of `{ name, state }`, and that list into the last lines of `npm test`. */

/** Vitest's tests, as vitest-tally.mjs wrote them. A test that never ran to its end has not passed. */
export function fromVitest({ tests, unhandled }) {
  const results = tests.map(({ project, file, name, state }) => ({
    name: `${project} › ${file} › ${name}`,
    state: state === 'passed' || state === 'skipped' ? state : 'failed',
  }))
  if (unhandled > 0) results.push({ name: `vitest › ${unhandled} errors outside of any test`, state: 'failed' })
  return results
}

/**
 * Playwright's JSON report. A test that passed only at its second try is flaky: a browser on a machine that stalls is
 * no reason to block other work, but the test is named at the end until it is fixed.
 */
export function fromPlaywright(report) {
  const states = { expected: 'passed', skipped: 'skipped', flaky: 'flaky' }
  const visit = (suite, above) => {
    const path = suite.title ? [...above, suite.title] : above
    const here = (suite.specs ?? []).flatMap((spec) =>
      spec.tests.map(({ projectName, status }) => ({
        name: [projectName || 'browser', ...path, spec.title].join(' › '),
        state: states[status] ?? 'failed',
      })),
    )
    return [...here, ...(suite.suites ?? []).flatMap((child) => visit(child, path))]
  }
  const errors = (report.errors ?? []).map(({ message = 'unknown' }) => ({
    name: `browser › ${message.split('\n')[0]}`,
    state: 'failed',
  }))
  return [...report.suites.flatMap((suite) => visit(suite, [])), ...errors]
}

/** How long each file of Playwright's report took, in each project that ran it. */
export function playwrightFiles(report) {
  const ms = new Map()
  const visit = ({ specs = [], suites = [] }, file) => {
    for (const { projectName, results = [] } of specs.flatMap(({ tests }) => tests)) {
      const name = `${projectName} › ${file}`
      ms.set(
        name,
        results.reduce((sum, { duration = 0 }) => sum + duration, ms.get(name) ?? 0),
      )
    }
    for (const suite of suites) visit(suite, file)
  }
  for (const suite of report.suites) visit(suite, suite.title)
  return [...ms].map(([name, ms]) => ({ name, ms }))
}

/** Where the time of a step went: the slowest files first, each with its seconds. Empty without files. */
export function slowest(files, count = 12) {
  const first = files.toSorted((one, other) => other.ms - one.ms).slice(0, count)
  return first.map(({ name, ms }) => `${(ms / 1000).toFixed(1)} s ${name}`)
}

/** The server's tests once more, as those that could not run on PostgreSQL. */
export function toSkippedOnPostgres(vitestTests) {
  return vitestTests
    .filter(({ project }) => project === 'server-sqlite')
    .map(({ file, name }) => ({ name: `server-postgres › ${file} › ${name}`, state: 'skipped' }))
}

const count = (results, state) => results.filter((result) => result.state === state).length

/** "N passed, M failed", and ", K skipped" or ", F flaky" when there are any. What is flaky has passed, in the end. */
export function closingLine(results) {
  const flaky = count(results, 'flaky')
  const skipped = count(results, 'skipped')
  const line = `${count(results, 'passed') + flaky} passed, ${count(results, 'failed')} failed`
  return [line, ...(skipped > 0 ? [`${skipped} skipped`] : []), ...(flaky > 0 ? [`${flaky} flaky`] : [])].join(', ')
}

/** The names of what was skipped, of what passed at a second try and of what failed, then the closing line. */
export function summary(results) {
  const listNames = (state) => results.filter((result) => result.state === state).map(({ name }) => `  ${name}`)
  const block = (title, names) => (names.length > 0 ? ['', title, ...names] : [])
  return [
    ...block('Skipped:', listNames('skipped')),
    ...block('Flaky, passed at the second try:', listNames('flaky')),
    ...block('Failed:', listNames('failed')),
    '',
    closingLine(results),
  ].join('\n')
}
