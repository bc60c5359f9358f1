/** Background work, its progress, and the records by which it is done once. */
import type { AuditAction, AuditGroup, AuditObject, AuditWay } from '@tangelo/contract/audit-actions'
import type { EventKind } from '@tangelo/contract/limits'
import type { Generated } from 'kysely'

export interface WorkTables {
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
  /** Append-only, which the store itself sees to. Who did what; each entry seals the one before (docs/decisions/0016). */
  audit_entries: {
    /** From 1, without gaps. */
    number: number
    at: number
    act: AuditAction
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
  /** Requests with an `Idempotency-Key`, claimed before they are worked on, and what was answered to them. */
  idempotency_keys: {
    company_id: number
    /** 0 for the operator. */
    user_id: number
    key: string
    /** SHA-256 of the body. */
    asked: string
    /** JSON; empty while it is in progress. */
    answer: string
    at: number
    state: 'in_progress' | 'done'
    /** Names the request that works on it; null once it is done. */
    token: string | null
    /** After this moment another request may take it over. */
    lease_until: number
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
    /** 0 for at once, whatever the clocks of the processes show. */
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
    /** The request that asked for it, by its id in the log; null for what comes by the clock or out of another job. */
    request_id: string | null
  }
  /** What went wrong on the server; the same fault is one row. The latest only (docs/decisions/0018). */
  error_log: {
    id: Generated<number>
    /** Identifies the fault: the same place and the same message, with any figures in it. */
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
  /** Restores of a backup into a scratch store, one at a time (docs/decisions/0055). */
  backup_drills: {
    id: Generated<number>
    /** In whose data folder the backup is. */
    node: string
    file: string
    bytes: number
    made_at: number
    begun_at: number
    /** When its process last said that it runs. */
    alive_at: number
    ended_at: number | null
    state: 'running' | 'passed' | 'failed'
    /** Why it failed, in a sentence. */
    message: string | null
    /** What the audit looked at, as JSON of the contract. */
    looked: string | null
  }
  /** One row while there is a demo workspace (docs/decisions/0040). */
  demo_workspace: {
    id: 1
    state: 'filling' | 'filled' | 'failed' | 'removing'
    /** Its last day, in days since 1970-01-01: all its dates follow from it. */
    day: number
    /* How many are done; a fill that was interrupted goes on from there. */
    accounts: Generated<number>
    drafts: Generated<number>
    reels: Generated<number>
    begun_at: number
    filled_at: number | null
    /** Why it could not be filled, in a sentence. */
    failure: string | null
  }
  /** One row per kind of work: locked by the worker that takes such jobs. */
  job_kinds: {
    kind: string
    next_round_at: number | null
  }
  /** Processes that work on this store and have lately said so; on PostgreSQL only. Moments are those of the database's clock. */
  nodes: {
    id: string
    /** Of the machine. */
    name: string
    /** 1 where pictures and videos are kept in its own folder. */
    keeps_media: number
    seen_at: number
    /* Null for a node of a version that did not say so. */
    version: string | null
    role: 'all' | 'api' | 'worker' | null
    started_at: number | null
    /** How late its event loop was, 99th percentile between two heartbeats. */
    event_loop_ms: number | null
    memory_bytes: number | null
  }
}
