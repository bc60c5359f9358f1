/** People, the companies they belong to, and how they prove who they are. */
import type { Role } from '@tangelo/contract/limits'
import type { Generated } from 'kysely'

export interface PeopleTables {
  companies: {
    id: Generated<number>
    name: string
    /** Lower case: two companies cannot differ by case alone. */
    name_key: string
    website: string | null
    airtable_table: string | null
    /** IANA name: where a calendar day begins (D15). */
    time_zone: string
    created_at: number
    /** For its people who have chosen none. */
    default_prompt_id: string | null
    /** 1 for the companies of the demo workspace, which are in no total of others (D46). */
    is_demo: Generated<0 | 1>
    /** 1: its items are approved and published only with a client's approval (docs/decisions/0046). */
    requires_approval: Generated<0 | 1>
  }
  users: {
    id: Generated<number>
    company_id: number | null
    username: string
    username_key: string
    password_hash: string
    role: Role
    must_change_password: 0 | 1
    profile_id: string | null
    default_prompt_id: string | null
    webhook_url: string | null
    created_at: number
    /** Set while a user who was invited by mail has chosen no password yet. */
    invited_at: number | null
  }
  /** Links that set a password: an invitation, or one that was asked for because the password is forgotten. */
  password_links: {
    /** SHA-256 of the token, hex. */
    token_hash: string
    user_id: number
    is_invitation: 0 | 1
    created_at: number
  }
  sessions: {
    /** SHA-256 of the token, hex: the token itself is nowhere (D4). */
    token_hash: string
    user_id: number
    created_at: number
    last_seen_at: number
    /** Names the session to people; opens nothing. */
    id: string
    /** Where it was last seen. */
    address: string | null
    /** The User-Agent header that it was opened with. */
    user_agent: string | null
  }
  /** Authenticator apps (docs/decisions/0017). */
  two_factor: {
    user_id: number
    /** Sealed (platform/encryption.ts), bound to the user. */
    secret: string
    /** Null until a first code came: it counts for nothing till then. */
    on_since: number | null
    /** The period of the last code that was taken: none is taken twice. */
    last_period: number
  }
  recovery_codes: {
    user_id: number
    /** Argon2id; a code that was used is gone. */
    hash: string
  }
  /** Users who have entered the right password and must enter a code. */
  two_factor_challenges: {
    /** SHA-256 of the challenge, hex. */
    challenge_hash: string
    user_id: number
    /** SHA-256 of the password's hash: a new password ends the step. */
    password_mark: string
    created_at: number
  }
  /** What a user has put off or hidden. */
  dismissals: {
    user_id: number
    /** What it is: the id of an item that needs attention, or 'first-steps'. */
    subject: string
    /** It is back at this moment; null for good. */
    until: number | null
    /** Its number when it was put off: a larger one brings it back. */
    seen: number
  }
  /** What holds for the whole installation: whether administrators need two-factor sign-in, and the last restore (after-restore.ts). */
  instance_settings: {
    name: 'two_factor_of_admins' | 'restored'
    /** 'required'; of the restore JSON. */
    value: string
  }
  /** What programs come in with (D9). */
  api_tokens: {
    /** UUID. */
    id: string
    user_id: number
    /** SHA-256 of the token, hex: the token itself is nowhere. */
    token_hash: string
    /** What its owner calls it. */
    name: Generated<string | null>
    /** Its beginning and its end, by which its owner knows it again. */
    prefix: string
    last_four: string
    created_at: number
    expires_at: number
    /** To the minute. */
    last_used_at: number | null
    /** Set once the token was found expired: it stays so when the clock goes back. */
    is_expired: Generated<0 | 1>
  }
  /** The requests of a token that count against its limit, where several nodes count together. */
  token_rate_limits: {
    token_id: string
    /** JSON array of moments, the oldest first. */
    moments: string
    /** Goes up with every change. */
    version: number
  }
  /** Where a user has signed in from. */
  known_addresses: {
    user_id: number
    /** An address, or the network of an IPv6 address, as failed attempts are counted for it. */
    guesser: string
    last_at: number
  }
  /** Accounts on which so many sign-ins failed within an hour that the owner should know. The latest of each. */
  login_alerts: {
    user_id: number
    at: number
    /** Of the hour that was counted: one alert for each. */
    window_started_at: number
    /** The owner has seen it when signing in. */
    is_told: 0 | 1
  }
  login_failures: {
    /** Account and address, address alone, or account alone. */
    key: string
    failures: number
    window_started_at: number
    blocked_until: number
  }
}
