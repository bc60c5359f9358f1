/** Detects whether the inputs of a build have changed since. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { inRoot, root } from './place.mjs'

const notSources = new Set(['dist', 'node_modules', 'test-results', 'coverage'])

/** Changes when a file is added, removed, renamed or written. Tests are no part of a build. */
export function fingerprintOf(paths) {
  const hash = createHash('sha256')
  const visit = (path) => {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (!stats) return
    if (stats.isDirectory()) {
      for (const name of readdirSync(path).sort()) if (!notSources.has(name)) visit(join(path, name))
    } else if (!/\.test\.tsx?$/.test(path)) hash.update(`${relative(root, path)} ${stats.size} ${stats.mtimeMs}\n`)
  }
  for (const path of paths) visit(path)
  return hash.digest('hex')
}

/** Remembers what a build was made from, beside the dependencies: a fresh install also means a fresh build. */
export function stampOf(name, madeFrom) {
  const file = inRoot('node_modules', `.tangelo-${name}`)
  const fingerprint = () => fingerprintOf(madeFrom.map((part) => inRoot(part)))
  return {
    isCurrent: () => existsSync(file) && readFileSync(file, 'utf8') === fingerprint(),
    /** Taken before the build: what is saved while it runs counts as a change. */
    take() {
      const before = fingerprint()
      return () => writeFileSync(file, before)
    },
  }
}
