/** What a migration could spoil is copied before it. */
import { rmSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { StartRefused } from '../start-refused.ts'

/** Before a step: copies the file beside itself and proves that the copy is whole, or stops the start. */
export async function backUp(path: string, step: string, at: number): Promise<void> {
  const copy = `${path}.before-${step}-${new Date(at).toISOString().replaceAll(':', '-')}.bak`
  const source = new DatabaseSync(path)
  try {
    await backup(source, copy)
  } finally {
    source.close()
  }
  const check = new DatabaseSync(copy, { readOnly: true })
  const verdict = check.prepare('pragma integrity_check').get()
  check.close()
  if (verdict?.integrity_check !== 'ok') {
    rmSync(copy, { force: true })
    throw new StartRefused(`The backup before the migration is not whole (${copy}): check the disk, then start again.`)
  }
}
