/** The mail that brings a request to the client. Pure. */
import type { MailRequest } from '#features/mail/index.ts'
import { cityOf, momentText } from './dates.ts'

/** A company sends so many within an hour: no mailbox of others is flooded from here. */
export const MAILS_AN_HOUR = 30
export const HOUR_MS = 60 * 60_000

/** What the mail of a request is about. */
export const causeOf = (requestId: number): string => `approval:${requestId}`

interface MailedRequest {
  id: number
  companyId: number
  mailTo: string
  companyName: string
  message: string | null
  posts: number
  expiresAt: number
  timeZone: string
  hasPassword: boolean
  token: string
}

/** One for a request, on the clocks of the client. */
export function mailOf(
  { id, companyId, mailTo, companyName, message, posts, expiresAt, timeZone, hasPassword, token }: MailedRequest,
  now: number,
): MailRequest {
  const until = `${momentText(expiresAt, timeZone, now)}, ${cityOf(timeZone)} time`
  const data = { companyName, message, posts, until, hasPassword, token }
  return { to: mailTo, companyId, cause: causeOf(id), kind: 'transactional', template: 'approval', data }
}
