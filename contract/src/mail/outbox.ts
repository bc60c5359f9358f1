import * as z from 'zod'
import { route } from '../base/route.ts'
import { Done, Moment, PathId } from '../base/shared.ts'
import { MailAddress } from './recipients.ts'

export const MailProblem = z.object({
  id: z.int(),
  /** A user, or an address outside. */
  recipient: z.string(),
  template: z.string(),
  problem: z.string(),
  tries: z.int(),
  triedAt: Moment,
  /** Null once trying has ended. */
  nextTryAt: Moment.nullable(),
  /** What it says is stored still. */
  isRetryable: z.boolean(),
})
export type MailProblem = z.infer<typeof MailProblem>

export const BouncedAddress = z.object({
  recipientId: z.int(),
  /** Null for an address outside. */
  userId: z.int().nullable(),
  username: z.string().nullable(),
  address: z.string(),
  reason: z.string(),
  at: Moment,
})
export type BouncedAddress = z.infer<typeof BouncedAddress>

export const MailStatus = z.object({
  isOn: z.boolean(),
  /** Why mail is off although settings for it are given, in a sentence. */
  problem: z.string().nullable(),
  /** Host and port. */
  server: z.string().nullable(),
  from: z.string().nullable(),
  /** Mails that are to be sent now, or tried again. */
  waiting: z.int(),
  /** Notifications that wait to be sent together. */
  held: z.int(),
  lastSentAt: Moment.nullable(),
  /** The latest, those that are tried again too. */
  problems: z.array(MailProblem),
  bounced: z.array(BouncedAddress),
})
export type MailStatus = z.infer<typeof MailStatus>

export const mailOutbox = {
  status: route({
    method: 'GET',
    path: '/api/mail',
    access: 'admin',
    summary: 'Tell whether mail is on, what waits, and what failed',
    reply: MailStatus,
  }),
  test: route({
    method: 'POST',
    path: '/api/mail/test',
    access: 'admin',
    summary: 'Send a test mail and tell what the mail server said',
    body: z.strictObject({ address: MailAddress }),
    reply: z.object({
      /** Null where the mail server took it. */
      problem: z.string().nullable(),
    }),
  }),
  retry: route({
    method: 'POST',
    path: '/api/mail/:mailId/retry',
    access: 'admin',
    summary: 'Send a mail that failed once more',
    params: z.strictObject({ mailId: PathId }),
    reply: Done,
  }),
}
