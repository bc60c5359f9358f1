/** Publications of items to own accounts: each is one row, and each of its steps is committed before the next call. */
import type { PublicationKind, PublicationState, PublicationWay } from '@tangelo/contract/limits'
import type { Generated } from 'kysely'

export interface PublicationsTables {
  publications: {
    /** UUID. */
    id: string
    company_id: number
    item_id: string
    /** As it was when it was planned; the account may be gone. */
    account_id: number
    account_name: string
    state: PublicationState
    kind: PublicationKind
    /** `remind`: its person publishes it, and nothing is sent to Instagram. */
    how: Generated<PublicationWay>
    /** When its person was reminded of the present plan. */
    reminded_at: number | null
    /** JSON (contract/src/publishing/publication.ts). */
    options: string
    planned_at: number
    /** From when on it is late: the planned time, or the end of a wait that was ours to keep. */
    due_at: number
    /** Counts the times it was planned: a job of an earlier plan does nothing. */
    plan: Generated<number>
    /** Counts the workers that took it: an earlier one writes nothing any more. */
    turn: Generated<number>
    /** Of the present step. */
    tries: Generated<number>
    /** SHA-256 of what the public would see of the item, as it was checked last. */
    content_hash: string
    /** The caption as it is sent; null before it was checked. */
    text: string | null
    container_id: string | null
    container_at: number | null
    /** How many were made. */
    containers: Generated<number>
    upload_url: string | null
    /** Orders to publish that have left, and those of them that were clearly refused. */
    orders: Generated<number>
    order_refusals: Generated<number>
    /** What the service said to the last order where that may be wrong, for people; null for no answer. */
    order_doubt: string | null
    /** When the last order was stored, just before it left. */
    ordered_at: number | null
    /** JSON array of ids: the newest posts of the account just before the order. */
    baseline: string | null
    baseline_newest_at: number | null
    looks: Generated<number>
    /** JSON array of posts that may be it (ports/publishing.ts). */
    candidates: string | null
    media_id: string | null
    permalink: string | null
    published_at: number | null
    /** Of the first comment: `sending` before the call, then `sent` or `refused`; null where there is none yet. */
    comment_state: 'sending' | 'sent' | 'refused' | null
    /** What a person has to do before it goes on; null while it goes on by itself. */
    waits_for: 'missed' | 'sign_in' | 'person' | 'paused' | null
    waits_until: number | null
    /** How it stands, for people. */
    sentence: string
    user_id: number | null
    user_name: string
    created_at: number
    changed_at: number
    ended_at: number | null
  }
  /** Append-only: what happened. */
  publication_steps: {
    id: Generated<number>
    publication_id: string
    at: number
    state: PublicationState
    title: string
    detail: string | null
  }
  /** The media as they are sent: kept until the publication has ended. */
  publication_media: {
    publication_id: string
    position: number
    /** On this server, as the item names it. */
    address: string
    hash: string
    type: string
    width: number
    height: number
    bytes: number
    /** Of a child of a carousel. */
    container_id: string | null
    /** Where the bytes of such a video go; null for what Instagram fetches. */
    upload_url: Generated<string | null>
    /** SHA-256 of the token of the address that Instagram fetches. */
    token_hash: string | null
    open_until: number | null
  }
  publishing_slots: {
    id: Generated<number>
    company_id: number
    account_id: number
    /** 1 is Monday. */
    weekday: number
    /** After midnight, on the clocks of the company. */
    minute: number
  }
  /** Of accounts that publish. Those of a company that no longer has the account count for nothing. */
  publishing_settings: {
    account_id: number
    company_id: number
    tolerance_minutes: number
    /** Null while it is not paused. */
    paused_because: string | null
    paused_at: number | null
    /** By a limit of the service. */
    waits_until: number | null
  }
  /** Limits of the service that hold every account. */
  publishing_limits: {
    name: string
    waits_until: number
  }
}
