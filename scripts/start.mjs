/** `npm start`: sets up what is missing, builds the web app when it is out of date, and becomes the server. `--demo` opens the demo. */
import { checkArguments } from './lib/arguments.mjs'
import { become } from './lib/children.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { ensureNode } from './lib/node-runtime.mjs'
import { inRoot } from './lib/place.mjs'
import { command } from './lib/say.mjs'
import { stopQuietly } from './lib/stop-quietly.mjs'
import { ensureBuild } from './lib/web-build.mjs'

/**
 * As in the Dockerfile. The nursery of 16 MB from the start: what one turn of requests leaves behind dies in it, instead of
 * growing old and stopping everybody for 10 ms once a second under full load. Large pages, where the system has them: a
 * twelfth less time for every request. The old generation may grow by two fifths before it is swept: a round over 10,000
 * accounts holds 25 MB more than an idle server instead of 100 MB, mostly of answers that were stored long ago.
 */
const serverFlags = [
  '--disable-warning=ExperimentalWarning',
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  '--heap-growing-percent=40',
  '--use-largepages=silent',
]

await command(async () => {
  checkArguments('npm start -- [--demo]', { flags: ['demo'] })
  await ensureNode()
  const setUpDone = stopQuietly()
  await ensureDependencies()
  await ensureBuild()
  setUpDone()
  // Decoded pictures are given back to the system at once; by itself the C library keeps up to 100 MB of them.
  process.env.MALLOC_MMAP_THRESHOLD_ ??= '1000000'
  // What Node compiled last time, types taken away: a third less time to start, and 25 MB less to hold.
  process.env.NODE_COMPILE_CACHE ??= inRoot('node_modules', '.compile-cache')
  await become([...serverFlags, 'server/src/main.ts', ...process.argv.slice(2)])
})
