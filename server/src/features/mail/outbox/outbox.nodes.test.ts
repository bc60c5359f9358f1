/** Processes that share one outbox: each mail is sent by one of them, whatever their clocks say and whichever is killed. */
import type { SmtpStandIn } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { smtpMailer } from '#adapters/mail/smtp.ts'
import { openLog } from '#platform/log.ts'
import { buildPasswordChanged, enqueue, mails } from '#testing/mail-requests.ts'
import { insertAddresses, mailWorld } from '#testing/mail-world.ts'
import type { World } from '#testing/world.ts'
import { mailSending } from './outbox.jobs.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Another process on the same store, whose clock is that much ahead. */
function otherNode({ database, clock, encryption, services }: World, { port }: SmtpStandIn, aheadMs: number) {
  const smtp = { host: '127.0.0.1', port, isSecure: false, user: null, password: null }
  return mailSending({
    database,
    clock: { now: () => clock.now() + aheadMs },
    readElapsedMs: () => performance.now(),
    encryption,
    audit: services.auditLog,
    log: openLog('silent'),
    blobs: { get: async () => null },
    mailer: smtpMailer(smtp, { connectMs: 1_000, answerMs: 1_000, idleMs: 1_000 }),
    from: { name: 'Citrus Studio', address: 'us@tangelo.example' },
    publicUrl: 'https://tangelo.example',
  })
}

describe('the outbox', () => {
  test('is sent by one of two processes, never by both at once', async () => {
    const { here, server } = await mailWorld()
    await insertAddresses(here, 'pro')
    await enqueue(here, ...Array.from({ length: 40 }, (_, at) => buildPasswordChanged(`mail ${at}`)))
    await Promise.all([here.sendMail(), here.sendMail(), here.sendMail()])
    expect(new Set(server.taken.map(({ messageId }) => messageId)).size).toBe(40)
    expect(server.taken).toHaveLength(40)
  })

  test('of a process that was killed is sent again once its lease is over', async () => {
    const { here, server } = await mailWorld()
    await insertAddresses(here, 'pro')
    await enqueue(here, buildPasswordChanged('one'))
    await here.database.queries.updateTable('mails').set({ lease: 'of a dead process', tries: 1 }).execute()
    const tried: number[] = []
    for (let looks = 0; looks < 13; looks += 1) {
      tried.push(await here.sendMail())
      here.clock.moveBy(10_000)
    }
    expect(tried).toEqual([...Array<number>(12).fill(0), 1])
    expect(server.taken).toHaveLength(1)
  })

  test('of a process that was slower than its lease is left to the process that has it now', async () => {
    const { here } = await mailWorld({
      mail: {
        from: { name: null, address: 'us@tangelo.example' },
        mailer: {
          server: 'slow',
          async send() {
            await here.database.queries.updateTable('mails').set({ lease: 'of another process' }).execute()
          },
          close() {},
        },
      },
    })
    await insertAddresses(here, 'pro')
    await enqueue(here, buildPasswordChanged('one'))
    await here.sendMail()
    expect(await mails(here)).toMatchObject([{ state: 'waiting', lease: 'of another process' }])
  })

  test.each([HOUR, -HOUR, 2 * MINUTE])(
    'is sent once by two nodes whose clocks are %i milliseconds apart, also while one of them takes long',
    async (apart) => {
      const { here, server } = await mailWorld()
      await insertAddresses(here, 'pro')
      await enqueue(here, buildPasswordChanged('one'))
      const { promise: reached, resolve } = Promise.withResolvers<void>()
      let offers = 0
      server.fail((step) => {
        if (step !== 'mail') return undefined
        offers += 1
        resolve()
        return 'keep-and-hang'
      })
      const other = otherNode(here, server, apart)
      const sending = here.sendMail()
      await reached
      expect(await other.sendDue(new AbortController().signal)).toBe(0)
      await sending
      expect(offers).toBe(1)
    },
  )
})
