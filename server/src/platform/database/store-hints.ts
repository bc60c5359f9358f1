/**
 * Hints from other nodes that something was committed: PostgreSQL's NOTIFY, sent by triggers in the transaction of its cause
 * (migration 0023), heard on one connection of this process. Hints may come late, twice or never; polls find everything, and come
 * less often while hints are heard (docs/decisions/0051).
 */
import type { Socket } from 'node:net'
import pg from 'pg'
import type { Log } from '../log.ts'

const HINT_CHANNEL = 'tangelo'
const TOPICS = ['jobs', 'events', 'webhooks'] as const
export type HintTopic = (typeof TOPICS)[number]

export interface StoreHints {
  /** Calls after each hint, and whenever the connection is there again: what was committed meanwhile was missed. */
  on(topic: HintTopic, call: () => void): () => void
  /** True while hints are heard. */
  isHeard(): boolean
  /** Begins to listen, until `end`. */
  listen(log: Pick<Log, 'warn'>): void
  end(): void
}

/** Of a store with one process, and behind a pooler that hands out sessions per transaction. */
export const noHints: StoreHints = { on: () => () => {}, isHeard: () => false, listen() {}, end() {} }

const CONNECT_TIMEOUT_MS = 5_000
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 10_000
/** A connection that a firewall has dropped stays silent for ever: it is asked for a sign of life. */
const CHECK_EVERY_MS = 15_000
const ANSWER_WITHIN_MS = 5_000

export function postgresHints(url: string, random: () => number = Math.random): StoreHints {
  const calls = new Map<HintTopic, Set<() => void>>(TOPICS.map((topic) => [topic, new Set()]))
  let client: pg.Client | null = null
  let isHeard = false
  let isEnded = false
  let failures = 0
  let waiting: NodeJS.Timeout | undefined
  let checking: NodeJS.Timeout | undefined

  const pass = (topic: HintTopic) => {
    for (const call of calls.get(topic) ?? []) call()
  }

  async function connect(log: Pick<Log, 'warn'>): Promise<void> {
    const own = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
      application_name: 'tangelo hints',
    })
    client = own
    const handleLoss = (error?: unknown) => {
      if (client !== own) return
      client = null
      isHeard = false
      cut(own)
      if (isEnded) return
      // Logged once: the pool logs more when the database is away.
      if (failures === 0) log.warn({ err: error }, 'hints of the store are not heard; polls go on')
      const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures)
      failures += 1
      waiting = setTimeout(() => void connect(log), longest * (0.5 + random() / 2)).unref()
    }
    own.on('error', handleLoss)
    own.on('end', () => handleLoss())
    own.on('notification', ({ payload }) => {
      const topic = TOPICS.find((one) => one === payload)
      if (topic) pass(topic)
    })
    try {
      await own.connect()
      await own.query(`listen ${HINT_CHANNEL}`)
    } catch (error) {
      return handleLoss(error)
    }
    if (client !== own) return
    isHeard = true
    failures = 0
    clearInterval(checking)
    checking = setInterval(() => void own.query('select 1').catch(handleLoss), CHECK_EVERY_MS).unref()
    for (const topic of TOPICS) pass(topic)
  }

  return {
    on(topic, call) {
      calls.get(topic)?.add(call)
      return () => void calls.get(topic)?.delete(call)
    },
    isHeard: () => isHeard,
    listen(log) {
      if (client === null && !isEnded) void connect(log)
    },
    end() {
      isEnded = true
      isHeard = false
      clearTimeout(waiting)
      clearInterval(checking)
      if (client) cut(client)
    },
  }
}

/** At once: a server that does not answer would not answer a farewell either. */
const cut = (client: pg.Client) =>
  (client as pg.Client & { connection: { stream: Socket } }).connection.stream.destroy()
