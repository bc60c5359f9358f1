/**
 * Analyses accounts of one store, one at a time. Reads what it needs by itself, so that a worker thread gets ids and no data.
 * Scores of accounts, answers that follow from an account alone, and the tail of a company are cached under the revisions of
 * their data: a reading of one account makes again what follows from that one, and the tail.
 */
import { ANALYSIS_POSTS_MAX, type OwnMeasure } from '@tangelo/contract/limits'
import type { Database } from '#platform/database/database.ts'
import { type AccountKey, analysisStore, type Revision } from './analysis.store.ts'
import {
  analyseAccount,
  answerOwn,
  answerOwnPosting,
  DAYS_AROUND,
  type OwnAnswers,
  type Pool,
  poolScores,
} from './rules/account.ts'
import type { AccountScores } from './rules/company-days.ts'
import { type ScoredDays, scoreDays } from './rules/day-scores.ts'
import { type SelectedPosts, selectPosts } from './rules/selection.ts'

export interface AnalysisJob extends AccountKey {
  timeZone: string
  /** Days since 1970-01-01. */
  from: number
  to: number
  /** The accounts whose days tell what chance does, the analysed one among them. */
  pool: readonly Revision[]
  /** Of what only its owner sees the account has readings. */
  measures: readonly OwnMeasure[]
  /** Only when to post is asked, by this. */
  measure?: OwnMeasure
}

/** What chance does is learnt from two years, or from the period where it is longer. */
const POOL_DAYS = 730
/** Bytes of scores: some two hundred accounts over two years take 2 MB. */
const SCORES_BYTES_MAX = 32 * 1024 * 1024
const POOLS_MAX = 16
/** Of at most 2,000 posts with their captions each. */
const OWN_MAX = 16
/** A post has four readings. */
const OWN_READINGS_MAX = 4 * ANALYSIS_POSTS_MAX

interface Own {
  selected: SelectedPosts
  scored: ScoredDays
  answers: OwnAnswers
}

/** Answers JSON. The same stored data gives the same bytes. One that still waits when the signal is aborted is not begun. */
export type AnalyseAccount = (job: AnalysisJob, signal?: AbortSignal) => Promise<string>

export function accountAnalyser({ database }: { database: Database }): AnalyseAccount {
  const store = analysisStore(database.queries)
  const scores = boundedCache<AccountScores>(
    SCORES_BYTES_MAX,
    (own) => own.scores.length * BYTES_PER_SCORE + ENTRY_BYTES,
  )
  const pools = boundedCache<Pool>(POOLS_MAX, () => 1)
  const owns = boundedCache<Own>(OWN_MAX, () => 1)

  async function poolOf(job: AnalysisJob, ownScored: ScoredDays, first: number, last: number): Promise<Pool> {
    const span = `${job.companyId} ${first} ${last}`
    const key = `${span} ${job.pool.map(({ id, revision }) => `${id}:${revision}`).join()}`
    const known = pools.get(key)
    if (known) return known
    const accounts: AccountScores[] = []
    for (const { id, revision } of job.pool) {
      const name = `${span} ${id}:${revision}`
      let own = scores.get(name)
      if (!own) {
        const isOwn = id === job.accountId
        const scored = isOwn
          ? ownScored
          : scoreDays(await store.days({ companyId: job.companyId, accountId: id }, first, last))
        own = { days: scored.days, spans: scored.spans, scores: scored.scores }
        scores.set(name, own)
      }
      accounts.push(own)
    }
    const pool = poolScores(accounts)
    pools.set(key, pool)
    return pool
  }

  async function ownOf(job: AnalysisJob, first: number, last: number): Promise<Own> {
    const { companyId, accountId, from, to, timeZone } = job
    const revision = job.pool.find(({ id }) => id === accountId)?.revision
    const key = `${companyId} ${accountId}:${revision} ${from} ${to} ${timeZone}`
    const known = owns.get(key)
    if (known) return known
    const days = await store.days(job, Math.min(first, from - 2 * (to - from + 1)), last)
    const posts = await store.posts(job, { first: from - DAYS_AROUND, last, limit: ANALYSIS_POSTS_MAX + 1 })
    const selected = selectPosts(posts, timeZone)
    const scored = scoreDays(days.filter(({ day }) => day >= first))
    const own = { selected, scored, answers: answerOwn({ accountId, from, to, timeZone, selected, days }) }
    owns.set(key, own)
    return own
  }

  return async (job) => {
    const { from, to, measure } = job
    if (measure !== undefined) {
      const readings = await store.ownReadings(job, { measure, first: from, last: to, limit: OWN_READINGS_MAX })
      return JSON.stringify(answerOwnPosting(Object.assign({ readings }, job, { measure })))
    }
    const [first, last] = [Math.min(from - DAYS_AROUND, to - POOL_DAYS + 1), to + DAYS_AROUND]
    const { answers, selected, scored } = await ownOf(job, first, last)
    const pool = await poolOf(job, scored, first, last)
    return JSON.stringify(analyseAccount(answers, { from, to, selected, scored }, pool, job.measures))
  }
}

/** A day, its span and its score. */
const BYTES_PER_SCORE = 13
const ENTRY_BYTES = 200

/** The least recently used entry is evicted first. */
function boundedCache<Value>(sizeMax: number, sizeOf: (value: Value) => number) {
  const entries = new Map<string, Value>()
  let size = 0
  return {
    get(key: string): Value | undefined {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set(key: string, value: Value): void {
      entries.set(key, value)
      size += sizeOf(value)
      for (const [oldest, freed] of entries) {
        if (size <= sizeMax) return
        entries.delete(oldest)
        size -= sizeOf(freed)
      }
    },
  }
}
