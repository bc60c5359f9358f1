/**
 * `npm run dev`: the server, started again whenever one of its files is saved, and Vite with hot reload in front of it.
 * Either one ending ends both.
 */
import { attend, handSignalsTo, killGroup } from './lib/children.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { ensureNode } from './lib/node-runtime.mjs'
import { inRoot, toolScript } from './lib/place.mjs'
import { command } from './lib/say.mjs'

await command(async () => {
  await ensureNode()
  await ensureDependencies()
  const children = []
  const beside = (args) => attend(process.execPath, args, { stdin: 'ignore', onStart: (child) => children.push(child) })
  let isWanted = false
  handSignalsTo(() => {
    isWanted = true
  })
  const both = [
    beside(['--watch', '--disable-warning=ExperimentalWarning', 'server/src/main.ts', ...process.argv.slice(2)]),
    beside([toolScript('vite'), 'dev', inRoot('web'), '--clearScreen', 'false']),
  ]
  const code = await Promise.race(both)
  for (const child of children) killGroup(child, 'SIGTERM')
  await Promise.all(both)
  process.exit(isWanted ? 0 : code)
})
