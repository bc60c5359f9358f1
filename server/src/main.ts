/** The server: starts, says where it is, and ends cleanly on Ctrl+C. With `--demo` it opens the demo workspace. */
import type { Server } from 'node:http'
import { isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Config, loadDotEnv, readConfig } from '#platform/config.ts'
import { evenOnFullDisk } from '#platform/database/disk-reserve.ts'
import { closeWithin } from '#platform/http/arrivals.ts'
import { listenAsWorker } from '#platform/http/worker-server.ts'
import { type Readiness, readiness } from '#platform/readiness.ts'
import { newSecret } from '#platform/secrets.ts'
import { StartRefused } from '#platform/start-refused.ts'
import type { Workers } from '#ports/queue.ts'
import { buildApp } from './app.ts'
import { readinessChecks, type Stage } from './composition/readiness.ts'
import { describeFirstSignIn, explainAndExit, type Started, start } from './composition/start.ts'
import { cspOriginsFor } from './composition/vendors.ts'

/** Requests, and after SIGTERM jobs, that are still running get this long to finish. */
const GRACE_MS = 10_000
/** Whatever still runs after all that is abandoned. */
const GIVE_UP_MS = GRACE_MS + 5_000
const ECHO_MS = 1_000
const TIDY_EVERY_MS = 60 * 60_000

async function main() {
  // What is printed may go to a full disk, or to a reader that is gone: no reason to end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const root = resolve(import.meta.dirname, '../..')
  loadDotEnv(resolve(root, '.env'))
  const config = readConfig()
  const started = await start(config, { importsIn: 'worker' })
  drillMonthly(started)
  const node = await started.nodes.join()
  const stage: Stage = { hasStarted: config.role === 'worker', isEnding: false }
  const ready = readiness(readinessChecks(started, stage), { log: started.log })
  let app: FastifyInstance | null = null
  let workerServer: Server | null = null
  let workers: Workers | null = null
  let purging: NodeJS.Timeout | undefined
  let endingSince: number | null = null
  const end = async (signal: NodeJS.Signals) => {
    // The second Ctrl+C does not wait. One that comes with the first is its echo: a terminal signals all processes at
    // once.
    if (endingSince !== null && Date.now() - endingSince > ECHO_MS) process.exit(1)
    if (endingSince !== null) return
    endingSince = Date.now()
    clearInterval(purging)
    stage.isEnding = true
    const drainMs = app && signal === 'SIGTERM' ? config.drainMs : 0
    setTimeout(() => process.exit(1), drainMs + GIVE_UP_MS).unref()
    const working = workers?.end(signal === 'SIGTERM' ? GRACE_MS : 0)
    if (drainMs > 0) await pause(drainMs)
    started.services.events.end()
    await Promise.all([app && closeWithin(app, GRACE_MS), working])
    workerServer?.close()
    workerServer?.closeAllConnections()
    await node.leave()
    await started.close()
    process.exit(0)
  }
  // Before it says that it is ready: from then on it may be asked to end.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)

  app = config.role === 'worker' ? null : await listening(started, config, root, { stage, ready })
  workerServer = app ? null : await workingOnly(started, config, ready)
  if (stage.isEnding) return
  workers = config.role === 'api' ? null : started.work()
  if (process.argv.includes('--demo')) await openDemo(started)
  const keepMonths = () => {
    const kept = started.database.months.keep(Date.now())
    kept.catch((error) => started.log.error({ err: error }, 'the months of the store could not be kept'))
  }
  keepMonths()
  purging = setInterval(() => {
    keepMonths()
    evenOnFullDisk(started.purge).catch((error) => started.log.error({ err: error }, 'purging expired data failed'))
  }, TIDY_EVERY_MS)
}

/** Looks once an hour whether a backup is to be tried. The process may end meanwhile. */
function drillMonthly({ services, log }: Started): void {
  const look = () =>
    void services.backupDrills
      .runDue()
      .catch((error: unknown) => log.error({ err: error }, 'a drill could not be begun'))
  setInterval(look, TIDY_EVERY_MS).unref()
}

