import { mailOutbox } from './outbox.ts'
import { mailRecipients } from './recipients.ts'

export type { BouncedAddress, MailProblem, MailStatus } from './outbox.ts'
export type { MailRecipient } from './recipients.ts'

/** Every row of the domain, by part. */
export const mailRoutes = { mailOutbox, mailRecipients } as const
