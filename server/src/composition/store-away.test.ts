/** A real server whose PostgreSQL goes away and comes back. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ownPostgres, postgresPrograms } from '../testing/own-postgres.ts'
import { until } from '../testing/queue-nodes.ts'
import { type RunningServer, startServer } from '../testing/server-process.ts'

const PASSWORD = 'a ripe tangelo in March'
const bin = postgresPrograms()
/** The server must be started and stopped here: a PostgreSQL that runs elsewhere does not do. */
const withPrograms = test.skipIf(bin === undefined)

async function place() {
  const folder = mkdtempSync(join(tmpdir(), 'tangelo-store-away-'))
  const postgres = await ownPostgres(bin ?? '')
  const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: postgres.url, ADMIN_PASSWORD: PASSWORD }
  const server = await startServer(settings)
  onTestFinished(async () => {
    await server.end('SIGKILL')
    await postgres.stop()
    rmSync(folder, { recursive: true })
  })
  return { postgres, server, token: await server.signIn('admin', PASSWORD) }
}

/** How many events a stream has sent so far. */
async function following(server: RunningServer, token: string) {
  const { body } = await server.ask('GET', '/api/events', { token })
  const stream = { events: 0, isOver: false }
  const read = async () => {
    for await (const piece of body ?? []) stream.events += new TextDecoder().decode(piece).split('data: ').length - 1
    stream.isOver = true
  }
  read().catch(() => {
    stream.isOver = true
  })
  return stream
}

const change = (server: RunningServer, token: string) =>
  server.ask('POST', '/api/companies/1/credits', { token, body: { credits: 1, reason: 'a gift' } })

withPrograms(
  'while PostgreSQL is away requests hear so in one sentence and in few lines of the log, and all goes on when it is back',
  async () => {
    const { postgres, server, token } = await place()
    const stream = await following(server, token)
    const linesBefore = server.output.stdout.split('\n').length
    await postgres.restart('SIGINT', async () => {
      for (let round = 0; round < 20; round += 1) {
        const asked = Array.from({ length: 25 }, () => server.ask('GET', '/api/accounts', { token }))
        for (const answer of await Promise.all([...asked, change(server, token)])) {
          expect(answer.status).toBe(503)
          expect(answer.headers.get('retry-after')).toBe('5')
          expect(await answer.json()).toMatchObject({
            error: 'store_unavailable',
            message: 'The database does not answer just now. Try again in a few seconds.',
            success: false,
          })
        }
      }
      const ready = await server.ask('GET', '/readyz')
      expect(ready.status).toBe(503)
      expect(await ready.json()).toMatchObject({ status: 'not ready', reason: 'store_unavailable' })
      expect((await server.ask('GET', '/healthz')).status).toBe(200)
      expect(server.output.stdout.split('\n').length - linesBefore).toBeLessThan(60)
    })
    await until('requests are answered', async () => (await server.ask('GET', '/api/accounts', { token })).ok)
    expect((await server.ask('GET', '/readyz')).status).toBe(200)
    expect((await change(server, token)).ok).toBe(true)
    await until('the stream that was open tells of it', () => stream.events > 0)
    expect(stream.isOver).toBe(false)
    expect(server.child.exitCode).toBeNull()
  },
  120_000,
)
