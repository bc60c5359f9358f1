/** What a client is asked to approve, and what they answered. */
import * as z from 'zod'
import { APPROVAL_ANSWERS, APPROVAL_REQUEST_STATES, APPROVAL_STATES, CLIENT_MAIL_REFUSALS } from '../base/limits.ts'
import { MediaAddress, Moment } from '../base/shared.ts'

export const Answer = z.object({
  kind: z.enum(APPROVAL_ANSWERS),
  /** As the client calls themselves. */
  name: z.string(),
  comment: z.string().nullable(),
  at: Moment,
  /** False while the client may still undo it: it counts for nothing yet. */
  isFinal: z.boolean(),
})

/** How the latest request for an item stands. */
export const PostApproval = z.object({
  postId: z.string(),
  requestId: z.int(),
  clientName: z.string(),
  state: z.enum(APPROVAL_STATES),
  /** The latest answer, also where the item was edited since; null where there is none. */
  answer: Answer.nullable(),
  expiresAt: Moment,
})
export type PostApproval = z.infer<typeof PostApproval>

/** What a client was asked to approve, through a link. */
export const ApprovalRequest = z.object({
  id: z.int(),
  companyId: z.int(),
  linkId: z.int(),
  clientName: z.string(),
  /** IANA name: the dates of the page are in it. */
  timeZone: z.string(),
  message: z.string().nullable(),
  state: z.enum(APPROVAL_REQUEST_STATES),
  createdAt: Moment,
  expiresAt: Moment,
  /** Of who sent it. */
  by: z.string(),
  hasPassword: z.boolean(),
  /** Where the link was mailed to, and why that address takes no mail any more; null where the sender handed it over. */
  mail: z.object({ address: z.string(), refusal: z.enum(CLIENT_MAIL_REFUSALS).nullable() }).nullable(),
  /** How often people have opened the link. */
  opened: z.int(),
  lastOpenedAt: Moment.nullable(),
  items: z.array(
    z.object({
      postId: z.string(),
      state: z.enum(APPROVAL_STATES),
      answer: Answer.nullable(),
      /** Null for a deleted item. */
      caption: z.string().nullable(),
      imageUrl: MediaAddress.nullable(),
      mediaType: z.string().nullable(),
      publishDate: z.string().nullable(),
      account: z.string().nullable(),
    }),
  ),
})
export type ApprovalRequest = z.infer<typeof ApprovalRequest>
