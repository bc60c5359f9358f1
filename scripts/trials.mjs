/** `npm run trials -- NAME`: long crash and random-history runs of the server, too long for `npm test`; without a name, lists them. */
import { ensureDependencies } from './lib/dependencies.mjs'
import { ensureKernel } from './lib/kernel-build.mjs'
import { ensureNode } from './lib/node-runtime.mjs'
import { runProgram } from './lib/programs.mjs'
import { command } from './lib/say.mjs'

await command(async () => {
  await ensureNode()
  await ensureDependencies()
  await ensureKernel()
  await runProgram({ folder: 'server/src/testing/trials', script: 'trials', argv: process.argv.slice(2) })
})
