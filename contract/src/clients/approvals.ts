import * as z from 'zod'
import {
  APPROVAL_ANSWERS,
  APPROVAL_COMMENT_MAX_LENGTH,
  APPROVAL_DAYS,
  APPROVAL_ITEMS_MAX,
  APPROVAL_MESSAGE_MAX_LENGTH,
  APPROVAL_NAME_MAX_LENGTH,
  APPROVAL_STATES,
  PAGE_ROWS_MAX,
} from '../base/limits.ts'
import { oneLine } from '../base/one-line.ts'
import { route } from '../base/route.ts'
import { Done, Moment, Paging, PathId, RecordId } from '../base/shared.ts'
import { NewPassword } from '../identity/auth.ts'
import { MailAddress } from '../mail/recipients.ts'
import { Answer, ApprovalRequest, PostApproval } from './approval-request.ts'

const params = z.strictObject({ approvalId: PathId })
const link = z.strictObject({ token: z.string().max(100) })
const clientName = oneLine(
  z
    .string('A name is required')
    .trim()
    .min(1, 'A name is required')
    .max(APPROVAL_NAME_MAX_LENGTH, `A name has at most ${APPROVAL_NAME_MAX_LENGTH} characters`),
)
/** Which of the items that the link opens, and as the page showed it: the nonce stands there, and is good for one answer. */
const onPage = {
  item: z.string().regex(/^[1-9]\d{0,9}$/, 'must be an item of this page'),
  nonce: z.string().min(1).max(100),
}
const Answered = z.object({ state: z.enum(APPROVAL_STATES), answer: Answer.nullable(), undoUntil: Moment.nullable() })

export const approvals = {
  list: route({
    method: 'GET',
    path: '/api/approvals',
    access: 'signedIn',
    summary: 'List the requests for approval, the latest first',
    query: Paging.pick({ limit: true, cursor: true }).extend({ companyId: PathId.optional() }),
    reply: z.array(ApprovalRequest),
    paged: true,
  }),
  ofPosts: route({
    method: 'GET',
    path: '/api/approvals/posts',
    access: 'signedIn',
    summary: 'Say how the approval of these items stands; those that no client was asked about are left out',
    query: z.strictObject({
      ids: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(RecordId).min(1).max(PAGE_ROWS_MAX)),
    }),
    reply: z.array(PostApproval),
  }),
  /**
   * Once for an `Idempotency-Key`, as a report. The address is shown this once, and mailed to `mailTo` where given. 409 `not_to_approve` names items that cannot be sent, in
   * `posts`; `mail_off` and `not_sendable` say why no mail can be sent, and then there is no request either.
   */
  create: route({
    method: 'POST',
    path: '/api/approvals',
    access: 'signedIn',
    summary: `Ask a client to approve up to ${APPROVAL_ITEMS_MAX} items, through a link`,
    body: z.strictObject({
      posts: z
        .array(RecordId)
        .min(1, 'must name at least one item')
        .max(APPROVAL_ITEMS_MAX, `must name at most ${APPROVAL_ITEMS_MAX} items`),
      clientName,
      /** IANA name. */
      timeZone: z.string().max(64),
      message: z
        .string()
        .trim()
        .max(APPROVAL_MESSAGE_MAX_LENGTH, `A message has at most ${APPROVAL_MESSAGE_MAX_LENGTH} characters`)
        .nullable()
        .default(null),
      days: z
        .int('must be a whole number')
        .min(APPROVAL_DAYS.min, `must be at least ${APPROVAL_DAYS.min}`)
        .max(APPROVAL_DAYS.max, `must be at most ${APPROVAL_DAYS.max}`)
        .default(APPROVAL_DAYS.usual),
      password: NewPassword.nullable().default(null),
      mailTo: MailAddress.nullable().default(null),
    }),
    takesKey: true,
    reply: z.object({ request: ApprovalRequest, url: z.string() }),
    status: 201,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/approvals/:approvalId',
    access: 'signedIn',
    summary: 'Withdraw a request: its link opens nothing any more, and its answers do not count',
    params,
    reply: Done,
  }),
  /**
   * 409 `page_outdated` for a nonce of an earlier page, `post_changed` where the item was edited since, and `already_answered`,
   * with who answered. A form of the page is sent back to it.
   */
  answer: route({
    method: 'POST',
    path: '/api/s/:token/answers',
    access: 'public',
    summary: 'Approve an item of a link, or ask for changes; it can be undone for a short while',
    params: link,
    body: z.strictObject({
      ...onPage,
      answer: z.enum(APPROVAL_ANSWERS, `must be one of: ${APPROVAL_ANSWERS.join(', ')}`),
      name: clientName,
      comment: z
        .string()
        .trim()
        .max(APPROVAL_COMMENT_MAX_LENGTH, `A comment has at most ${APPROVAL_COMMENT_MAX_LENGTH} characters`)
        .optional(),
    }),
    reply: Answered,
  }),
  /** 409 `too_late` once the answer has been sent. */
  undo: route({
    method: 'POST',
    path: '/api/s/:token/undo',
    access: 'public',
    summary: 'Take back an answer that was given a moment ago',
    params: link,
    body: z.strictObject(onPage),
    reply: Answered,
  }),
}
