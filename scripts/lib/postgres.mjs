/**
 * A PostgreSQL cluster for one test run: private, thrown away afterwards, fast because nothing in it has to survive. It is
 * sorted as most hosted ones are (English, by ICU), so that a query that leans on byte order fails here and not there.
 */

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './children.mjs'
import { isRunning } from './running.mjs'

const prefix = 'tangelo-postgres-'
const startWithinMs = 30_000

/** The folder with initdb and postgres: the newest of Debian's, or the one pg_config names. */
export async function findPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(debian, version, 'bin'))
  const found = newestFirst.find((bin) => existsSync(join(bin, 'initdb')))
  if (found) return found
  const { code, output } = await run('pg_config', ['--bindir'])
  return code === 0 && existsSync(join(output.trim(), 'initdb')) ? output.trim() : undefined
}

/** Starts a cluster; `{ url, stop }`. `stop` may be called more than once and leaves nothing behind. */
export async function startPostgres(bin) {
  await removeAbandoned(bin)
  const user = await ordinaryUser()
  const home = await mkdtemp(join(tmpdir(), prefix))
  const data = join(home, 'data')
  const passwordFile = join(home, 'password')
  const password = randomBytes(18).toString('base64url')
  await writeFile(join(home, 'owner'), String(process.pid))
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (user) for (const path of [home, passwordFile]) await chown(path, user.uid, user.gid)

  let server
  const stop = async () => {
    if (server && server.exitCode === null && server.signalCode === null) {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGQUIT')
      await ended
    }
    await rm(home, { recursive: true, force: true })
  }

  try {
    const options = [
      '-D',
      data,
      '-U',
      'tangelo',
      '--pwfile',
      passwordFile,
      '--auth=scram-sha-256',
      '-E',
      'UTF8',
      '--no-sync',
    ]
    const english = [...options, '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US']
    const asUser = { cwd: home, ...user }
    let made = await run(join(bin, 'initdb'), english, asUser)
    // Before version 15 there is no ICU for a whole cluster; some builds come without.
    if (made.code !== 0) made = await run(join(bin, 'initdb'), [...options, '--locale=C'], asUser)
    if (made.code !== 0) throw new Error(`initdb failed:\n${made.output}`)

    const port = await freePort()
    const settings = [
      'fsync=off',
      'full_page_writes=off',
      'synchronous_commit=off',
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${home}`,
      'max_connections=200',
    ].flatMap((setting) => ['-c', setting])
    server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], {
      ...asUser,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await accepting(server)
    return { url: `postgres://tangelo:${password}@127.0.0.1:${port}/postgres`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** PostgreSQL refuses to run as root: then it is the package's own user, made here where it is missing. */
async function ordinaryUser() {
  if (process.getuid?.() !== 0) return undefined
  const idOf = async (flag) => Number.parseInt((await run('id', [flag, 'postgres'])).output, 10)
  if (Number.isNaN(await idOf('-u'))) await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
  const [uid, gid] = [await idOf('-u'), await idOf('-g')]
  if (Number.isNaN(uid)) throw new Error('PostgreSQL cannot run as root, and there is no user called postgres.')
  return { uid, gid }
}

/** @returns {Promise<void>} */
function accepting(server) {
  return new Promise((resolve, reject) => {
    let log = ''
    const tooLong = setTimeout(() => reject(new Error(`PostgreSQL did not start in time:\n${log}`)), startWithinMs)
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL ended at once:\n${log}`)))
    server.stderr.on('data', (chunk) => {
      if (log.length < 20_000) log += chunk
      if (!log.includes('ready to accept connections')) return
      clearTimeout(tooLong)
      resolve()
    })
  })
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' ? resolve(address.port) : reject(new Error('no port is free'))))
    })
  })
}

/** A run that was killed could not clean up; the next one does it. */
async function removeAbandoned(bin) {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const home = join(tmpdir(), name)
    const owner = Number.parseInt(await readFile(join(home, 'owner'), 'utf8').catch(() => ''), 10)
    if (Number.isNaN(owner) || isRunning(owner)) continue
    const user = await ordinaryUser()
    await run(join(bin, 'pg_ctl'), ['stop', '-m', 'immediate', '-D', join(home, 'data')], { cwd: home, ...user })
    await rm(home, { recursive: true, force: true })
  }
}
