/** The wiring of mail: the outbox, who receives, and what sends. */
import type { AuditLog } from '#features/core/index.ts'
import { mailSending, mailStatusService, outboxService, recipientsService } from '#features/mail/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Log } from '#platform/log.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import type { Mailbox, Mailer } from '#ports/mailer.ts'
import type { Workers } from '#ports/queue.ts'
import { attachEnd } from './beside.ts'

/** What sends mail, and in whose name. */
export interface MailSender {
  mailer: Mailer
  from: Mailbox
}

export function composeMail({
  sender,
  publicUrl,
  problem,
  ...parts
}: {
  database: Database
  clock: Clock
  /** Milliseconds of this process's own time. */
  readElapsedMs: () => number
  encryption: Encryption
  audit: AuditLog
  log: Log
  blobs: BlobStorage
  /** Null while mail is off. */
  sender: MailSender | null
  publicUrl: string | null
  /** Why mail is off although settings for it are given. */
  problem: string | null
}) {
  // Links in mails need the address under which users reach this server.
  const on = sender && publicUrl !== null ? { ...sender, publicUrl } : null
  const mail = outboxService({ ...parts, domain: on?.from.address.split('@').at(-1) ?? null })
  const sending = on && mailSending({ ...parts, ...on })
  const mailRecipients = recipientsService({ ...parts, mail })
  const mailStatus = mailStatusService({ ...parts, outbox: mail, sending, sender: on, problem })
  return {
    services: { mail, mailRecipients, mailStatus },
    sending,
    async purge(): Promise<void> {
      await mailRecipients.purge()
      await mailStatus.purge()
    },
    endLeases: mail.endLeases,
    /** Together with the workers, mail is sent; both end together. */
    watchBeside(workers: Workers): Workers {
      const watching = sending?.watch()
      return attachEnd(workers, async () => watching?.end())
    },
  }
}
