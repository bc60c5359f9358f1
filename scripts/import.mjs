/** `npm run import -- FILE`: sets up what is missing, then reads a file of figures into the data folder. */
import { checkArguments } from './lib/arguments.mjs'
import { become } from './lib/children.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { ensureNode } from './lib/node-runtime.mjs'
import { asTyped } from './lib/place.mjs'
import { command } from './lib/say.mjs'

await command(async () => {
  checkArguments('npm run import -- FILE [--company ID]', { valued: ['company'], files: 1 })
  await ensureNode()
  await ensureDependencies()
  const args = process.argv.slice(2).map(asTyped)
  await become(['--disable-warning=ExperimentalWarning', 'server/src/commands/import.ts', ...args])
})
