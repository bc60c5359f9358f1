/** `npm run doctor`: sets up what is missing, then says of everything this installation needs whether it is well. */
import { checkArguments } from './lib/arguments.mjs'
import { become } from './lib/children.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { ensureNode } from './lib/node-runtime.mjs'
import { command } from './lib/say.mjs'

await command(async () => {
  checkArguments('npm run doctor')
  await ensureNode()
  await ensureDependencies()
  await become(['--disable-warning=ExperimentalWarning', 'server/src/commands/doctor.ts'])
})
