/** `npm run export -- months [--to FOLDER]`: sets up what is missing, then writes closed months as Parquet. */
import { checkArguments } from './lib/arguments.mjs'
import { become } from './lib/children.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { ensureNode } from './lib/node-runtime.mjs'
import { command } from './lib/say.mjs'

await command(async () => {
  checkArguments('npm run export -- months [--to FOLDER]', { files: 1, valued: ['to'] })
  await ensureNode()
  await ensureDependencies()
  await become(['--disable-warning=ExperimentalWarning', 'server/src/commands/export.ts', ...process.argv.slice(2)])
})
