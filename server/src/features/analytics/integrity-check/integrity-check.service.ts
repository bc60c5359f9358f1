/** Makes every derived figure again from the snapshots and the entries of posts, and says which differ. Repairs nothing. */
import type { Audit, Mismatch } from '@tangelo/contract'
import { UNREAD_DAYS } from '@tangelo/contract/limits'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import { WEEK_MS } from '../metrics/metrics.rules.ts'
import { computePeriods, NO_PERIODS } from '../metrics/service/periods.ts'
import { computeExpectedMonths } from '../months/months.service.ts'
import { postsStore } from '../posts/posts.store.ts'
import {
  type Difference,
  monthDifferences,
  periodDifferences,
  postDifferences,
  sumDifferences,
} from './integrity-check.rules.ts'
import { type AccountToCheck, integrityCheckStore, type SnapshotRow } from './integrity-check.store.ts'
import { mismatchesOf } from './rules/mismatches.ts'

export type IntegrityCheckService = ReturnType<typeof integrityCheckService>

const ACCOUNTS_AT_ONCE = 100
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Named one by one; the others are counted. */
const NAMED_MAX = 200

export function integrityCheckService({ database, clock }: { database: Database; clock: Clock }) {
  const store = integrityCheckStore(database.queries)

  async function periodDifferencesOf(account: AccountToCheck, latest: SnapshotRow | undefined): Promise<Difference[]> {
    const { queries, engine } = database
    const stored = await store.periodsOf(account)
    const { rows, shown } = latest ? await computePeriods(queries, engine, account, latest) : NO_PERIODS
    return periodDifferences(stored, { rows, shown })
  }

  async function lookAt(account: AccountToCheck): Promise<{ snapshots: number; found: Mismatch[] }> {
    const { queries, engine } = database
    const snapshots = await store.snapshotsOf(account)
    const months = monthDifferences(
      await store.monthsOf(account),
      await computeExpectedMonths(queries, engine, account),
    )
    const periods = await periodDifferencesOf(account, snapshots.at(-1))
    const posts = (await postsStore(queries, engine).whole(account)).flatMap(postDifferences)
    return { snapshots: snapshots.length, found: mismatchesOf(account, snapshots, [...months, ...periods], posts) }
  }

  /** A reading meanwhile changes what was read before it, so it is looked at again; so does a deletion. */
  async function lookTwiceAt(account: AccountToCheck): ReturnType<typeof lookAt> {
    const first = await lookAt(account)
    if (first.found.length === 0) return first
    const now = await store.account(account.id)
    return now ? lookAt(now) : { snapshots: 0, found: [] }
  }

  /** Those read lately, and all: on the last step of each way that sums are kept. A reading meanwhile changes both, so it is looked at again. */
  async function sumDifferencesOf(): Promise<{ name: string; differences: Difference[] }[]> {
    const minute = Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS
    const found: { name: string; differences: Difference[] }[] = []
    for (const { id, name } of await store.companies()) {
      for (const since of [0, minute - WEEK_MS, minute - UNREAD_DAYS * DAY_MS]) {
        const first = sumDifferences(await store.sumsOf(id, since))
        const differences = first.length > 0 ? sumDifferences(await store.sumsOf(id, since)) : []
        if (differences.length > 0) found.push({ name, differences })
      }
    }
    return found
  }

  return {
    /** Looks at everything, account by account, and keeps the result for administrators to see. */
    async run(onProgress: (accounts: number) => void = () => {}): Promise<Audit> {
      const audit: Audit = {
        ranAt: momentToText(clock.now()),
        accounts: 0,
        snapshots: 0,
        mismatches: [],
        mismatchCount: 0,
      }
      let last = 0
      for (;;) {
        const accounts = await store.accountsAfter(last, ACCOUNTS_AT_ONCE)
        if (accounts.length === 0) break
        for (const account of accounts) {
          const { snapshots, found } = await lookTwiceAt(account)
          audit.accounts += 1
          audit.snapshots += snapshots
          audit.mismatchCount += found.length
          audit.mismatches.push(...found.slice(0, NAMED_MAX - audit.mismatches.length))
          last = account.id
        }
        onProgress(audit.accounts)
      }
      for (const { name, differences } of await sumDifferencesOf()) {
        const found = differences.map(({ figure, stored, expected }) => ({
          accountId: null,
          username: name,
          capturedAt: null,
          figure,
          stored: String(stored),
          expected: String(expected),
        }))
        audit.mismatchCount += found.length
        audit.mismatches.push(...found.slice(0, NAMED_MAX - audit.mismatches.length))
      }
      await store.keep({
        ran_at: clock.now(),
        accounts: audit.accounts,
        snapshots: audit.snapshots,
        mismatches: JSON.stringify(audit.mismatches),
        mismatch_count: audit.mismatchCount,
      })
      return audit
    },

    async latest(): Promise<Audit | null> {
      const row = await store.latest()
      if (!row) return null
      return {
        ranAt: momentToText(row.ran_at),
        accounts: row.accounts,
        snapshots: row.snapshots,
        mismatches: JSON.parse(row.mismatches),
        mismatchCount: row.mismatch_count,
      }
    },
  }
}
