/** `npm run pictures`: makes the pictures of README anew, in a browser that visits the demo workspace of a new installation. */
import { checkArguments } from './lib/arguments.mjs'
import { findChromium } from './lib/chromium.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { ensureNode } from './lib/node-runtime.mjs'
import { runProgram } from './lib/programs.mjs'
import { command } from './lib/say.mjs'
import { ensureBuild } from './lib/web-build.mjs'

await command(async () => {
  checkArguments('npm run pictures')
  await ensureNode()
  await ensureDependencies()
  await ensureBuild()
  const chromium = findChromium()
  if (chromium) process.env.CHROMIUM_PATH = chromium
  await runProgram({ folder: 'bench/src', script: 'bench', argv: ['pictures'] })
})
