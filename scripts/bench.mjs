/** `npm run bench -- NAME`: runs one benchmark of bench/src and prints its figures side by side; without a name, lists them. */
import { findChromium } from './lib/chromium.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { ensureNode } from './lib/node-runtime.mjs'
import { runProgram } from './lib/programs.mjs'
import { command } from './lib/say.mjs'
import { ensureBuild } from './lib/web-build.mjs'

await command(async () => {
  await ensureNode()
  await ensureDependencies()
  await ensureBuild()
  const chromium = findChromium({ isWhole: true })
  if (chromium) process.env.CHROMIUM_PATH = chromium
  await runProgram({ folder: 'bench/src', script: 'bench', argv: process.argv.slice(2) })
})
