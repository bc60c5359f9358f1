/** How a call of publishing ended, and what follows from it: the contract's whole error table in our words. */

/**
 * What the service said no to. Each has one next step and one sentence, in `adapters/publishing/refusals.ts`.
 */
export type RefusalReason =
  // The container
  | 'not_ready'
  | 'container_gone'
  | 'media_not_found'
  | 'media_not_fetched'
  | 'container_failed'
  | 'processing_failed'
  | 'service_fault'
  // Ours: these should have been found before the call
  | 'video_format'
  | 'image_too_large'
  | 'image_format'
  | 'image_ratio'
  | 'caption_refused'
  | 'cover_outside'
  | 'kind_unknown'
  | 'children_count'
  | 'too_many_tags'
  | 'place_unknown'
  // The account and its person
  | 'taken_for_spam'
  | 'daily_limit'
  | 'account_restricted'
  | 'sign_in_ended'
  | 'permission_missing'
  | 'two_factor_wanted'
  // Limits of calls
  | 'account_limit'
  | 'application_limit'
  | 'person_limit'
  | 'page_limit'
  | 'custom_limit'
  // Reading
  | 'not_readable'
  | 'before_professional'
  | 'figure_not_offered'
  | 'too_few_viewers'
  // Uploading
  | 'wrong_offset'
  | 'too_few_bytes'
  | 'upload_refused'
  | 'upload_not_allowed'
  | 'file_not_fetched'
  // Signing in
  | 'code_refused'
  | 'application_refused'
  | 'too_early_to_renew'
  | 'not_understood'

/**
 * `pause`: the same call again after a pause. `look`: read the container and the account's posts before anything else.
 * `check_access`: check permission and token, then make a new container. `new_container`: make another one, three at
 * most, then ask a person. `wait_window`: wait for the day's window, and keep the container while it lives.
 * `wait_limit`: wait until `retryAt`. `read_again`: proof of nothing; read again. `correct`: stop; the item has to be
 * changed. `sign_in`: stop the account until its person signs in again; keep the container. `ask_person`: stop the
 * account until its person has acted. `skip`: mark it, and never ask for it again. `ask_singly`: ask for each figure
 * by itself, once, and remember. `read_offset`: read how much arrived, and go on there. `read_state`: read the
 * container; failed or nothing arrived: a new one. `report`: stop, and show it.
 */
export type NextStep =
  | 'pause'
  | 'look'
  | 'check_access'
  | 'new_container'
  | 'wait_window'
  | 'wait_limit'
  | 'read_again'
  | 'correct'
  | 'sign_in'
  | 'ask_person'
  | 'skip'
  | 'ask_singly'
  | 'read_offset'
  | 'read_state'
  | 'report'

export interface Refusal {
  reason: RefusalReason
  step: NextStep
  /** What waits: the item alone, every item of the account, or every account. */
  holds: 'item' | 'account' | 'installation'
  /** For users: what happened and what to do. No vendor's words, no token. */
  message: string
  /** Epoch milliseconds from the service's headers; null where it does not say. */
  retryAt: number | null
  /** The service's own numbers, for a log and for support. */
  code: number | null
  subcode: number | null
}

/** The service's report on our use of it, in percent of what it allows; null where it says nothing. Slow down from 80. */
export interface CallUse {
  percent: number | null
}

/**
 * `accepted`: it was done. `refused`: it was not done, except where `step` is `look`. `unclear`: no answer that says
 * either; a write may have been done, so look before it is repeated.
 */
export type Outcome<Value> =
  /** `raw`: of figures, the answer as it came, JSON text without the token. */
  | { is: 'accepted'; value: Value; use: CallUse; raw?: string }
  | { is: 'refused'; refusal: Refusal; use: CallUse }
  | { is: 'unclear'; message: string; use: CallUse }
