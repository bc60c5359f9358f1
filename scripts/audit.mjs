/** `npm run audit`: sets up what is missing, then makes every derived figure again from the snapshots and checks the audit log. */
import { checkArguments } from './lib/arguments.mjs'
import { become } from './lib/children.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { ensureNode } from './lib/node-runtime.mjs'
import { command } from './lib/say.mjs'

await command(async () => {
  checkArguments('npm run audit -- [--entry NUMBER:HASH] [--months FOLDER|bucket]', { valued: ['entry', 'months'] })
  await ensureNode()
  await ensureDependencies()
  await become(['--disable-warning=ExperimentalWarning', 'server/src/commands/audit.ts', ...process.argv.slice(2)])
})
