/** What is connected from outside: drives and their folders, webhooks, and the secrets for it. */
import type { DeliveryState, DriveImportState, DriveRename, WebhookKind } from '@tangelo/contract/limits'
import type { Generated } from 'kysely'
import type { DriveFailure, DriveName } from '#ports/drive.ts'

export interface ConnectionsTables {
  /** How the webhooks of users go. A row is there once something was to be sent; the address is the user's. */
  webhooks: {
    user_id: number
    /** Sealed (platform/encryption.ts). */
    secret: string
    /** Those before, newest first, with spaces between them; they sign too until then. */
    previous_secret: string | null
    previous_until: Generated<number>
    /** What all columns below are about: with another address the webhook begins anew. */
    url: string
    /** Tries that failed, in a row. */
    failures: Generated<number>
    failure: string | null
    /** No try before it. */
    paused_until: Generated<number>
    delivered_at: number | null
    switched_off_at: number | null
  }
  /** Events for users' webhooks, each event for each user once: written in the transaction of the change. */
  webhook_deliveries: {
    id: Generated<number>
    user_id: number
    /** 0 for a test by a user without a company. */
    company_id: number
    event_id: string
    kind: WebhookKind
    subject: string | null
    /** JSON, as it is sent. */
    body: string
    state: DeliveryState
    tries: Generated<number>
    status: number | null
    milliseconds: number | null
    message: string | null
    created_at: number
    /** It expires a day later: after the event, or after a user had it sent again. */
    asked_at: number
    tried_at: number | null
    next_try_at: number
  }
  /** What opens services for a company, sealed for it and for its purpose (platform/encryption.ts). */
  secrets: {
    company_id: number
    purpose: 'drive'
    sealed: string
    changed_at: number
  }
  /** OAuth states of connections that users have started, each good for one use (docs/decisions/0021). */
  oauth_states: {
    /** SHA-256 of the state, hex. */
    state_hash: string
    company_id: number
    user_id: number
    /** SHA-256 of what the browser has in its cookie, hex. */
    browser_hash: string
    /** Sealed, after the id of the session that it began in. */
    verifier: string
    return_address: string
    expires_at: number
  }
  /** The drive of a company: how it is connected, and how the copy of its folders is. */
  drives: {
    company_id: number
    /** With another drive than this everything below begins anew. */
    drive: DriveName
    owner: string | null
    /** Null for one that is not connected, or needs no connection. */
    connected_at: number | null
    /** When the provider ended the connection. */
    lost_at: number | null
    /** The number of the latest reading; each begins with a higher one. */
    pass: Generated<number>
    /** Goes up with every request for a read: a request during a read is served after it. */
    asked: Generated<number>
    /** When the latest reading began, and when the last one ended well. */
    begun_at: number | null
    read_at: number | null
    failure_kind: DriveFailure['kind'] | null
    failure: string | null
    /** Not to be called before. */
    retry_at: Generated<number>
  }
  /** Our copy of the folders that can become reels. */
  drive_folders: {
    company_id: number
    id: string
    /** What a rename changes. */
    entry_id: string
    name: string
    /** In lower case. */
    name_key: string
    description: string | null
    created_at: number
    place: string | null
    /** 128 random bits: knowing them grants access to the thumbnails. */
    picture_key: string
    /** JSON array by name (folders.rules.ts); null before the folder was read. */
    images: string | null
    /** The number of the last reading that met it. */
    seen_in: number
    /** JSON as the wire shows it, but for its import. */
    shown: string
  }
  /** What becomes of a folder, once (D31). Stays when the folder is gone, or the drive another one. */
  drive_imports: {
    company_id: number
    folder_id: string
    /** The key of the job; another one for each retry that a user requests. */
    id: string
    drive: DriveName
    entry_id: string
    /** Its name at the request; then its present name. */
    folder_name: string
    user_id: number | null
    user_name: string
    /** The record to be filled; null for a new one. */
    wanted_record_id: string | null
    skips_refused: number
    state: DriveImportState
    done: Generated<number>
    total: number
    left_out: number
    /** JSON array of { name, message }. */
    refused: Generated<string>
    /** The record that was made or filled. */
    item_id: string | null
    rename: DriveRename | null
    message: string | null
    created_at: number
    ended_at: number | null
  }
}
