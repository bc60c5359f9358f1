/**
 * The tables, once, for both stores. Portable types only: integers, text, real, and moments as epoch milliseconds.
 * Booleans are 0 and 1. Every row of a company carries `company_id` first in its key or index.
 */
import type { AuditAct, AuditGroup, AuditObject, AuditWay } from '@tangelo/contract/audit-acts'
import type {
  DeliveryState,
  DriveImportState,
  DriveRename,
  EventKind,
  FailureKind,
  Role,
  Source,
  SubscriptionStatus,
  WebhookKind,
} from '@tangelo/contract/limits'
import type { Generated, Selectable } from 'kysely'
import type { ContentDatabaseFailure } from '#ports/content-database.ts'
import type { DriveFailure, DriveName } from '#ports/drive.ts'
import type { InstagramSourceName, SourceFailure } from '#ports/instagram.ts'
import type { OutsideServiceName } from '#ports/outside-service.ts'
import type { PaymentsMode } from '#ports/payments.ts'

export interface Tables {
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
    /** Sealed (platform/sealing.ts), bound to the user. */
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
  /** Who has shown the right password and is asked for a code. */
  second_steps: {
    /** SHA-256 of the challenge, hex. */
    challenge_hash: string
    user_id: number
    /** SHA-256 of the password's hash: a new password ends the step. */
    password_mark: string
    created_at: number
  }
  /** What administrators chose for the whole installation. */
  house_rules: {
    name: 'two_factor_of_admins'
    value: 'required'
  }
  /** What programs come in with (D9). */
  api_tokens: {
    /** UUID. */
    id: string
    user_id: number
    /** SHA-256 of the token, hex: the token itself is nowhere. */
    token_hash: string
    /** Its beginning and its end, by which its owner knows it again. */
    prefix: string
    last_four: string
    created_at: number
    expires_at: number
    /** To the minute. */
    last_used_at: number | null
  }
  /** The requests of a token that count against its limit, where several nodes count together. */
  token_requests: {
    token_id: string
    /** JSON array of moments, the oldest first. */
    moments: string
    /** Goes up with every change. */
    version: number
  }
  sign_in_failures: {
    /** Account and address, address alone, or account alone. */
    key: string
    failures: number
    window_started_at: number
    blocked_until: number
  }
  accounts: {
    id: Generated<number>
    company_id: number
    username: string
    username_key: string
    category: string | null
    notes: string | null
    input_url: string | null
    created_at: number
    full_name: string | null
    bio_text: string | null
    external_url: string | null
    /** Where the source showed the picture. Never handed out: pictures are copied first (D18). */
    source_picture_url: string | null
    /** When the profile texts above were read; older readings do not replace them. */
    profile_captured_at: number | null
    /* The latest figures, beside the identity: one indexed read fills the table and the sidebar. */
    source: Source | null
    captured_at: number | null
    followers: number | null
    follower_change: number | null
    following: number | null
    following_change: number | null
    posts: number | null
    posts_change: number | null
    engagement_rate: number | null
    engagement_rate_change: number | null
    /** JSON array of integers. */
    followers_trend: Generated<string>
    /** `followers` and `engagement_rate` with -1 for unknown, to sort and page by. */
    sort_followers: Generated<number>
    sort_engagement: Generated<number>
    /** 1 while snapshots have come in that the figures above do not know yet. */
    figures_due: Generated<0 | 1>
    /**
     * The account as the wire shows it, JSON; null where it has yet to be made from this row. Whoever changes a column
     * that is shown sets this too.
     */
    shown: string | null
    /** When a person last asked for figures and got them: they may again a day later (spec §9). */
    refreshed_on_demand_at: number | null
    /** The copy of the profile picture. */
    picture_hash: string | null
    /** 1 once `profiles` knows the name. */
    is_followed: Generated<0 | 1>
  }
  /**
   * Every name that some company tracks, once: what the sources are asked for. The clock asks for a profile at `due_at`;
   * that moves on when figures were stored, and a little when they could not be had.
   */
  profiles: {
    username_key: string
    /** Which source reads it, once that is known. */
    source: InstagramSourceName | null
    due_at: number
    succeeded_at: number | null
    /** Tries in a row that failed for a passing cause. */
    tries: Generated<number>
    failure_kind: FailureKind | null
    failure: string | null
    failing_since: number | null
  }
  /** How the sources do, and the pace of calls to them, over all nodes. */
  sources: {
    name: OutsideServiceName
    /** No call begins before it, so that calls keep their distance. Fractions of a millisecond count. */
    next_call_at: Generated<number>
    /** No call at all before it. */
    paused_until: Generated<number>
    used_percent: number | null
    succeeded_at: number | null
    failed_at: number | null
    failure_kind: SourceFailure['kind'] | null
    failure: string | null
    /** In a row. */
    failures: Generated<number>
    failing_since: number | null
  }
  /** What happened, for screens that are open. Kept for an hour. */
  events: {
    id: Generated<number>
    /** 0: only administrators see it. */
    company_id: number
    kind: EventKind
    account_id: number | null
    message: string | null
    at: number
  }
  /** Pictures that were copied: by what they show at the source, as what they are kept here. */
  pictures: {
    /** `post:<id>`, or `profile:<name>:<where the source had it>`. */
    key: string
    hash: string
    type: string
  }
  /** What runs of `npm run audit` found. */
  audits: {
    id: Generated<number>
    ran_at: number
    accounts: number
    snapshots: number
    /** JSON, the first of them. */
    mismatches: string
    mismatch_count: number
  }
  /** Answers of sources that are still in blob storage. */
  raw_answers: {
    hash: string
    kept_since: number
  }
  /** Append-only. One row per account, moment and set of figures. */
  metric_snapshots: {
    company_id: number
    account_id: number
    captured_at: number
    /** A number made from the figures: the same figures for the same moment are stored once. */
    fingerprint: number
    /** Calendar day in the company's time zone, as days since 1970-01-01. */
    day: number
    recorded_at: number
    source: Source
    followers: number | null
    following: number | null
    posts: number | null
    engagement_rate: number | null
    /* What the rate was made from; null where the source stated the rate itself. */
    likes_sum: number | null
    likes_known: number | null
    comments_sum: number | null
    comments_known: number | null
    /** The answer as it came, in blob storage. */
    raw_hash: string | null
    import_id: string | null
  }
  /** The latest posts of an account, one row for all of them. */
  latest_posts: {
    company_id: number
    account_id: number
    /** JSON, as the wire shows them. */
    shown: string
    /** JSON, as the source told them: with what is never handed out. */
    read: string
  }
  imports: {
    id: string
    company_id: number
    user_id: number | null
    file_name: string
    state: 'running' | 'done' | 'failed'
    rows: number
    progress: number
    created_at: number
    finished_at: number | null
  }
  /** Drafts, reels and whatever else goes out, or went. Written in one place: `features/content/content.store.ts`. */
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
    /** The name of who changed it last; null when nobody has, or when the table did. */
    changed_by: string | null
    /** Where it was made. */
    source: 'here' | 'table'
    /** When it was modified last as the table told; null for what no table knows. */
    table_changed_at: number | null
    status: string | null
    media_type: string | null
    /** As told: a day, or a moment in ISO 8601. */
    publish_date: string | null
    likes: number | null
    comments: number | null
    location: string | null
    image_url: string | null
    /** JSON array of addresses on this server. */
    images: string | null
    video_url: string | null
    /** The item as the wire shows it, JSON; null where it has yet to be made from this row. */
    shown: string | null
    /** What a calendar is told of it, JSON; null where it has yet to be made from this row. */
    planned: Generated<string | null>
    /** What a search looks through, in lower case. */
    search_text: string
    /** JSON array of names without @. */
    tagged_users: string | null
    /** JSON array of words without #. */
    hashtags: string | null
    caption: string | null
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
  /** Append-only: what companies were given and have spent (D24). What is left is the sum, and never below 0. */
  credit_entries: {
    company_id: number
    /** Names what moved the credits: 'render:…'. With the company it is unique. */
    reason: string
    /** `lapse`: what was left of a grant when its time was over. */
    kind: 'grant' | 'lapse' | 'spend' | 'give_back'
    /** Above 0 for what is given, below for what is taken. */
    credits: number
    user_id: number | null
    at: number
  }
  /** What a plan has granted for the period that runs, or ran last. */
  credit_periods: {
    company_id: number
    /** Names the subscription and its period. */
    key: string
    starts_at: number
    /** What is left of `credits` then lapses. */
    ends_at: number
    /** 0 once it has lapsed. */
    credits: number
    /** What the company had used in all when it began: what was used since counts against it. */
    used_before: number
    /** Another period is expected to follow. */
    renews: 0 | 1
  }
  plans: {
    id: Generated<number>
    /** For good: 'starter'. */
    key: string
    name: string
    description: string
    price_cents: number
    credits: number
    /** JSON array of sentences. */
    features: string
    is_popular: 0 | 1
  }
  /** What a plan is sold under at a provider. */
  plan_prices: {
    provider: PaymentsMode
    plan_id: number
    price_id: string
  }
  /** Who pays for a company, and how far what the provider says has been read (docs/decisions/0023). */
  payment_customers: {
    company_id: number
    provider: PaymentsMode
    /** Under which the customer is made, once. */
    operation_id: string
    /** Null until the provider has answered. */
    customer_id: string | null
    /** Goes up whenever there is something new to read; a reading that began before that is not the last. */
    asked: number
    /** Each reading takes the next one before it begins. */
    tickets: number
    /** Of the reading that is shown: what an earlier one brings does not count any more. */
    read_ticket: number
    read_at: number | null
    /** When to read again, whatever happens; null where nothing can happen by itself. */
    look_at: number | null
  }
  /** Of each company its latest subscription, as it was read. */
  subscriptions: {
    company_id: number
    provider: PaymentsMode
    /** The provider's. */
    id: string
    status: SubscriptionStatus
    /** That the period is paid for. */
    plan_id: number
    /** That the next period is to have instead. */
    next_plan_id: number | null
    period_start: number
    period_end: number
    /** It ends with the period. */
    cancels: 0 | 1
    /** JSON: what may be shown of the card. */
    card: string | null
    /** JSON: what somebody has to do. */
    problem: string | null
    created_at: number
  }
  /** What a company has asked of the provider just now: one thing at a time, until it is known what came of it. */
  payment_operations: {
    company_id: number
    /** UUID, known to the provider: the same one does the same thing once. */
    id: string
    kind: 'subscribe' | 'replace' | 'cancel' | 'resume' | 'change' | 'card'
    /** JSON. */
    wish: string
    user_id: number | null
    begun_at: number
  }
  /** What the provider sent or was found to have told, each once. */
  payment_events: {
    provider: PaymentsMode
    id: string
    company_id: number
    type: string
    at: number
    received_at: number
  }
  /** Until when the provider's list of events has been read. */
  payment_marks: {
    provider: PaymentsMode
    read_until: number
  }
  /** What reels have beside the content item: items of a table that nobody has changed here have no row. */
  reels: {
    item_id: string
    company_id: number
    /** Of images and settings. */
    version: number
    account_id: number | null
    /** The newest of its renders. */
    render_id: string | null
    /** The video that is shown. */
    video_id: string | null
    /** JSON array of names and sizes, in the order of the item's images; null for those that nobody knows. */
    image_sizes: string
    /** JSON (contract/src/reels.ts). */
    settings: string
  }
  /** Append-only, which the store itself sees to. Who did what; each entry seals the one before (docs/decisions/0016). */
  audit_entries: {
    /** From 1, without gaps. */
    number: number
    at: number
    act: AuditAct
    /** Null for the operator, the server and strangers. No reference: entries outlive people. */
    user_id: number | null
    user_name: string
    via: AuditWay
    address: string | null
    object_kind: AuditObject
    object_id: string | null
    object_name: string | null
    /** Whose affair it is; null for the installation's. */
    company_id: number | null
    /** JSON. */
    details: string
    /** SHA-256 of the entry and the hash before it, hex. */
    hash: string
    /** Made from the act: one index finds all of a group in their order. */
    act_group: AuditGroup
    /** What a search looks through, in lower case; made from the names and the address. */
    search_text: string
  }
  /** One row: how many entries there are, and the hash of the last. */
  audit_head: {
    id: number
    entries: number
    hash: string
  }
  /** Reels being made, or that were. */
  renders: {
    /** UUID. */
    id: string
    company_id: number
    item_id: string
    /** Who asked for it. */
    user_id: number | null
    user_name: string
    state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
    created_at: number
    ended_at: number | null
    /** 0 to 1. Of all tries: it never goes back. */
    progress: Generated<number>
    frames_done: number | null
    frames: number | null
    /** When it will be done, by the pace of this try. */
    ends_at: number | null
    video_id: string | null
    /** Why it failed, in a sentence. */
    message: string | null
    /** JSON: images and settings as they were when it was asked for. */
    images: string
    settings: string
  }
  /** Videos of reels, with their covers. Each has files of its own, so removing one takes nothing from another. */
  videos: {
    /** 128 random bits: whoever knows it sees the video. */
    id: string
    company_id: number
    item_id: string
    hash: string
    bytes: number
    cover_hash: string
    created_at: number
    /** When it ceased to be shown; it is kept for a while. */
    replaced_at: number | null
    /** JSON (contract/src/renders.ts). */
    reel_check: string
  }
  /** Music that people brought, once for each company. */
  music: {
    /** 128 random bits: whoever knows it hears the music. */
    id: string
    company_id: number
    user_id: number | null
    hash: string
    type: string
    name: string
    seconds: number
    bytes: number
    created_at: number
  }
  /** What was answered to requests with an `Idempotency-Key`. */
  kept_answers: {
    company_id: number
    /** 0 for the operator. */
    user_id: number
    key: string
    /** SHA-256 of the body. */
    asked: string
    /** JSON. */
    answer: string
    at: number
  }
  /** Images that people brought, once for each company. */
  uploads: {
    /** 128 random bits: whoever knows it sees the image. */
    id: string
    company_id: number
    user_id: number | null
    hash: string
    type: string
    width: number
    height: number
    /** With the thumbnail. */
    bytes: number
    thumbnail_hash: string
    created_at: number
    /** As it was called when it came first; null for those of earlier versions. */
    name: string | null
  }
  /** The tables elsewhere that companies name, and how keeping in step with them goes (docs/decisions/0009). */
  content_tables: {
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
  /** What a table last told of each of its records: what has changed since, here and there, is told by comparing. */
  table_records: {
    company_id: number
    record_id: string
    /** By the service's clock; where the table has no such column, when it was asked. */
    changed_at: number
    /** The number of the last walk that met it. */
    seen_in: number
    /** JSON: fields of the item, and ids of files. */
    told: string
  }
  /** Records that were to be made when no answer came: nobody knows whether they are there. Until somebody tries again. */
  table_makings: {
    company_id: number
    /** SHA-256 of what was to be made, hex. */
    fingerprint: string
    began_at: number
  }
  /** Files of records, and the copies of them that are images. */
  table_files: {
    company_id: number
    file_id: string
    record_id: string
    name: string
    /** Where it can be had for a while; null once it is copied or given up. */
    url: string | null
    url_until: number
    /** The copy, as an address on this server. */
    image_url: string | null
    /** Why there is no copy, in a sentence. */
    problem: string | null
  }
  /** How the webhooks of users go. A row is there once something was to be sent; the address is the user's. */
  webhooks: {
    user_id: number
    /** Sealed (platform/sealing.ts). */
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
  /** What users are told through their webhooks, each event for each user once: written with what happened. */
  webhook_deliveries: {
    id: Generated<number>
    user_id: number
    /** 0 for a test of somebody without a company. */
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
    /** It is given up a day later: when it happened, or when somebody had it sent again. */
    asked_at: number
    tried_at: number | null
    next_try_at: number
  }
  /** What opens services for a company, sealed for it and for its purpose (platform/sealing.ts). */
  secrets: {
    company_id: number
    purpose: 'drive'
    sealed: string
    changed_at: number
  }
  /** Ways back from a provider's page that somebody has begun, each good for one use (docs/decisions/0021). */
  oauth_states: {
    /** SHA-256 of the state, hex. */
    state_hash: string
    company_id: number
    user_id: number
    /** SHA-256 of what the browser has in its cookie, hex. */
    browser_hash: string
    /** Sealed. */
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
    /** Goes up whenever somebody wants it read: what was wanted during a reading is read after it. */
    asked: Generated<number>
    /** When the latest reading began, and when the last one ended well. */
    begun_at: number | null
    read_at: number | null
    failure_kind: DriveFailure['kind'] | null
    failure: string | null
    /** Not to be asked before. */
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
    /** 128 random bits: whoever knows it sees the small pictures. */
    picture_key: string
    /** JSON array by name (drive-folders.rules.ts); null before somebody has looked into it. */
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
    /** The key of the job; another one for each try that somebody asks for. */
    id: string
    drive: DriveName
    entry_id: string
    /** As it was called when it was asked for; then as it is called. */
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
  /** Work that waits, runs and has ended lately (ports/queue.ts). */
  jobs: {
    id: string
    kind: string
    key: string
    /** 0 for the installation's own. */
    company_id: number
    /** JSON. */
    payload: string
    state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
    priority: number
    /** 0 for at once, whatever the clocks of the nodes say. */
    run_at: number
    /** The order among what is due of a kind and priority; null until it is due. */
    turn: number | null
    attempt: Generated<number>
    /** Tries that ended with their process, which do not count as attempts. */
    silences: Generated<number>
    /** Names the call of a handler that has it. */
    lease_token: string | null
    /** Goes up while the process lives that has it. */
    beats: Generated<number>
    progress: Generated<number>
    reason: string | null
    created_at: number
    finished_at: number | null
  }
  /** What went wrong on the server; the same fault is one row. The latest only (docs/decisions/0018). */
  kept_errors: {
    id: Generated<number>
    /** Names the fault: the same place and the same words, whatever figures are in them. */
    fingerprint: string
    doing: string
    /** Without secrets. */
    message: string
    place: string | null
    times: number
    first_at: number
    last_at: number
    request_id: string | null
  }
  /** The library. What a default names may have been deleted meanwhile elsewhere: it then counts for nothing. */
  prompts: {
    id: string
    company_id: number
    title: string
    prompt: string
    image_url: string | null
    /** Title and prompt in lower case. */
    search_text: string
    created_at: number
  }
  /** How often a company has asked whoever writes texts, by its calendar; what was refused or failed for nothing is taken off. */
  ai_days: {
    company_id: number
    /** YYYY-MM-DD. */
    day: string
    calls: number
    tokens: number
  }
  /** Append-only: each call that cost something, or might have. */
  ai_uses: {
    id: Generated<number>
    company_id: number
    user_id: number | null
    at: number
    kind: 'prompt' | 'analysis' | 'caption'
    model: string
    /** Null where the provider does not count. */
    prompt_tokens: number | null
    answer_tokens: number | null
    /** `answered`, `given up`, or the kind of failure. */
    outcome: string
  }
  /** What the sandbox of payments sells; a plan with another price is another row. */
  sandbox_prices: {
    id: string
    /** Of the plan. */
    key: string
    name: string
    price_cents: number
    currency: string
  }
  /** The sandbox's customers, one per company. */
  sandbox_customers: {
    id: string
    company_id: number
    /** Goes up with every change. */
    version: number
    /** When something happens next by itself. */
    due_at: number | null
    /** Everything else, as JSON (adapters/payments/sandbox-account.ts). */
    state: string
  }
  /** What happened in the sandbox, for 30 days. */
  sandbox_events: {
    id: string
    at: number
    customer_id: string
    type: string
    kind: 'subscription' | 'invoice'
    about_id: string
  }
  /** One row per kind of work: locked by whoever takes such jobs. */
  job_kinds: {
    kind: string
    next_round_at: number | null
  }
}

/** A row as it is read. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>
