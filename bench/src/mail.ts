/**
 * `npm run bench -- mail [--quick]`: a thousand mails queued in one transaction, one by one as a feature stores them, on SQLite and in
 * this process, and then sent to a mail server on this machine. Ends with 1 when a bar is missed.
 */
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { smtpStandIn } from '@tangelo/stand-ins'
import { smtpMailer } from '../../server/src/adapters/mail/smtp.ts'
import { mailSending, outboxService } from '../../server/src/features/mail/index.ts'
import { migrations } from '../../server/src/migrations/index.ts'
import { type Database, insertNew, openDatabase } from '../../server/src/platform/database/database.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { keylessEncryption } from '../../server/src/platform/encryption.ts'
import { openLog } from '../../server/src/platform/log.ts'
import { systemClock } from '../../server/src/ports/clock.ts'
import { withLifetime } from './lib/lifetime.ts'
import { median } from './lib/statistics.ts'
import { aside, atMost, formatNumber, reportFigures } from './lib/table.ts'

const MAILS = 1_000
const QUEUED_MS_MAX = 1_000
const LOOP_P99_MS_MAX = 50
const RESOLUTION_MS = 2
const FROM = { name: 'Bench', address: 'bench@tangelo.example' }

const request = (to: number, cause: string) =>
  ({
    to,
    cause,
    kind: 'transactional',
    template: 'password-changed',
    data: { username: `user ${to}` },
  }) as const

async function main() {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
  const rounds = values.quick ? 3 : 11
  await withLifetime(async (life) => {
    const database = openDatabase({ engine: 'sqlite', path: join(life.folder('mail'), 'tangelo.sqlite') })
    await migrate(database, migrations)
    const users = await fillUsers(database)
    const outbox = outboxService({
      database,
      clock: systemClock,
      encryption: keylessEncryption(),
      domain: 'tangelo.example',
    })
    const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    const queuedMs: number[] = []
    loop.enable()
    await pause(10 * RESOLUTION_MS)
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now()
      await database.transaction(async (tx) => {
        for (const id of users) await outbox.enqueue(tx, request(id, `round:${round}`))
      })
      queuedMs.push(performance.now() - begun)
      await pause(RESOLUTION_MS)
    }
    loop.disable()
    const togetherAt = performance.now()
    await database.transaction((tx) =>
      outbox.enqueueAll(
        tx,
        users.map((id) => request(id, 'together')),
      ),
    )
    const togetherMs = performance.now() - togetherAt
    await database.queries.deleteFrom('mails').where('cause', '!=', 'together').execute()
    const sentMs = await sendAll(database)
    await database.close()
    reportFigures(`${formatNumber(MAILS)} mails to as many users, ${rounds} rounds`, [
      atMost('queued one by one, median', median(queuedMs), QUEUED_MS_MAX, 'ms'),
      atMost('event-loop delay meanwhile: p99', loop.percentile(99) / 1e6 - RESOLUTION_MS, LOOP_P99_MS_MAX, 'ms'),
      aside('queued together', `${formatNumber(togetherMs)} ms`),
      aside('sent to a mail server here', `${formatNumber(sentMs / 1_000)} s`),
    ])
  })
}

async function fillUsers(database: Database): Promise<number[]> {
  const ids = Array.from({ length: MAILS }, (_, at) => at + 1)
  const where = { queries: database.queries, engine: database.engine }
  await insertNew(
    where,
    'users',
    ids.map((id) => ({
      id,
      company_id: null,
      username: `user ${id}`,
      username_key: `user ${id}`,
      password_hash: 'none',
      role: 'basic' as const,
      must_change_password: 0 as const,
      created_at: 0,
    })),
  )
  await insertNew(
    where,
    'mail_recipients',
    ids.map((id) => ({
      user_id: id,
      address: `user-${id}@client.example`,
      address_key: `user-${id}@client.example`,
      confirmed_at: 1,
      secret: `secret-${id}`,
      created_at: 0,
    })),
  )
  return ids
}

async function sendAll(database: Database): Promise<number> {
  const server = await smtpStandIn()
  const mailer = smtpMailer({ host: '127.0.0.1', port: server.port, isSecure: false, user: null, password: null })
  const sending = mailSending({
    database,
    clock: systemClock,
    readElapsedMs: () => performance.now(),
    encryption: keylessEncryption(),
    audit: { record: async () => {} },
    log: openLog('silent'),
    blobs: { get: async () => null },
    mailer,
    from: FROM,
    publicUrl: 'https://tangelo.example',
  })
  const begun = performance.now()
  await sending.sendDue(new AbortController().signal)
  const tookMs = performance.now() - begun
  mailer.close()
  await server.close()
  if (new Set(server.taken.map(({ messageId }) => messageId)).size !== MAILS)
    throw new Error(`${server.taken.length} of ${MAILS} mails arrived`)
  return tookMs
}

await main()
