/** `npm run build`: builds the web app into web/dist, whether or not it is out of date. The server needs no build. */
import { ensureDependencies } from './lib/dependencies.mjs'
import { ensureNode } from './lib/node-runtime.mjs'
import { CannotGoOn, command, say } from './lib/say.mjs'
import { buildWeb } from './lib/web-build.mjs'

await command(async () => {
  await ensureNode()
  await ensureDependencies()
  const { code, output, seconds } = await buildWeb()
  if (code !== 0) throw new CannotGoOn(`${output}\nThe web app could not be built.`)
  say(`${output}web/dist built in ${seconds.toFixed(1)} s.`)
})
