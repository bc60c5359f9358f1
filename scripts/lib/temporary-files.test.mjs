/** Where temporary files of a run go, and that nothing of a run stays in memory. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepTemporaryFilesInMemory } from './temporary-files.mjs'

let folder
const before = process.env.TMPDIR

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tangelo-memory-'))
})

afterEach(() => {
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  rmSync(folder, { recursive: true, force: true })
})

test('temporary files go to a folder of the run, which is gone after it', () => {
  const end = keepTemporaryFilesInMemory({ folder, room: 1 })
  const own = tmpdir()
  expect(own).toBe(join(folder, `tangelo-tests-${process.pid}`))
  writeFileSync(join(own, 'left'), 'a test was killed')
  end()
  expect([existsSync(own), process.env.TMPDIR]).toEqual([false, before])
})

test('what a killed run left is removed, and what another run holds stays', () => {
  const [left, held] = [join(folder, 'tangelo-tests-999999999'), join(folder, `tangelo-tests-${process.ppid}`)]
  for (const one of [left, held]) mkdirSync(one)
  keepTemporaryFilesInMemory({ folder, room: 1 })()
  expect([existsSync(left), existsSync(held)]).toEqual([false, true])
})

test.each([
  ['little memory', { room: Number.MAX_SAFE_INTEGER }],
  ['no such folder', { room: 1, folder: '/nowhere-at-all' }],
])('with %s they stay where they were', (_, options) => {
  keepTemporaryFilesInMemory({ folder, ...options })()
  expect(process.env.TMPDIR).toBe(before)
})
