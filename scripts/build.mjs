/** `npm run build`: builds the reel kernel and the web app, whether or not they are out of date. The server needs no build. */
import { checkArguments } from './lib/arguments.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { buildKernel } from './lib/kernel-build.mjs'
import { ensureNode } from './lib/node-runtime.mjs'
import { CannotGoOn, command, say } from './lib/say.mjs'
import { buildWeb } from './lib/web-build.mjs'

await command(async () => {
  checkArguments('npm run build')
  await ensureNode()
  await ensureDependencies()
  const kernel = await buildKernel()
  if (kernel.code !== 0) throw new CannotGoOn(`${kernel.output}\nThe reel kernel could not be built.`)
  const { code, output, seconds } = await buildWeb()
  if (code !== 0) throw new CannotGoOn(`${output}\nThe web app could not be built.`)
  say(`${output}web/dist built in ${seconds.toFixed(1)} s.`)
})
