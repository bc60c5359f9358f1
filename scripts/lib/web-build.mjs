/**
 * Builds the web app into web/dist when it is missing or anything it is made from has changed. Finding out costs a look at
 * the size and time of each source file, a few milliseconds.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { run } from './children.mjs'
import { inRoot, root, toolScript } from './place.mjs'
import { CannotGoOn, say } from './say.mjs'

const madeFrom = ['web', 'contract/src', 'contract/package.json', 'package-lock.json']
const notSources = new Set(['dist', 'node_modules', 'test-results', 'coverage'])
// Beside the dependencies, not in dist: a fresh install also means a fresh build, and dist holds only what is served.
const stampFile = inRoot('node_modules', '.tangelo-web-build')

export async function ensureBuild() {
  const fingerprint = fingerprintOf(madeFrom.map((part) => inRoot(part)))
  if (
    existsSync(inRoot('web/dist/index.html')) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === fingerprint
  )
    return
  say('Building the web app.')
  const { code, output } = await buildWeb()
  if (code !== 0) throw new CannotGoOn(`${output}\nThe web app could not be built.`)
}

/** Builds in any case, remembers what it was built from, and answers how the build ended. */
export async function buildWeb() {
  const fingerprint = fingerprintOf(madeFrom.map((part) => inRoot(part)))
  const built = await run(process.execPath, [toolScript('vite'), 'build', '--logLevel', 'warn'], {
    cwd: inRoot('web'),
    env: { NODE_ENV: 'production' },
  })
  if (built.code === 0) writeFileSync(stampFile, fingerprint)
  return built
}

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
