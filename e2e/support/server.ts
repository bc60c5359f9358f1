/**
 * The real server as a process of its own, on a free port and with a data folder of its own. What it leaves behind is looked
 * through when all tests have run (tests/afterwards.spec.ts).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { folderToLeave, secretsGoTo } from './left-behind.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const READY = /tangelo is ready at (http:\/\/\S+)/
const START_MS = 20_000
/** As `npm start` has it: a third of the time of a start is the compiling of modules that have not changed. */
const COMPILED = join(ROOT, 'node_modules/.compile-cache')

export interface RunningServer {
  /** Where it answers, as it printed it. */
  readonly address: string
  /** Everything it has printed so far. */
  readOutput(): string
  stop(): Promise<void>
}

/** Starts it with these settings and waits until it says where it answers. */
export async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const left = await folderToLeave()
  const { PATH = '', HOME = '' } = process.env
  // Set, though empty: a developer's .env must not reach the server under test.
  const untouched = {
    ADMIN_USERNAME: '',
    ADMIN_PASSWORD: '',
    DATABASE_URL: '',
    LOG_LEVEL: '',
    TRUST_PROXY: '',
    ROLE: '',
  }
  // A test run that is killed leaves no server behind.
  const endWithUs = ['--import', pathToFileURL(join(ROOT, 'scripts/lib/end-with-parent.mjs')).href]
  const child = spawn(process.execPath, [...endWithUs, '--disable-warning=ExperimentalWarning', 'server/src/main.ts'], {
    cwd: ROOT,
    env: {
      PATH,
      HOME,
      TZ: 'UTC',
      NODE_COMPILE_CACHE: COMPILED,
      ...untouched,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: left.data,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const ended = once(child, 'exit')

  async function stop(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await ended
    }
    await writeFile(left.log, output)
  }

  try {
    const address = await addressOf(child.stdout, ended, () => output)
    secretsGoTo(address, left.secrets)
    return { address, readOutput: () => output, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function addressOf(stdout: NodeJS.ReadableStream, ended: Promise<unknown>, output: () => string): Promise<string> {
  return new Promise((found, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The server is not ready after ${START_MS} ms:\n${output()}`)),
      START_MS,
    )
    const readOutput = (): void => {
      const address = READY.exec(output())?.[1]
      // What it prints at its start ends with an empty line.
      if (!address || !/\n\n$/.test(output())) return
      clearTimeout(timer)
      stdout.off('data', readOutput)
      found(address)
    }
    stdout.on('data', readOutput)
    void ended.then(() => {
      clearTimeout(timer)
      reject(new Error(`The server ended at its start:\n${output()}`))
    })
  })
}
