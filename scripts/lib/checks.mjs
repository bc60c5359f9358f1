/** The steps of `npm test`: what each runs, and how its outcome is counted. */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './children.mjs'
import { inRoot, toolScript, workspaces } from './place.mjs'
import { closingLine, fromPlaywright, fromVitest, playwrightFiles, slowest, toSkippedOnPostgres } from './tally.mjs'
import { buildWeb } from './web-build.mjs'

export const vitestProjects = [
  'contract',
  'kernel',
  'stand-ins',
  'server-sqlite',
  'server-postgres',
  'web',
  'bench',
  'scripts',
]

// Some tools colour their output whenever CI is set; a log shows that as noise.
const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1' }

const node = (args, options = {}) =>
  run(process.execPath, args, { ownGroup: true, ...options, env: { ...plain, ...options.env } })

/** A step that is one check: it passes when its command ends with code 0. */
function check(group, name, start) {
  return {
    group,
    name,
    async run() {
      const { code, output } = await start()
      return { results: [{ name, state: code === 0 ? 'passed' : 'failed' }], output }
    },
  }
}

/** What only reads the tree, in any order. Types on one thread each: more threads cost more in all (docs/decisions/0062). */
export const readingSteps = [
  ...[...workspaces, 'scripts'].map((folder) =>
    check('types', `types: ${folder}`, () =>
      node([
        ...[toolScript('typescript-7', 'tsc'), '-p', folder, '--pretty', 'false', '--singleThreaded'],
        // The next run checks what has changed since.
        ...['--incremental', '--tsBuildInfoFile', inRoot('node_modules', '.tangelo-types', `${folder}.tsbuildinfo`)],
      ]),
    ),
  ),
  check('biome', 'Biome', () =>
    node([
      toolScript('@biomejs/biome', 'biome'),
      'ci',
      '--error-on-warnings',
      '--colors=off',
      '--diagnostic-level=warn',
      '--max-diagnostics=50',
    ]),
  ),
  check('house', 'architecture rules', () => node([inRoot('scripts/check-house.mjs')])),
  check('unused', 'unused code', () => node([toolScript('knip'), '--no-progress'])),
]

export const buildStep = check('build', 'web build and its budgets', () => buildWeb())

/** All of Vitest in one run. Without PostgreSQL the server's tests on it are named as skipped. */
export function vitestStep({ projects, files, databaseUrl }) {
  const wanted = projects.filter((project) => project !== 'server-postgres' || databaseUrl)
  const skipsPostgres = projects.includes('server-postgres') && !databaseUrl
  // Their names are those of the same tests on SQLite.
  if (skipsPostgres && !wanted.includes('server-sqlite')) wanted.push('server-sqlite')
  return {
    name: 'tests',
    run: () =>
      withWorkshop(async (workshop) => {
        const tallyFile = join(workshop, 'tests.json')
        const args = ['run', '--reporter=minimal', `--reporter=${inRoot('scripts/lib/vitest-tally.mjs')}`]
        const { code, output } = await node(
          [toolScript('vitest'), ...args, ...wanted.flatMap((project) => ['--project', project]), ...files],
          { env: { TALLY_FILE: tallyFile, TEST_DATABASE_URL: databaseUrl } },
        )
        if (!existsSync(tallyFile)) return { results: [{ name: 'tests', state: 'failed' }], output }
        const tally = JSON.parse(await readFile(tallyFile, 'utf8'))
        const results = fromVitest(tally)
        if (skipsPostgres) results.push(...toSkippedOnPostgres(tally.tests))
        return { ...countResults('tests', code, results), slowest: slowest(tally.files), output }
      }),
  }
}

/** The browser tests; without a browser they are named as skipped, and one that needed a second try as flaky. */
export function browserStep({ chromium, files }) {
  return {
    name: 'browser tests',
    run: () =>
      withWorkshop(async (workshop) => {
        const report = join(workshop, 'browser.json')
        const { code, output } = await node(
          [
            toolScript('@playwright/test', 'playwright'),
            'test',
            '--reporter=dot,json',
            '--retries=1',
            // What fails is recorded at its second try: to record everything takes a tenth of the time.
            '--trace=on-first-retry',
            ...(chromium ? [] : ['--list']),
            ...files,
          ],
          {
            cwd: inRoot('e2e'),
            env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...(chromium ? { CHROMIUM_PATH: chromium } : {}) },
          },
        )
        if (!existsSync(report)) return { results: [{ name: 'browser tests', state: 'failed' }], output }
        const read = JSON.parse(await readFile(report, 'utf8'))
        const results = fromPlaywright(read)
        if (!chromium) return { results: results.map((result) => ({ ...result, state: 'skipped' })), output }
        return { ...countResults('browser tests', code, results), slowest: slowest(playwrightFiles(read)), output }
      }),
  }
}

/** A tool that ends badly without naming a failed test has failed all the same. */
function countResults(name, code, results) {
  const isExplained = code === 0 || results.some(({ state }) => state === 'failed')
  const all = isExplained ? results : [...results, { name: `${name} › ended with code ${code}`, state: 'failed' }]
  return { results: all, note: closingLine(all) }
}

async function withWorkshop(work) {
  const workshop = await mkdtemp(join(tmpdir(), 'tangelo-tests-'))
  try {
    return await work(workshop)
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
}
