/** Links that open one object without an account. */
import type { LinkKind, LinkMode } from '@tangelo/contract/limits'
import type { Generated } from 'kysely'

export interface LinksTables {
  share_links: {
    id: Generated<number>
    company_id: number
    kind: LinkKind
    /** Of the account, group, report or request for approval; for a calendar the company. */
    target_id: number
    /** As it was called: it may be gone. */
    target_name: string
    name: string
    mode: LinkMode
    /** JSON of `LinkScope` of the domain: what of its object the link shows. */
    scope: string
    /** The bytes of a frozen account or group; null for other links. */
    html_hash: string | null
    /** SHA-256 of the token, which is stored nowhere. */
    token_hash: string
    /** argon2id; null where the link needs no password. */
    password_hash: string | null
    expires_at: number | null
    opened_count: Generated<number>
    last_opened_at: number | null
    user_id: number | null
    user_name: string
    created_at: number
    revoked_at: number | null
  }
}
