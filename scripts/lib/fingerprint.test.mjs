/** What is built is built again exactly when something it is made from has changed. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprintOf } from './fingerprint.mjs'

let folder
const write = (path, text) => writeFileSync(join(folder, path), text)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tangelo-build-'))
  mkdirSync(join(folder, 'src'))
  mkdirSync(join(folder, 'dist'))
  write('src/main.tsx', 'one')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['a file is written', () => write('src/main.tsx', 'another'), true],
  ['a file is added', () => write('src/more.tsx', ''), true],
  ['a file is renamed', () => renameSync(join(folder, 'src/main.tsx'), join(folder, 'src/start.tsx')), true],
  ['a file is removed', () => rmSync(join(folder, 'src/main.tsx')), true],
  ['a test is added', () => write('src/main.test.tsx', ''), false],
  ['the build itself', () => write('dist/index.html', ''), false],
  ['nothing', () => undefined, false],
])('%s', (_what, change, isDifferent) => {
  const before = fingerprintOf([folder])
  change()
  expect(fingerprintOf([folder]) !== before).toBe(isDifferent)
})
