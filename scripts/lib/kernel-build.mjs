/**
 * Compiles the reel kernel into kernel/dist when it is missing or its source has changed: once with what every browser knows,
 * once with relaxed SIMD and memory that threads share, for the server. Takes two seconds each.
 */
import { existsSync, rmSync } from 'node:fs'
import { run } from './children.mjs'
import { stampOf } from './fingerprint.mjs'
import { inRoot, toolScript } from './place.mjs'
import { CannotGoOn, say } from './say.mjs'

const stamp = stampOf('kernel-build', ['kernel/assembly', 'package-lock.json', 'scripts/lib/kernel-build.mjs'])
const always = ['-O3', '--runtime', 'stub', '--enable', 'simd', '--importMemory', '--noAssert']
const kinds = {
  'kernel.wasm': [],
  // As many pages as kernel/src/memory.ts uses.
  'kernel-shared.wasm': [
    ...['--enable', 'relaxed-simd', '--enable', 'threads'],
    ...['--sharedMemory', '--maximumMemory', '8192'],
  ],
}

export async function ensureKernel() {
  if (Object.keys(kinds).every((name) => existsSync(inRoot('kernel/dist', name))) && stamp.isCurrent()) return
  say('Building the reel kernel.')
  const { code, output } = await buildKernel()
  if (code !== 0) throw new CannotGoOn(`${output}\nThe reel kernel could not be built.`)
}

/** Builds in any case, and answers how the build ended. */
export async function buildKernel() {
  const keep = stamp.take()
  const built = await Promise.all(
    Object.entries(kinds).map(([name, options]) =>
      run(process.execPath, [
        toolScript('assemblyscript', 'asc'),
        'kernel/assembly/index.ts',
        '--outFile',
        `kernel/dist/${name}`,
        ...always,
        ...options,
      ]),
    ),
  )
  const failed = built.find(({ code }) => code !== 0)
  if (failed) rmSync(inRoot('kernel/dist'), { recursive: true, force: true })
  else keep()
  return failed ?? { code: 0, output: '', seconds: Math.max(...built.map(({ seconds }) => seconds)) }
}
