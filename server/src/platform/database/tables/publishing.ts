/** Accounts that their owners have connected, and what is published to them. */
import type { PublishingLoginName } from '@tangelo/contract/limits'
import type { Generated } from 'kysely'

export interface PublishingTables {
  /** What opens an account for its company. A row of an account that was moved to another company opens nothing. */
  own_accounts: {
    account_id: number
    company_id: number
    login: PublishingLoginName
    /** The service's own id, digits. */
    instagram_id: string
    username: string
    name: string | null
    page_id: string | null
    page_name: string | null
    /** JSON array of what was granted. */
    permissions: string
    may_publish: 0 | 1
    /** Sealed for company and account (platform/encryption.ts); null once the service ended it. */
    sealed: string | null
    /** Goes up with every change of `sealed` and every claim of a renewal: the fence of both. */
    version: Generated<number>
    connected_by: number | null
    connected_at: number
    expires_at: number | null
    /** The next renewal, or try of one. */
    renews_at: number
    renewal_failure: string | null
    ended_at: number | null
    ended_why: string | null
    quota_used: number | null
    quota_total: number | null
    quota_read_at: number | null
  }
  /** OAuth states of own accounts, each good for one use (docs/decisions/0058). */
  own_account_states: {
    /** SHA-256 of the state, hex. */
    state_hash: string
    company_id: number
    account_id: number
    user_id: number
    /** It ends with the session that began it. */
    session_id: string
    /** SHA-256 of what the browser has in its cookie, hex. */
    browser_hash: string
    login: PublishingLoginName
    return_address: string
    expires_at: number
    /** When the browser came back: never a second time. */
    used_at: number | null
    /** Why nothing was connected, in a sentence for that user. */
    problem: string | null
  }
}
