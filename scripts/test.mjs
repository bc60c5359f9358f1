/**
 * `npm test`: everything that has to be true, in one run. A failed step does not hide the next one. The last line is
 * "N passed, M failed", and ", K skipped" where something could not be run; each check counts as one, like each test.
 * `npm test -- --only types,web` runs a part; names of test files may follow.
 */
import { existsSync } from 'node:fs'
import { endRunning, handSignalsTo } from './lib/children.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { ensureKernel } from './lib/kernel-build.mjs'
import { ensureNode } from './lib/node-runtime.mjs'
import { inRoot } from './lib/place.mjs'
import { CannotGoOn, command } from './lib/say.mjs'
import { isAskedFor, readArguments, runSteps } from './lib/steps.mjs'
import { summary } from './lib/tally.mjs'
import { keepTemporaryFilesInMemory } from './lib/temporary-files.mjs'

/** Browsers and workers get this long to end in order. */
const endWithinMs = 8_000

await command(async () => {
  await ensureNode('tools')
  await ensureDependencies()
  await ensureKernel()
  const checks = await import('./lib/checks.mjs')
  const { prepareMachine } = await import('./lib/test-machine.mjs')

  const { only, files } = readArguments(process.argv.slice(2))
  const parts = ['types', 'biome', 'house', 'unused', 'build', 'tests', ...checks.vitestProjects, 'browser']
  const unknown = only.filter((part) => !parts.includes(part))
  if (unknown.length > 0)
    throw new CannotGoOn(`There is no part called ${unknown.join(', ')}. Parts: ${parts.join(', ')}`)

  const projects = checks.vitestProjects.filter((project) => isAskedFor(only, project, 'tests'))
  const wantsBrowser = isAskedFor(only, 'browser') && existsSync(inRoot('e2e/playwright.config.ts'))

  // Browser tests that are asked for alone look at the screen as it is now.
  const isWanted = ({ group }) => isAskedFor(only, group) || (group === checks.buildStep.group && wantsBrowser)
  const firstSteps = [...checks.readingSteps, checks.buildStep].filter(isWanted)

  const interrupted = new AbortController()
  const { signal } = interrupted
  handSignalsTo(() => {
    interrupted.abort()
    endRunning('SIGTERM')
    setTimeout(() => endRunning('SIGKILL'), endWithinMs).unref()
  })

  const machine = await prepareMachine({
    wantsPostgres: projects.includes('server-postgres'),
    wantsChromium: wantsBrowser,
  })
  const results = forMissing(machine.missing)
  // After PostgreSQL has its folder: it waits for no disk anyway.
  const removeTemporaryFiles = keepTemporaryFilesInMemory()
  try {
    results.push(...(await runSteps(firstSteps, { signal, atATime: 2 })))
    if (projects.length > 0)
      results.push(
        ...(await runSteps([checks.vitestStep({ projects, files, databaseUrl: machine.databaseUrl })], { signal })),
      )
    if (wantsBrowser) results.push(...(await runSteps([browserStep(checks, results, machine, files)], { signal })))
  } finally {
    await machine.stop()
    removeTemporaryFiles()
  }
  if (signal.aborted) process.exit(130)
  process.stdout.write(`${summary(results)}\n`)
  process.exitCode = results.some(({ state }) => state === 'failed') ? 1 : 0
})

/** Where all the truth is wanted, what is missing is a failure; elsewhere its tests are named as skipped. */
function forMissing(missing) {
  for (const { what, reason } of missing) process.stdout.write(`! No ${what}: ${reason}\n`)
  return process.env.CI === 'true'
    ? missing.map(({ what }) => ({ name: `${what} for the tests`, state: 'failed' }))
    : []
}

/** The browser tests look at the built web app; when it could not be built, they report it instead of failing on it. */
function browserStep(checks, results, { chromium }, files) {
  const isBuilt = !results.some(({ name, state }) => name === checks.buildStep.name && state === 'failed')
  if (isBuilt) return checks.browserStep({ chromium, files })
  const name = 'browser tests: not run, the web app could not be built'
  return { name, run: async () => ({ results: [{ name, state: 'failed' }] }) }
}
