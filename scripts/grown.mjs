/**
 * `npm run grown`: what `docker compose --profile grown up` runs, without Docker: a load balancer, nodes that answer requests, nodes
 * that work, a PostgreSQL and S3-compatible storage, with stand-ins for the vendors. A node that ends is started again. Everything
 * begins empty and is removed at the end; DATABASE_URL names a PostgreSQL that stays.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { checkArguments } from './lib/arguments.mjs'
import { attend, handSignalsTo } from './lib/children.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { DEV_PASSWORD } from './lib/dev-people.mjs'
import { freePort } from './lib/free-port.mjs'
import { ensureNode } from './lib/node-runtime.mjs'
import { findPostgres, startPostgres } from './lib/postgres.mjs'
import { CannotGoOn, command, say } from './lib/say.mjs'
import { startStandIns } from './lib/stand-ins.mjs'
import { ensureBuild } from './lib/web-build.mjs'

const BALANCER_PORT = 5000
const NODES = [
  { name: 'api 1', role: 'api' },
  { name: 'api 2', role: 'api' },
  { name: 'worker 1', role: 'worker' },
  { name: 'worker 2', role: 'worker' },
]
const AGAIN_AFTER_MS = 1_000

await command(async () => {
  checkArguments('npm run grown')
  await ensureNode()
  await ensureDependencies()
  await ensureBuild()
  // A Node that is too old has begun this file, and cannot read TypeScript.
  const { startBalancer } = await import('../stand-ins/src/balancer/balancer.ts')
  const postgres = process.env.DATABASE_URL ? null : await ownPostgres()
  const standIns = await startStandIns()
  const folder = mkdtempSync(join(tmpdir(), 'tangelo-grown-'))
  const common = {
    ...standIns.settings,
    DATABASE_URL: postgres?.url ?? process.env.DATABASE_URL,
    ENCRYPTION_KEY: process.env.ENCRYPTION_KEY || randomBytes(32).toString('hex'),
    HOST: '127.0.0.1',
    TRUST_PROXY: '127.0.0.1',
    ADMIN_USERNAME: 'admin',
    ADMIN_PASSWORD: DEV_PASSWORD,
  }
  const nodes = []
  for (const node of NODES) nodes.push({ ...node, port: await freePort(0) })
  const balancer = await startBalancer({
    nodes: nodes.filter(({ role }) => role === 'api').map(({ port }) => `http://127.0.0.1:${port}`),
    port: await freePort(Number(process.env.PORT || BALANCER_PORT)),
  })

  // Each node gets the signal by `attend`.
  let isEnding = false
  handSignalsTo(() => {
    isEnding = true
  })
  const running = nodes.map(async ({ name, role, port }) => {
    const env = { ...common, ROLE: role, PORT: String(port), DATA_DIR: join(folder, name.replace(' ', '-')) }
    while (!isEnding) {
      const code = await attend(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/src/main.ts'], {
        env,
        stdin: 'ignore',
        stdout: 'pipe',
        onStart(child) {
          child.stdout.resume()
          say(`  ${name}  http://127.0.0.1:${port}/readyz  process ${child.pid}`)
        },
      })
      if (isEnding) return
      say(`  ${name} has ended (${code}) and is started again`)
      await pause(AGAIN_AFTER_MS)
    }
  })
  while (!isEnding && balancer.ready().length === 0) await pause(100)
  if (!isEnding) say(`\n  Open ${balancer.url} and sign in as admin with the password "${DEV_PASSWORD}".\n`)
  await Promise.all(running)
  await balancer.end()
  standIns.end()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
})

async function ownPostgres() {
  const bin = await findPostgres()
  if (!bin) throw new CannotGoOn('PostgreSQL is not installed: install it, or name one with DATABASE_URL.')
  return startPostgres(bin)
}
