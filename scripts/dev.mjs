/**
 * `npm run dev`: stand-ins for the vendors, the server, started again whenever one of its files is saved, and Vite with hot
 * reload in front of it. Keys of the environment are not used; the data are in a folder of their own. Either one ending
 * ends all.
 */
import { attend, handSignalsTo, killGroup } from './lib/children.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { DEV_PASSWORD, makeDevPeople } from './lib/dev-people.mjs'
import { ensureKernel } from './lib/kernel-build.mjs'
import { ensureNode } from './lib/node-runtime.mjs'
import { inRoot, toolScript } from './lib/place.mjs'
import { command, say } from './lib/say.mjs'
import { startStandIns } from './lib/stand-ins.mjs'

await command(async () => {
  await ensureNode()
  await ensureDependencies()
  await ensureKernel()
  const standIns = await startStandIns()
  const port = process.env.PORT ?? '5000'
  const address = `http://127.0.0.1:${port}`
  const env = {
    DATA_DIR: inRoot('data', 'dev'),
    ...process.env,
    PORT: port,
    ADMIN_USERNAME: 'admin',
    ADMIN_PASSWORD: DEV_PASSWORD,
    API_URL: address,
    ...standIns.settings,
  }
  const children = []
  const beside = (args) =>
    attend(process.execPath, args, { env, stdin: 'ignore', onStart: (child) => children.push(child) })
  let isWanted = false
  handSignalsTo(() => {
    isWanted = true
  })
  const both = [
    beside(['--watch', '--disable-warning=ExperimentalWarning', 'server/src/main.ts', ...process.argv.slice(2)]),
    beside([toolScript('vite'), 'dev', inRoot('web'), '--clearScreen', 'false']),
  ]
  const waiting = new AbortController()
  makeDevPeople(address, standIns.table, waiting.signal).then(
    (isMade) =>
      isMade &&
      say(
        `Sign in as admin, pro or basic, each with the password "${DEV_PASSWORD}". Add synthetic_00001 to see it fill.`,
      ),
    (error) => say(`The people for development could not be made: ${error.message}`),
  )
  const code = await Promise.race(both)
  waiting.abort()
  for (const child of children) killGroup(child, 'SIGTERM')
  await Promise.all(both)
  standIns.end()
  process.exit(isWanted ? 0 : code)
})