async function openDemo({ services, log }: Started): Promise<void> {
  try {
    const { state } = await services.demo.open()
    const said = state === 'filling' ? 'is being filled, which takes about 20 seconds' : 'is there already'
    process.stdout.write(`  The demo workspace ${said}. Remove it on the dashboard.\n\n`)
  } catch (error) {
    log.error({ err: error }, 'the demo workspace could not be opened')
  }
}

/** Answers no requests but those about itself, where there are metrics or a port is given for it. */
async function workingOnly({ metrics, close }: Started, config: Config, ready: Readiness): Promise<Server | null> {
  const page = metrics?.page ?? null
  const listening = () => listenAsWorker({ page, readiness: ready }, config)
  let server: Server | null = null
  let where = ''
  if (page) {
    server = await orRefuse(listening(), close, config)
    where = ` but those for metrics at ${originOf(server, config)}/metrics`
  } else if (config.given.has('PORT'))
    try {
      server = await listening()
      where = ` but those for its health at ${originOf(server, config)}/readyz`
    } catch {
      // Another node of this machine has the port, as where both read one .env: no reason not to work.
      where = `, nor for its health at http://${addressesOf(config.host).forPeople}:${config.port}, which is taken`
    }
  process.stdout.write(`\n  tangelo works on jobs and answers no requests${where} (ROLE=worker)\n\n`)
  return server
}

async function orRefuse<Answer>(listening: Promise<Answer>, close: Started['close'], config: Config): Promise<Answer> {
  try {
    return await listening
  } catch (error) {
    await close()
    throw refusalToListen(error, config)
  }
}

function portOf(server: Server, config: Config): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : config.port
}

const originOf = (server: Server, config: Config) =>
  `http://${addressesOf(config.host).forPeople}:${portOf(server, config)}`

/** Answers requests, and says where. */
async function listening(
  started: Started,
  config: Config,
  root: string,
  { stage, ready }: { stage: Stage; ready: Readiness },
): Promise<FastifyInstance> {
  const { folder, services, log, close } = started
  const operatorKey = newSecret()
  const app = await buildApp({
    services,
    operatorKey,
    log,
    logsRequests: ['debug', 'trace'].includes(config.logLevel),
    trustedProxies: config.trustedProxies,
    publicUrl: config.publicUrl,
    siteFolder: resolve(root, 'web/dist'),
    cspOrigins: cspOriginsFor(config),
    metrics: started.metrics,
    readiness: ready,
  })
  await orRefuse(app.listen({ port: config.port, host: config.host }), close, config)
  const port = portOf(app.server, config)
  const { forPeople, forCommands } = addressesOf(config.host)
  // Only now: a password made before a start that is refused would be lost with it.
  const firstSignIn = await services.auth.bootstrap(config.admin)
  const mediaProblem = await started.nodes.problem()
  stage.hasStarted = true
  folder.announce({ pid: process.pid, address: `http://${forCommands}:${port}`, key: operatorKey })
  process.stdout.write(`\n  tangelo is ready at http://${forPeople}:${port}\n`)
  if (firstSignIn) process.stdout.write(`\n${describeFirstSignIn(firstSignIn)}`)
  if (mediaProblem !== null) process.stdout.write(`\n  ${mediaProblem}\n`)
  if (started.keyProblem !== null) process.stdout.write(`\n  ${started.keyProblem}\n`)
  process.stdout.write('\n')
  return app
}

/** How people and commands on this machine reach a server that listens there. */
function addressesOf(host: string): { forPeople: string; forCommands: string } {
  const itself = isIPv6(host) ? `[${host}]` : host
  if (['0.0.0.0', '::'].includes(host)) return { forPeople: 'localhost', forCommands: '127.0.0.1' }
  return { forPeople: ['127.0.0.1', '::1'].includes(host) ? 'localhost' : itself, forCommands: itself }
}

function refusalToListen(error: unknown, { host, port }: { host: string; port: number }): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new StartRefused(`Port ${port} is taken by another program: end that one, or set PORT to a free one.`)
  if (code === 'EACCES') return new StartRefused(`Port ${port} may not be used by this user: set PORT above 1023.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartRefused(`HOST ${host} is not an address of this machine: use 127.0.0.1, or 0.0.0.0 for all.`)
  return error
}

await main().catch(explainAndExit)
