/**
 * Builds the web app into web/dist when it is missing or anything it is made from has changed. Finding out costs a look at
 * the size and time of each source file, a few milliseconds.
 */
import { existsSync } from 'node:fs'
import { run } from './children.mjs'
import { stampOf } from './fingerprint.mjs'
import { ensureKernel } from './kernel-build.mjs'
import { inRoot, toolScript } from './place.mjs'
import { CannotGoOn, say } from './say.mjs'

const stamp = stampOf('web-build', [
  'web',
  'contract/src',
  'contract/package.json',
  'kernel/assembly',
  'kernel/src',
  'kernel/package.json',
  'package-lock.json',
])

/** The kernel too: the web app holds it, and the server draws with it. */
export async function ensureBuild() {
  await ensureKernel()
  if (existsSync(inRoot('web/dist/index.html')) && stamp.isCurrent()) return
  say('Building the web app.')
  const { code, output } = await buildWeb()
  if (code !== 0) throw new CannotGoOn(`${output}\nThe web app could not be built.`)
}

/** Builds in any case, with the kernel as it stands, and answers how the build ended. */
export async function buildWeb() {
  const keep = stamp.take()
  const built = await run(process.execPath, [toolScript('vite'), 'build', '--logLevel', 'warn'], {
    cwd: inRoot('web'),
    env: { NODE_ENV: 'production' },
  })
  if (built.code === 0) keep()
  return built
}
