/** How mail goes, for administrators: what waits, what failed, a test, once more. */
import { randomUUID } from 'node:crypto'
import type { MailStatus } from '@tangelo/contract'
import type { AuditLog } from '#features/core/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, mailIsOff, notFound } from '#platform/errors.ts'
import { tooManyMails } from '#platform/limit-errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { Mailbox, Mailer } from '#ports/mailer.ts'
import { SECRET_TEMPLATES, type Template } from '../../letters/letters.rules.ts'
import type { MailSending } from '../outbox.jobs.ts'
import { expiryOf, whyDropped } from '../outbox.rules.ts'
import type { OutboxService } from '../outbox.service.ts'
import { mailStatusView } from '../outbox.view.ts'

export type MailStatusService = ReturnType<typeof mailStatusService>

const SHOWN = 20
const MINUTE_MS = 60_000
const TESTS_A_MINUTE = 6
const KEPT_MS = 30 * 24 * 60 * MINUTE_MS
const FORGOTTEN_AT_ONCE = 500

export function mailStatusService({
  database,
  clock,
  audit,
  outbox,
  sending,
  sender,
  problem,
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  outbox: Pick<OutboxService, 'enqueue'>
  /** Null while mail is off. */
  sending: MailSending | null
  sender: { mailer: Mailer; from: Mailbox } | null
  /** Why mail is off although settings for it are given. */
  problem: string | null
}) {
  const view = mailStatusView(database.queries)

  return {
    async read(): Promise<MailStatus> {
      const [counts, lastSentAt, failed, bounced] = await Promise.all([
        view.counts(),
        view.lastSentAt(),
        view.problems(SHOWN),
        view.listBounced(SHOWN),
      ])
      return {
        isOn: sending !== null,
        problem,
        server: sender?.mailer.server ?? null,
        from: sender?.from.address ?? null,
        ...counts,
        lastSentAt: lastSentAt === null ? null : momentToText(lastSentAt),
        problems: failed.map((row) => ({
          id: row.id,
          recipient: row.username ?? row.address,
          template: row.template,
          problem: row.problem ?? '',
          tries: row.tries,
          triedAt: momentToText(row.tried_at ?? row.created_at),
          nextTryAt: row.state === 'waiting' ? momentToText(row.due_at) : null,
          isRetryable: row.state === 'failed' && isRetryable(row),
        })),
        bounced: bounced.map((row) => ({
          recipientId: row.id,
          userId: row.user_id,
          username: row.username,
          address: row.address,
          reason: row.bounce ?? '',
          at: momentToText(row.bounced_at ?? 0),
        })),
      }
    },

    /** Sent at once; answers what the mail server said. Throws `mail_off`, and `too_many_mails` after a few in a minute. */
    async test(viewer: Viewer, address: string): Promise<{ problem: string | null }> {
      if (!sending) throw mailIsOff()
      if ((await view.mailsSince('test', clock.now() - MINUTE_MS)) >= TESTS_A_MINUTE) throw tooManyMails(60)
      const cause = `test:${randomUUID()}`
      await database.transaction(async (tx) => {
        await outbox.enqueue(tx, {
          to: address,
          cause,
          kind: 'transactional',
          template: 'test',
          data: { by: viewer.username },
        })
        await audit.record(tx, viewer, {
          act: 'mail.tested',
          object: { kind: 'mail', id: null, name: null },
          companyId: null,
        })
      })
      const id = await view.ofCause(cause)
      if (id === null) return { problem: 'This address is disabled: a mail came back from it.' }
      return { problem: await sending.sendNow(id) }
    },

    /** Throws `not_sendable` where its text is gone, as of links that are over. */
    async retry(viewer: Viewer, id: number): Promise<void> {
      await database.transaction(async (tx) => {
        const inside = mailStatusView(tx)
        const row = await inside.find(id)
        if (!row) throw notFound('Mail')
        if (row.state !== 'failed' || !isRetryable(row))
          throw conflict('not_sendable', 'This mail cannot be sent again')
        const now = clock.now()
        const reason = whyDropped(row, row, now)
        if (reason !== null) throw conflict('not_sendable', `This mail cannot be sent again. ${reason}`)
        await inside.revive(id, { due_at: now, expires_at: expiryOf(row.template, now) })
        const object = { kind: 'mail' as const, id, name: row.name }
        await audit.record(tx, viewer, { act: 'mail.retried', object, companyId: null })
      })
    },

    /** Forgets what is older than a month. Safe to repeat. */
    async purge(): Promise<void> {
      while (await view.forgetSome(clock.now() - KEPT_MS, FORGOTTEN_AT_ONCE));
    },
  }
}

const isRetryable = ({ template, data }: { template: string; data: string | null }): boolean =>
  template !== 'test' && !SECRET_TEMPLATES.has(template as Template) && (template === 'notices' || data !== null)
