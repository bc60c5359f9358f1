/** `npm start`: sets up what is missing, builds the web app when it is out of date, and becomes the server. */
import { become } from './lib/children.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { ensureNode } from './lib/node-runtime.mjs'
import { command } from './lib/say.mjs'
import { stopQuietly } from './lib/stop-quietly.mjs'
import { ensureBuild } from './lib/web-build.mjs'

await command(async () => {
  await ensureNode()
  const setUpDone = stopQuietly()
  await ensureDependencies()
  await ensureBuild()
  setUpDone()
  await become(['--disable-warning=ExperimentalWarning', 'server/src/main.ts', ...process.argv.slice(2)])
})
