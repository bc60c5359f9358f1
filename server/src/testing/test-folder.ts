import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder that is removed when the running test ends. */
export function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tangelo-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
