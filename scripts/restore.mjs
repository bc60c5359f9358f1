/** `npm run restore -- FILE`: sets up what is missing, then puts a backup in the place of what is kept. */
import { checkArguments } from './lib/arguments.mjs'
import { become } from './lib/children.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { ensureNode } from './lib/node-runtime.mjs'
import { asTyped } from './lib/place.mjs'
import { command } from './lib/say.mjs'

await command(async () => {
  checkArguments('npm run restore -- FILE', { files: 1 })
  await ensureNode()
  await ensureDependencies()
  const args = process.argv.slice(2).map(asTyped)
  await become(['--disable-warning=ExperimentalWarning', 'server/src/commands/restore.ts', ...args])
})
