/** A disk of a few megabytes for one test, in memory; only where this user may mount one. */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export interface SmallDisk {
  path: string
  /** Takes the room that is left, but for this many bytes. */
  fill(leaving?: number): void
  /** Gives back what `fill` took. */
  makeRoom(): void
  end(): void
}

/** Null where this user may not mount: Linux asks for root. */
export function smallDisk(megabytes: number): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'tangelo-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    rmSync(path, { recursive: true })
    return null
  }
  const filler = join(path, 'filler')
  return {
    path,
    fill(leaving = 0) {
      fillWith(filler)
      truncateSync(filler, statSync(filler).size - leaving)
    },
    makeRoom: () => rmSync(filler, { force: true }),
    end() {
      execFileSync('umount', ['--lazy', path])
      rmSync(path, { recursive: true, force: true })
    },
  }
}

/** `smallDisk` for the running test, which is skipped by name where there can be none. */
export function smallDiskOfTest(megabytes: number, skip: (why: string) => never): SmallDisk {
  const disk = smallDisk(megabytes) ?? skip('a disk can be mounted here by root only')
  onTestFinished(disk.end)
  return disk
}

function fillWith(path: string): void {
  const file = openSync(path, 'a')
  try {
    for (const chunk of [1024 * 1024, 4096, 1]) {
      const bytes = Buffer.alloc(chunk, 1)
      while (isTaken(file, bytes));
    }
  } finally {
    closeSync(file)
  }
}

function isTaken(file: number, bytes: Buffer): boolean {
  try {
    return writeSync(file, bytes) === bytes.length
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}
