/** What the screen shows of work: running, waiting, failed. */
export interface JobView {
  id: string
  kind: string
  key: string
  companyId: number | null
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  progress: number
  attempt: number
  /** Why the last try failed or was put off, in words for people. */
  reason: string | null
  createdAt: number
  runAt: number
  finishedAt: number | null
  /** The request that asked for it, as the log names it. */
  requestId: string | null
}

/** How much work of a kind there is. */
export interface KindCounts {
  kind: string
  waiting: number
  running: number
  /** Dead letters. */
  failed: number
  /** When its schedule runs next; null for work without one. */
  nextRoundAt: number | null
}
