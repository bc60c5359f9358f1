/** Frozen reports, their schedules, and addresses at which one is looked at. */
import type { Generated } from 'kysely'

export interface ReportsTables {
  reports: {
    id: Generated<number>
    company_id: number
    /** Null for one that a schedule made. */
    user_id: number | null
    user_name: string | null
    subject_kind: 'account' | 'group' | 'company'
    subject_id: number
    /** As it was called: it may be gone. */
    subject_name: string
    /** Days since 1970-01-01, in `time_zone`. */
    first_day: number
    last_day: number
    time_zone: string
    /** JSON of `ReportContent` of the contract. */
    content: string
    accounts: number
    html_hash: string
    html_bytes: number
    csv_hash: string
    frozen_at: number
    schedule_id: number | null
    /** The moment of its schedule; a schedule makes one report for each. */
    due_at: number | null
  }
  report_schedules: {
    id: Generated<number>
    company_id: number
    user_id: number | null
    user_name: string
    every: 'weekly' | 'monthly'
    /** On the clocks of the company. */
    hour: number
    content: string
    subject_name: string
    next_at: number
    /** The day of `next_at` in `time_zone`: what is reported about follows from it. */
    next_day: number
    /** Of the company when `next_at` was computed. */
    time_zone: string
    failure: string | null
    created_at: number
    /** JSON array of mail addresses. */
    recipients: Generated<string>
  }
  /** A few minutes each: the address grants access to whom knows it. */
  report_views: {
    id: string
    company_id: number
    html_hash: string
    until: number
  }
}
