/** Causes that alerts are made of, what each person sees of them, and the rules by which. See docs/decisions/0048. */
import type { AlertKind } from '@tangelo/contract/limits'
import type { Generated } from 'kysely'

export interface AlertsTables {
  /** Something that holds, or has happened: once for the whole installation. */
  alert_causes: {
    /** Goes up: the causes of an alert are those of its group between two ids. */
    id: Generated<number>
    kind: AlertKind
    /** What it is about: an account, a render, a threshold … `kind`, `subject` and `marker` are unique, so none is found twice. */
    subject: string
    /** Tells one time from another: the day of a move, the last reading before a silence, the end of a token. */
    marker: number
    /** Causes of one group join one alert. */
    group_key: string
    /** Null for the installation's own. */
    company_id: number | null
    account_id: number | null
    /** Only this person has the rule; null where it is everybody's. */
    user_id: number | null
    /** Followers won or lost, credits left, days left …: what sentences are about. */
    amount: number | null
    /** As it was called. */
    name: string
    detail: string | null
    found_at: number
    ended_at: number | null
  }
  /** What one person sees. */
  alerts: {
    id: Generated<number>
    user_id: number
    kind: AlertKind
    group_key: string
    /** 0 for an administrator, who sees all companies; otherwise the company that the person was in. */
    seen_as: number
    /** JSON of the scope by which causes were chosen. */
    scope: string
    first_cause: number
    last_cause: number
    sentence: string
    cause: string | null
    number: number
    change: number | null
    account_id: number | null
    day: number | null
    company_id: number | null
    /** 0 where the person wants it by mail or webhook only. */
    is_shown: 0 | 1
    opened_at: number
    changed_at: number
    closed_at: number | null
    read_at: number | null
    dismissed_at: number | null
    snoozed_until: number | null
  }
  /** Of people who have changed something; the others have what is usual for their role. */
  alert_settings: {
    user_id: number
    /** JSON of `AlertSettings` of the contract. */
    settings: string
    changed_at: number
  }
  /** When the next digest of a person is due. */
  alert_digests: {
    user_id: number
    next_at: number
    /** The day of `next_at` on the clocks of `time_zone`. */
    next_day: number
    time_zone: string
    weekday: number
    hour: number
  }
  /** One row: of evaluations over all nodes. */
  alert_evaluations: {
    id: 1
    /** Goes up with each: two nodes never make the same one. */
    round: number
    evaluated_at: number
    /** After a pause readings are late, so silence counts from here on only. */
    silence_from: number
  }
}
