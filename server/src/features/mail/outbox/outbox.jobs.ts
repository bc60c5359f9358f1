/**
 * Sends what waits in the outbox. A mail is claimed in a committed row, then handed to the mail server, then completed; a
 * process that ends in between leaves a lease behind, and once another process has seen it stand still for long enough, it sends
 * the same mail again: the same Message-ID, the same bytes. A minute of a mail that hangs holds up three others at most (docs/decisions/0047).
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type AuditLog, THE_SERVER } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import { DecryptionError } from '#platform/encryption.ts'
import type { Log } from '#platform/log.ts'
import { newSecret } from '#platform/secrets.ts'
import type { Clock } from '#ports/clock.ts'
import { type Mailer, MailFailure } from '#ports/mailer.ts'
import { gatherNotices } from './jobs/gather-notices.ts'
import { type MessageParts, messagesOf } from './jobs/messages.ts'
import { NOT_WANTED, outcomeOf, SEND_MAX_MS, takesTopic, toDroppedChanges, whyDropped } from './outbox.rules.ts'
import { type ClaimedMail, outboxStore } from './outbox.store.ts'
import { leaseWatch } from './rules/missed-leases.ts'
import { type NoticeRow, noticesStore } from './store/notices.ts'

/** At once, by each process. */
const MAILS_AT_ONCE = 4
const LOOK_EVERY_MS = 1_000
/** How long mails that are under way are waited for when the process ends. */
const PATIENCE_MS = 5_000

interface Tools extends MessageParts {
  database: Database
  clock: Clock
  /** Milliseconds of this process's own time, which no clock setting moves. */
  readElapsedMs: () => number
  audit: AuditLog
  log: Log
  mailer: Mailer
}

export interface MailSending {
  /** Sends one mail at once; answers why it was not taken, and null where it was. */
  sendNow(id: number): Promise<string | null>
  /** Sends what is due until nothing is, or until the signal; answers how many mails were tried. */
  sendDue(signal: AbortSignal): Promise<number>
  /** Looks for what is due, here and beside other processes, until it is ended. */
  watch(): { end(): Promise<void> }
}

export function mailSending(tools: Tools): MailSending {
  const { database, clock, readElapsedMs, log, mailer, from } = tools
  const store = outboxStore(database.queries, database.engine)
  const leases = leaseWatch()
  const messageOf = messagesOf(tools)

  /** Null once the mail server has taken it. */
  async function failureOf(
    mail: ClaimedMail,
    notices: readonly NoticeRow[],
    signal: AbortSignal,
  ): Promise<MailFailure | null> {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(SEND_MAX_MS)])
    try {
      await mailer.send(await messageOf(mail, notices), inTime)
      return null
    } catch (error) {
      if (error instanceof MailFailure) return error
      if (inTime.aborted) return new MailFailure('unclear', 'The server ended while it sent the mail.')
      if (error instanceof DecryptionError)
        return new MailFailure('refused', 'The mail cannot be read: it was encrypted with a key that is not here.')
      log.error({ err: error, mailId: mail.id }, 'a mail could not be made')
      return new MailFailure('passing', 'The mail could not be made.')
    }
  }

  /** Those that its recipient has stopped since are left out. */
  async function noticesIn(mail: ClaimedMail): Promise<{ all: number; wanted: NoticeRow[] }> {
    const all =
      mail.template === 'notices' ? await noticesStore(database.queries, database.engine).noticesOf(mail.id) : []
    return { all: all.length, wanted: all.filter(({ topic }) => takesTopic(mail.recipient, topic)) }
  }

  async function sendOne(mail: ClaimedMail, signal: AbortSignal): Promise<void> {
    const notices = await noticesIn(mail)
    const reason =
      whyDropped(mail, mail.recipient, clock.now()) ??
      (notices.all > 0 && notices.wanted.length === 0 ? NOT_WANTED : null)
    if (reason !== null) {
      await store.complete(mail, toDroppedChanges(reason, clock.now()))
      return
    }
    const failure = await failureOf(mail, notices.wanted, signal)
    const outcome = outcomeOf(mail, failure, clock.now())
    await database.transaction(async (tx) => {
      const inside = outboxStore(tx, database.engine)
      if (!(await inside.complete(mail, outcome.changes))) return
      if (outcome.bounce === null) return
      if (!(await inside.bounce(mail, outcome.bounce, clock.now()))) return
      await tools.audit.record(tx, THE_SERVER, {
        act: 'address.bounced',
        // An address outside is not recorded: the log outlives it.
        object: { kind: 'mail', id: mail.id, name: mail.name },
        companyId: null,
      })
    })
    if (failure) log.warn({ mailId: mail.id, kind: failure.kind, problem: failure.message }, 'a mail was not taken')
  }

  async function sendDue(signal: AbortSignal): Promise<number> {
    await gatherNotices({ database, clock, log, domain: from.address.split('@').at(-1) ?? '' })
    const under = new Set<Promise<void>>()
    let tried = 0
    const missed = leases.findMissed(await store.leases(), readElapsedMs())
    while (!signal.aborted) {
      // No more than begin at once: a mail that waited here could outlive its lease.
      const limit = MAILS_AT_ONCE - under.size
      const claimed = await store.claim({ lease: newSecret(), now: clock.now(), missed, limit })
      if (claimed.length === 0 && under.size === 0) break
      for (const mail of claimed) {
        tried += 1
        const sending: Promise<void> = sendOne(mail, signal)
          .catch((error: unknown) => log.error({ err: error, mailId: mail.id }, 'what became of a mail was not stored'))
          .finally(() => under.delete(sending))
        under.add(sending)
      }
      await Promise.race(under)
    }
    await Promise.all(under)
    return tried
  }

  async function sendNow(id: number): Promise<string | null> {
    const signal = AbortSignal.timeout(SEND_MAX_MS)
    const claim = { lease: newSecret(), now: clock.now(), missed: [], limit: 1, id }
    for (const mail of await store.claim(claim)) await sendOne(mail, signal)
    // Another process may have been quicker.
    for (;;) {
      const tried = await store.findOutcome(id)
      if (tried) return tried.problem
      if (signal.aborted) return 'What became of the mail is not known yet.'
      await pause(LOOK_EVERY_MS / 5)
    }
  }

  function watch() {
    const ending = new AbortController()
    const giveUp = new AbortController()
    let timer: NodeJS.Timeout | undefined
    async function poll(): Promise<void> {
      try {
        await sendDue(giveUp.signal)
      } catch (error) {
        log.error({ err: error }, 'looking for mail that is due failed')
      }
      if (!ending.signal.aborted) timer = setTimeout(next, LOOK_EVERY_MS)
    }
    let polling = poll()
    const next = () => {
      polling = poll()
    }
    return {
      async end() {
        ending.abort()
        clearTimeout(timer)
        const patience = setTimeout(() => giveUp.abort(), PATIENCE_MS)
        await polling
        clearTimeout(patience)
        mailer.close()
      },
    }
  }

  return { sendDue, sendNow, watch }
}
