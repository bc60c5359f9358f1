/** Each architecture rule refuses the import it exists for, in a small tree of its own. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkArchitecture } from './architecture-rules.mjs'
import { inRoot } from './place.mjs'

let tree

const files = {
  'contract/src/index.ts': 'export type Name = string\nexport const route = 1\n',
  'contract/src/base/limits.ts': 'export const MOST = 10\n',
  'contract/src/content/limits.ts': 'export const LEAST = 1\n',
  'server/package.json': '{ "name": "@tangelo/server", "type": "module", "imports": { "#*": "./src/*" } }',
  'server/src/app.ts': 'export const app = 1\n',
  'server/src/main.ts': "import './adapters/drive/folder.ts'\n",
  'server/src/adapters/drive/folder.ts': 'export const folder = 1\n',
  'server/src/features/content/index.ts': "export { drafts } from './drafts/drafts.service.ts'\n",
  'server/src/features/content/drafts/drafts.service.ts': 'export const drafts = 1\n',
  'server/src/features/content/drafts/drafts.store.ts': "import 'node:sqlite'\nexport const store = 1\n",
  'server/src/features/reels/reels/reels.store.ts': 'export const store = 1\n',
  'server/src/testing/world.ts': 'export const world = 1\n',
  'web/src/pages/login.tsx': 'export const login = 1\n',
  'web/package.json': '{ "name": "@tangelo/web", "type": "module", "imports": { "#*": "./src/*" } }',
  'web/src/features/content/index.ts': 'export const drafts = 1\n',
  'web/src/features/content/drafts/queries.ts': 'export const queries = 1\n',
  'stand-ins/src/index.ts': 'export const standIn = 1\n',
}

function put(path, text) {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), text)
}

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'tangelo-rules-'))
  symlinkSync(inRoot('node_modules'), join(tree, 'node_modules'))
  for (const [path, text] of Object.entries(files)) put(path, text)
})

afterAll(() => rmSync(tree, { recursive: true, force: true }))

async function refusals(path, text) {
  put(path, text)
  try {
    const { violations } = await checkArchitecture({ baseDir: tree, paths: [path] })
    return violations.filter(({ from }) => from === path).map(({ rule }) => rule)
  } finally {
    rmSync(join(tree, path))
  }
}

test.each([
  ['imports-are-found', 'server/src/platform/a.ts', "import '#features/no-such-domain/index.ts'"],
  ['contract-is-pure', 'contract/src/a.ts', "import '../../server/src/app.ts'"],
  ['limits-know-nothing', 'contract/src/base/limits.ts', "import '../index.ts'"],
  ['limits-know-nothing', 'contract/src/content/limits.ts', "import '../index.ts'"],
  ['web-and-server-apart', 'web/src/lib/a.ts', "import type { app } from '../../../server/src/app.ts'"],
  [
    'web-takes-only-limits-as-values',
    'web/src/lib/a.ts',
    "import { route } from '../../../contract/src/index.ts'\nroute",
  ],
  ['kernel-knows-only-limits', 'kernel/src/a.ts', "import '../../server/src/app.ts'"],
  [
    'kernel-takes-only-limits-as-values',
    'kernel/src/a.ts',
    "import { route } from '../../contract/src/index.ts'\nroute",
  ],
  [
    'only-through-index',
    'server/src/features/reels/reels/reels.service.ts',
    "import '#features/content/drafts/drafts.service.ts'",
  ],
  ['only-through-index', 'server/src/composition/a.ts', "import '#features/content/drafts/drafts.service.ts'"],
  ['only-through-index', 'web/src/pages/a.tsx', "import '#features/content/drafts/queries.ts'"],
  ['only-through-index', 'web/src/app/shell.tsx', "import '#features/content/drafts/queries.ts'"],
  ['no-store-through-index', 'server/src/features/reels/index.ts', "export * from './reels/reels.store.ts'"],
  ['domain-order', 'server/src/features/core/access/access.policy.ts', "import '#features/content/index.ts'"],
  ['domain-order', 'web/src/features/billing/credits/queries.ts', "import '../../content/index.ts'"],
  ['nothing-below-knows-features', 'server/src/platform/a.ts', "import '#features/content/index.ts'"],
  ['features-do-not-know-pages', 'web/src/features/content/drafts/a.ts', "import '../../../pages/login.tsx'"],
  ['features-do-not-know-entry-points', 'server/src/features/content/drafts/drafts.jobs.ts', "import '#app.ts'"],
  [
    'composition-chooses-adapters',
    'server/src/features/content/drafts/drafts.jobs.ts',
    "import '#adapters/drive/folder.ts'",
  ],
  ['composition-chooses-adapters', 'server/src/app.ts', "import './adapters/drive/folder.ts'"],
  ['sql-lives-in-stores', 'server/src/features/content/drafts/drafts.jobs.ts', "import 'kysely'"],
  ['sql-lives-in-stores', 'server/src/features/content/drafts/drafts.jobs.ts', "import 'node:sqlite'"],
  ['stand-ins-only-in-tests', 'server/src/platform/a.ts', "import '../../../stand-ins/src/index.ts'"],
  ['routes-use-services', 'server/src/features/content/drafts/drafts.routes.ts', "import './drafts.store.ts'"],
  ['test-helpers-only-in-tests', 'server/src/platform/a.ts', "import '../testing/world.ts'"],
  ['no-cycles', 'server/src/platform/a.ts', "import './a.ts'"],
])('%s: %s may not contain %s', async (rule, path, text) => {
  const kept = files[path]
  expect(await refusals(path, `${text}\n`)).toContain(rule)
  if (kept) put(path, kept)
})

test.each([
  ['server/src/composition/compose.ts', "import '../adapters/drive/folder.ts'"],
  ['server/src/commands/import.ts', "import '../adapters/drive/folder.ts'"],
  ['server/src/features/reels/reels/reels.service.ts', "import '#features/content/index.ts'"],
  ['server/src/features/reels/reels/reels.store.ts', "import 'kysely'"],
  ['server/src/features/content/drafts/drafts.test.ts', "import '#testing/world.ts'\nimport 'node:sqlite'"],
  ['web/src/lib/a.ts', "import type { Name } from '../../../contract/src/index.ts'"],
  ['web/src/lib/a.ts', "import { MOST } from '../../../contract/src/base/limits.ts'\nMOST"],
  ['kernel/src/a.ts', "import type { Name } from '../../contract/src/index.ts'"],
  ['web/src/pages/drafts.tsx', "import '../features/content/index.ts'"],
])('%s may contain %s', async (path, text) => {
  expect(await refusals(path, `${text}\n`)).toEqual([])
})

test('two parts that import each other through different files are a cycle, with the imports that make it', async () => {
  const folder = 'server/src/features/billing'
  const cycle = {
    'plans/plans.service.ts': "import '../credits/credits.rules.ts'\n",
    'plans/plans.rules.ts': 'export const plan = 1\n',
    'credits/credits.service.ts': "import '../plans/plans.rules.ts'\n",
    'credits/credits.rules.ts': 'export const credit = 1\n',
  }
  for (const [path, text] of Object.entries(cycle)) put(`${folder}/${path}`, text)
  const { violations } = await checkArchitecture({ baseDir: tree, paths: [folder] })
  expect(violations).toEqual([
    {
      rule: 'no-cycles-between-parts',
      from: expect.stringContaining(`${folder}/plans`),
      to: expect.stringContaining(`${folder}/plans/plans.service.ts → ${folder}/credits/credits.rules.ts`),
    },
  ])
  rmSync(join(tree, folder), { recursive: true })
})
