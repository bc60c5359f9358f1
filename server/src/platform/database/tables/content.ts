/** Content, and the tables of other programs that it is synced with. */
import type { Generated } from 'kysely'
import type { ContentDatabaseFailure } from '#ports/content-database.ts'

export interface ContentTables {
  /**
   * Drafts, reels and all other content, published or not. Written in one place:
   * `features/content/items/items.store.ts`.
   */
  content_items: {
    /** `rec` and 14 letters or digits; given by the table where the item was made there. */
    id: string
    company_id: number
    /** Trimmed, in lower case; 'draft' where there is none (D21). */
    status_key: string
    media_key: string | null
    created_at: number
    /** `publish_date` as a moment, to look for; a day counts from its midnight in UTC. */
    publish_at: number | null
    /** 1: deleted in the table. Then it is in no list and no count, and answers like a missing one. */
    is_gone: Generated<0 | 1>
    version: number
    changed_at: number
    /** The name of the user who changed it last; null when no user has, or when the table did. */
    changed_by: string | null
    /** Where it was made. */
    source: 'here' | 'table'
    /** When it was modified last according to the table; null without a table. */
    table_changed_at: number | null
    status: string | null
    media_type: string | null
    /** As received: a day, or a moment in ISO 8601. */
    publish_date: string | null
    likes: number | null
    comments: number | null
    location: string | null
    image_url: string | null
    /** JSON array of addresses on this server. */
    images: string | null
    video_url: string | null
    /** Where the post is on Instagram. */
    permalink: string | null
    /** The item as the wire shows it, JSON; null where it has yet to be made from this row. */
    shown: string | null
    /** The item in a calendar, JSON; null where it has yet to be made from this row. */
    planned: Generated<string | null>
    /** What a search looks through, in lower case. */
    search_text: string
    /** JSON array of names without @. */
    tagged_users: string | null
    /** JSON array of words without #. */
    hashtags: string | null
    caption: string | null
    /** Ours alone, as the next three are. Shown only while the account is one of the item's company. */
    account_id: Generated<number | null>
    /** Shown only while the user is of the item's company, or an administrator. */
    assignee_id: Generated<number | null>
    /** How many rows of `team_comments` it has. Moves without a new version of the item. */
    team_comments: Generated<number>
    /** Since when a draft waits for approval. */
    approval_asked_at: Generated<number | null>
    /** When a field that a table may hold was changed last; null: at `changed_at`. What is ours alone makes no side newer. */
    fields_changed_at: Generated<number | null>
  }
  /** What colleagues say about items. */
  team_comments: {
    id: Generated<number>
    company_id: number
    item_id: string
    /** Null once the user is deleted, and for what a client said. */
    user_id: number | null
    /** Of a client, as they call themselves; null for users. */
    by_name: Generated<string | null>
    at: number
    text: string
  }
  /** How many items a company has of each status. Moved with the items. */
  content_counts: {
    company_id: number
    status_key: string
    items: number
    /** Those of them without a date to go out. */
    undated: number
  }
  /** Append-only: what happened to content items. */
  content_changes: {
    id: Generated<number>
    company_id: number
    item_id: string
    at: number
    by_name: string | null
    user_id: number | null
    origin: 'here' | 'table'
    kind: 'made' | 'changed' | 'conflict'
    /** JSON array of fields with what they were and are, in the words of the wire. */
    changes: string
  }
  /** The tables elsewhere that companies name, and how keeping in step with them goes (docs/decisions/0009). */
  content_sync_settings: {
    company_id: number
    /** As the company names it; when it names another one, everything else begins anew. */
    wanted: string
    /* As the service knows it; null before the first look. */
    table_id: string | null
    table_name: string | null
    /** JSON array of columns as they were seen last (ports/content-database.ts). */
    columns: string
    /** JSON: ids of columns by field, null for none; by an administrator, and by name when the column was first seen. */
    chosen: string
    guessed: string
    /** Of the table, as of the last walk over all of it. */
    records: Generated<number>
    /** The number of the latest walk; each begins with a higher one. */
    walk: Generated<number>
    /** Changes up to this moment of the service's clock have been read; null: read everything. */
    changed_until: number | null
    /** When the last pull ended well. */
    pulled_at: number | null
    /** When the last walk over all records ended well: those deleted there are known up to then. */
    walked_at: number | null
    next_pull_at: number
    failure_kind: ContentDatabaseFailure['kind'] | null
    failure: string | null
  }
  /** The last known state of each record of a table: changes since, here and there, are found by comparing. */
  synced_records: {
    company_id: number
    record_id: string
    /** By the service's clock; where the table has no such column, when it was read. */
    changed_at: number
    /** The number of the last walk that met it. */
    seen_in: number
    /** JSON: fields of the item, and ids of files. */
    told: string
  }
  /** New records of tables, written down before the table is called, and kept for a day. */
  pending_creates: {
    company_id: number
    /** The key that identifies a repeated request; a random one where the client sent none. */
    id: string
    /** SHA-256 of what is to be made, hex. */
    fingerprint: string
    /** JSON of it; empty for those of earlier versions. */
    fields: string
    began_at: number
    /** When the table was called last; null while it has not been, and after it refused. */
    called_at: number | null
    /** Names the try that has it. */
    token: string
    lease_until: number
    /** The record that has come of it. A record belongs to one row. */
    record_id: string | null
    /** The item is kept here as well. */
    is_done: number
  }
  /** Files of records, and the copies of them that are images. */
  attachments: {
    company_id: number
    file_id: string
    record_id: string
    name: string
    /** Where it can be downloaded for a while; null once it is copied or has failed for good. */
    url: string | null
    url_until: number
    /** The copy, as an address on this server. */
    image_url: string | null
    /** Why there is no copy, in a sentence. */
    problem: string | null
  }
}
