/**
 * What a run leaves behind is nothing: every process it started is ended by its id and every folder removed, when the
 * run is over, when it fails, and on Ctrl+C.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Lifetime {
  folder(name: string): string
  /** Keeps an eye on a process; the returned function ends it early. */
  child(child: ChildProcess, signal?: NodeJS.Signals): () => Promise<void>
  end(): Promise<void>
}

/** A process that has not gone by then is ended the hard way. */
const PATIENCE_MS = 15_000

function lifetime(): Lifetime {
  const children = new Map<ChildProcess, NodeJS.Signals>()
  const folders: string[] = []
  const removeFolders = () => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  const killAll = () => {
    for (const child of children.keys()) child.kill('SIGKILL')
    children.clear()
  }
  // The last resort: an exit from anywhere still takes everything along.
  process.once('exit', () => {
    killAll()
    removeFolders()
  })
  return {
    folder(name) {
      const path = mkdtempSync(join(tmpdir(), `tangelo-bench-${name}-`))
      folders.push(path)
      return path
    },
    child(child, signal = 'SIGTERM') {
      children.set(child, signal)
      child.once('exit', () => children.delete(child))
      return () => endChild(child, signal)
    },
    async end() {
      await Promise.all([...children].map(([child, signal]) => endChild(child, signal)))
      removeFolders()
    },
  }
}

async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  const hard = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  child.kill(signal)
  await exited
  clearTimeout(hard)
}

/** Runs `work` with a lifetime of its own and ends it in any case, also when the user aborts. */
export async function withLifetime(work: (life: Lifetime) => Promise<void>): Promise<void> {
  const life = lifetime()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  try {
    await work(life)
  } finally {
    await life.end()
  }
}
