/** Every test that needs no browser, one project per place. The server's tests run on each engine of the store. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { ensureKernel } from './scripts/lib/kernel-build.mjs'

const root = import.meta.dirname
const webSetup = resolve(root, 'web/src/testing/setup.ts')

type Project = NonNullable<TestProjectInlineConfiguration['test']>

function project(name: string, folder: string, test: Project = {}): TestProjectInlineConfiguration {
  return {
    root: resolve(root, folder),
    test: {
      name,
      include: ['src/**/*.test.{ts,tsx}'],
      // A limit for what hangs: on a busy machine a test may take ten times as long as by itself.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      // A second otherwise, which a part of a page alone may take.
      expect: { poll: { timeout: 15_000 } },
      restoreMocks: true,
      unstubEnvs: true,
      ...test,
    },
  }
}

/**
 * What does not ask the store, or starts a program of its own with the store it names, is the same on either engine; so are the
 * questions of the access matrix, what is refused for what it holds, what each error of a vendor is called, and a year of slots: their
 * neighbours ask either store the same. Of the trials, the queue's and the one of every acknowledged write are of PostgreSQL too.
 */
const ON_SQLITE_ALONE = [
  '**/*.rules.test.ts',
  'src/features/**/*.{refusals,refused,refused-files}.test.ts',
  'src/adapters/{blob-storage,content-database,drive,figures-file,images,instagram,pictures,renderer}/**',
  'src/adapters/payments/{stripe,stripe-events,stripe-failures,stripe-shapes,sandbox-proration}.test.ts',
  'src/features/publishing/{publications/publications.errors,slots/slots.year}.test.ts',
  'src/platform/{*.test.ts,http/**}',
  'src/commands/import.test.ts',
  'src/composition/{damaged-store,data-folder-modes,full-disk,store-check}.test.ts',
  'src/testing/{access,public-api-sample}.test.ts',
  'src/testing/trials/{content-crash,payment-kills,reel-crash,refresh-rounds,table-kills}.test.ts',
]

/** Faults and plans of PostgreSQL, and nodes that share one. */
const ON_POSTGRES_ALONE = [
  'src/adapters/backup/{fill-store,restore-postgres}.test.ts',
  'src/adapters/queue/stale-statistics.test.ts',
  'src/composition/{store-away,worker-node}.test.ts',
  'src/platform/database/{lost-connections,nodes,postgres-months*,snapshot,store-hints}.test.ts',
  'src/testing/trials/{chaos,rolling-upgrade}.test.ts',
]

/** Test files share a worker's modules, so that Fastify and the store's schema are made once and not for each file. */
const server = (store: 'sqlite' | 'postgres') =>
  project(`server-${store}`, 'server', {
    env: { TEST_STORE: store },
    isolate: false,
    exclude: store === 'postgres' ? ON_SQLITE_ALONE : ON_POSTGRES_ALONE,
    globalSetup: resolve(root, 'server/src/testing/stores-of-a-run.ts'),
  })

// Also for runs of Vitest by itself.
await ensureKernel()

export default defineConfig({
  test: {
    // The same everywhere: timings stay comparable. One more than the smallest machine that runs the checks has cores: a test waits
    // up to half of its time, for a timer, a frame, the store or a process of its own.
    maxWorkers: 3,
    projects: [
      project('contract', 'contract'),
      project('kernel', 'kernel'),
      project('stand-ins', 'stand-ins'),
      server('sqlite'),
      ...(process.env.TEST_DATABASE_URL ? [server('postgres')] : []),
      project('web', 'web', {
        include: ['{src,build}/**/*.test.{ts,tsx}'],
        environment: 'jsdom',
        // One page for all files of a worker: making it takes longer than most of them. What a test leaves there is put away
        // after each (`testing/setup.ts`).
        isolate: false,
        setupFiles: existsSync(webSetup) ? [webSetup] : [],
      }),
      project('bench', 'bench'),
      project('scripts', 'scripts', { include: ['**/*.test.mjs'] }),
    ],
  },
})
