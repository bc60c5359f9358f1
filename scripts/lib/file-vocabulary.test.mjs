/** What a domain and a part may hold. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { judgeServerFile, judgeWebFile, listMisplacedFiles } from './file-vocabulary.mjs'

test.each([
  ['content/index.ts', true],
  ['content/README.md', true],
  ['content/drafts/drafts.routes.ts', true],
  ['content/drafts/drafts.service.ts', true],
  ['content/drafts/drafts.rules.ts', true],
  ['content/drafts/drafts.rules.test.ts', true],
  ['content/drafts/drafts.policy.ts', true],
  ['content/drafts/drafts.store.ts', true],
  ['content/drafts/drafts.view.ts', true],
  ['content/drafts/drafts.jobs.ts', true],
  ['content/drafts/drafts.worker.ts', true],
  ['content/drafts/drafts.test.ts', true],
  ['content/drafts/drafts.bulk-status.test.ts', true],
  ['content/drafts/service/write-through.ts', true],
  ['content/drafts/drafts.ts', false],
  ['content/drafts/drafts.helpers.ts', false],
  ['content/drafts/reels.service.ts', false],
  ['content/drafts/utils.ts', false],
  ['content/drafts/index.ts', false],
  ['content/drafts/helpers/dates.ts', false],
  ['content/drafts/service/notes.md', false],
  ['content/shared.ts', false],
  ['content.ts', false],
])('on the server %s: %s', (path, isWelcome) => {
  expect(judgeServerFile(path) === undefined).toBe(isWelcome)
})

test.each([
  ['content/index.ts', true],
  ['content/drafts/queries.ts', true],
  ['content/drafts/rules.ts', true],
  ['content/drafts/rules.test.ts', true],
  ['content/drafts/texts.ts', true],
  ['content/drafts/drafts.test.tsx', true],
  ['content/drafts/drafts.css', true],
  ['content/drafts/components/post-dialog.tsx', true],
  ['content/drafts/components/tags/use-tags.ts', true],
  ['content/drafts/queries/changes.ts', true],
  ['content/drafts/index.ts', false],
  ['content/drafts/helpers.ts', false],
  ['content/drafts/post-dialog.tsx', false],
  ['content/drafts/hooks/use-tags.ts', false],
  ['content/queries.ts', false],
])('on the web %s: %s', (path, isWelcome) => {
  expect(judgeWebFile(path) === undefined).toBe(isWelcome)
})

test('a misplaced file is named with what belongs there', () => {
  const root = mkdtempSync(join(tmpdir(), 'tangelo-vocabulary-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const path of ['server/src/features/core/access/tools.ts', 'web/src/features/core/helpers.ts']) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), '')
  }
  expect(listMisplacedFiles(root)).toEqual([
    expect.stringContaining('server/src/features/core/access/tools.ts: a server part holds <part>.<role>.ts'),
    expect.stringContaining('web/src/features/core/helpers.ts: a domain holds one index.ts'),
  ])
})
