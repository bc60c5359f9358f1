/** `npm start`: sets up what is missing, builds the web app when it is out of date, and becomes the server. */
import { become } from './lib/children.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { ensureNode } from './lib/node-runtime.mjs'
import { inRoot } from './lib/place.mjs'
import { command } from './lib/say.mjs'
import { stopQuietly } from './lib/stop-quietly.mjs'
import { ensureBuild } from './lib/web-build.mjs'

await command(async () => {
  await ensureNode()
  const setUpDone = stopQuietly()
  await ensureDependencies()
  await ensureBuild()
  setUpDone()
  // What Node compiled last time, types taken away: a third less time to start, and 25 MB less to hold.
  process.env.NODE_COMPILE_CACHE ??= inRoot('node_modules', '.compile-cache')
  await become(['--disable-warning=ExperimentalWarning', 'server/src/main.ts', ...process.argv.slice(2)])
})
