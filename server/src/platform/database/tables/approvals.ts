/** What clients are asked to approve, and what they have answered (docs/decisions/0046). */
import type { Generated } from 'kysely'

export interface ApprovalsTables {
  approval_requests: {
    id: Generated<number>
    company_id: number
    /** The share link that opens it. */
    link_id: number | null
    client_name: string
    /** Of the client: in which dates are shown. */
    time_zone: string
    message: string | null
    has_password: 0 | 1
    user_id: number | null
    user_name: string
    created_at: number
    expires_at: number
    /** When its link was revoked: its answers do not count any more. */
    withdrawn_at: number | null
    /** Where the link was mailed to; null where its sender handed it over. */
    mail_to: string | null
  }
  /** The items of a request, in its order. */
  approval_items: {
    id: Generated<number>
    company_id: number
    request_id: number
    position: number
    item_id: string
    /** Goes up with every answer and undo: the nonce of an earlier page fits no more. */
    turn: Generated<number>
  }
  /** Answers of clients. Of an asked item and a version of its content one stands at a time. */
  approval_decisions: {
    id: Generated<number>
    company_id: number
    request_id: number
    approval_item_id: number
    item_id: string
    /** SHA-256 of `content`: what the public would see of the item when it was answered. */
    content_hash: string
    content: string
    /** The date that the client saw beside it. */
    planned_for: string | null
    answer: 'approved' | 'changes'
    name: string
    comment: string | null
    decided_at: number
    /** Until then the client may undo it, and an approval does not count yet. */
    final_at: number
    undone_at: number | null
    /** When an item was first approved or published by it: it cannot be undone any more. */
    used_at: number | null
    /** When the team and webhooks received it. */
    announced_at: number | null
  }
}
