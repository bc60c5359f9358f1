/**
 * `npm run dev`: stand-ins for the vendors, the server, started again whenever one of its files is saved, and Vite with hot
 * reload in front of it, at the one address that is printed. Keys of the environment are not used. What the stand-ins hold ends
 * with them, so the data begin anew each time, in a folder that is removed at the end; DATA_DIR names one that stays. Either one
 * ending ends all.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { checkArguments } from './lib/arguments.mjs'
import { attend, handSignalsTo, killGroup } from './lib/children.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { DEV_PASSWORD, makeDevPeople } from './lib/dev-people.mjs'
import { freePort } from './lib/free-port.mjs'
import { ensureKernel } from './lib/kernel-build.mjs'
import { ensureNode } from './lib/node-runtime.mjs'
import { inRoot, toolScript } from './lib/place.mjs'
import { command, say } from './lib/say.mjs'
import { startStandIns } from './lib/stand-ins.mjs'

const SERVER_PORT = 5000
const VITE_PORT = 5173

await command(async () => {
  checkArguments('npm run dev')
  await ensureNode()
  await ensureDependencies()
  await ensureKernel()
  const standIns = await startStandIns()
  const ownFolder = process.env.DATA_DIR ? null : mkdtempSync(join(tmpdir(), 'tangelo-dev-'))
  const port = process.env.PORT || String(await freePort(SERVER_PORT))
  const vitePort = await freePort(VITE_PORT)
  const address = `http://127.0.0.1:${port}`
  const opened = `http://localhost:${vitePort}`
  const env = {
    ...(ownFolder && { DATA_DIR: ownFolder }),
    PORT: port,
    HOST: '127.0.0.1',
    PUBLIC_URL: opened,
    ADMIN_USERNAME: 'admin',
    ADMIN_PASSWORD: DEV_PASSWORD,
    API_URL: address,
    STRIPE_STAND_IN_URL: standIns.settings.STRIPE_API_URL,
    ...standIns.settings,
  }
  const children = []
  const beside = (args) =>
    attend(process.execPath, args, {
      env,
      stdin: 'ignore',
      stdout: 'pipe',
      onStart: (child) => {
        children.push(child)
        passOn(child)
      },
    })
  let isWanted = false
  handSignalsTo(() => {
    isWanted = true
  })
  const both = [
    beside(['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning', 'server/src/main.ts']),
    beside([
      ...[toolScript('vite'), 'dev', inRoot('web'), '--clearScreen', 'false', '--logLevel', 'warn'],
      ...['--host', 'localhost', '--port', String(vitePort), '--strictPort'],
    ]),
  ]
  const waiting = new AbortController()
  makeDevPeople(address, standIns.table, waiting.signal).then(
    (isMade) => greet(opened, isMade),
    (error) => say(`The people for development could not be made: ${error.message}`),
  )
  const code = await Promise.race(both)
  waiting.abort()
  for (const child of children) killGroup(child, 'SIGTERM')
  await Promise.all(both)
  standIns.end()
  if (ownFolder) rmSync(ownFolder, { recursive: true, force: true })
  process.exit(isWanted ? 0 : code)
})

/** What they log. The server's greeting names its own address and is left out: it is made of empty and indented lines. */
function passOn({ stdout }) {
  createInterface({ input: stdout }).on('line', (line) => {
    if (line !== '' && !line.startsWith('  ')) process.stdout.write(`${line}\n`)
  })
}

function greet(opened, isMade) {
  const who = isMade
    ? `Sign in as admin, pro or basic, each with the password "${DEV_PASSWORD}".`
    : 'Sign in as it was set up in DATA_DIR.'
  say(`\n  Open ${opened}\n  ${who}`)
  say(
    '  Add synthetic_00001 to see it fill, sample.bakery to connect it as its owner; pay with the card 4242 4242 4242 4242. All vendors are stand-ins.\n',
  )
}
