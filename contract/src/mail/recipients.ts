import * as z from 'zod'
import { route } from '../base/route.ts'
import { Done, PathId } from '../base/shared.ts'
import { Reauthentication } from '../identity/auth.ts'
import { MAIL_ADDRESS, MAIL_ADDRESS_MAX_LENGTH, MAIL_STATES, MAIL_TOPICS } from './limits.ts'

const addressMessage = 'must be a mail address like name@example.org'

export const MailAddress = z
  .string()
  .trim()
  .max(MAIL_ADDRESS_MAX_LENGTH, `must have at most ${MAIL_ADDRESS_MAX_LENGTH} characters`)
  .regex(MAIL_ADDRESS, addressMessage)
  // A host without a dot is of this network at best, and most often a slip.
  .refine((address) => address.includes('.', address.lastIndexOf('@')), addressMessage)

/** A time of day: 22:00. */
const DayTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 22:00')

export const MailRecipient = z.object({
  /** Whether the server sends mail at all. */
  isMailOn: z.boolean(),
  address: z.string().nullable(),
  state: z.enum(MAIL_STATES),
  /** Why the address was disabled, in a sentence; null where it was not. */
  bounce: z.string().nullable(),
  /** Kinds of mail that are not sent. */
  stopped: z.array(z.enum(MAIL_TOPICS)),
  /** In between notifications wait; null without quiet hours. */
  quiet: z.object({ from: DayTime, until: DayTime }).nullable(),
  /** IANA name, of the quiet hours; null for the company's. */
  timeZone: z.string().nullable(),
})
export type MailRecipient = z.infer<typeof MailRecipient>

const params = z.strictObject({ token: z.string().max(200) })

export const mailRecipients = {
  read: route({
    method: 'GET',
    path: '/api/mail/address',
    access: 'signedIn',
    summary: 'Tell where one receives mail, and which',
    reply: MailRecipient,
  }),
  change: route({
    method: 'PUT',
    path: '/api/mail/address',
    access: 'signedIn',
    summary: 'Change the own mail address, or remove it; a link that is sent there confirms it',
    body: Reauthentication.extend({ address: MailAddress.nullable() }),
    reply: MailRecipient,
  }),
  sendConfirmation: route({
    method: 'POST',
    path: '/api/mail/address/confirmation',
    access: 'signedIn',
    summary: 'Send the link that confirms the own mail address again',
    reply: MailRecipient,
  }),
  tryAgain: route({
    method: 'POST',
    path: '/api/mail/address/retry',
    access: 'signedIn',
    summary: 'Send mail again to the own address, which was disabled because a mail came back',
    reply: MailRecipient,
  }),
  choose: route({
    method: 'PUT',
    path: '/api/mail/preferences',
    access: 'signedIn',
    summary: 'Choose which mails one receives, and when; absent fields stay',
    body: z.strictObject({
      stopped: z.array(z.enum(MAIL_TOPICS)).max(MAIL_TOPICS.length).optional(),
      quiet: z.strictObject({ from: DayTime, until: DayTime }).nullable().optional(),
      timeZone: z.string().max(100).nullable().optional(),
    }),
    reply: MailRecipient,
  }),
  tryAgainFor: route({
    method: 'POST',
    path: '/api/mail/recipients/:recipientId/retry',
    access: 'admin',
    summary: 'Send mail again to an address that was disabled because a mail came back',
    params: z.strictObject({ recipientId: PathId }),
    reply: Done,
  }),
  confirm: route({
    method: 'POST',
    path: '/api/mail/confirm',
    access: 'public',
    summary: 'Confirm a mail address with the token of the link that was sent there',
    body: z.strictObject({ token: z.string().max(200) }),
    reply: z.object({ address: z.string() }),
  }),
  openUnsubscribe: route({
    method: 'GET',
    path: '/api/mail/unsubscribe/:token',
    access: 'public',
    summary: 'Lead a person to the page that stops mails; changes nothing',
    params,
    reply: z.null(),
    redirects: true,
  }),
  /** RFC 8058: mail programs send a form, which is not read. */
  unsubscribe: route({
    method: 'POST',
    path: '/api/mail/unsubscribe/:token',
    access: 'public',
    summary: 'Stop mails of the kinds that the token names; needs no session',
    params,
    ignoresBody: true,
    reply: Done,
  }),
}
