/** The analysis of an account: who may read it, for which period, and for how long an answer stands. */
import { hash } from 'node:crypto'
import type { Analysis } from '@tangelo/contract'
import { ANALYSIS_DAYS, type OwnMeasure } from '@tangelo/contract/limits'
import type { CompaniesService } from '#features/identity/index.ts'
import { dayFromText, dayOf } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { accessDenied, invalidInput } from '#platform/errors.ts'
import { singleFlightCache } from '#platform/single-flight-cache.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import { seesOwnFigures } from '../posts/posts.policy.ts'
import type { AnalyseAccount, AnalysisJob } from './analysis.jobs.ts'
import { analysisStore } from './analysis.store.ts'
import { METHOD_VERSION } from './rules/method.ts'

/** Accounts that one tail is fitted to: those tracked the longest, whose days say the most. */
const POOL_ACCOUNTS_MAX = 200

export type AnalysisService = ReturnType<typeof analysisService>

export function analysisService({
  database,
  clock,
  accounts,
  companies,
  analyse,
}: {
  database: Database
  clock: Clock
  accounts: AccountsService
  companies: CompaniesService
  analyse: AnalyseAccount
}) {
  const store = analysisStore(database.queries)
  const answers = singleFlightCache<{ bytes: Buffer }>()

  /** `revision`: of data that is under no revision of an account. */
  async function answerOnce(job: AnalysisJob, revision: string, signal?: AbortSignal): Promise<string> {
    const key = hash('sha256', JSON.stringify([METHOD_VERSION, job, revision]), 'base64url')
    const answer = await answers.take(
      key,
      async (abandoned) => ({ bytes: Buffer.from(await analyse(job, abandoned)) }),
      signal,
    )
    if (!answer) throw new Error('An analysis always has an answer')
    return answer.bytes.toString()
  }

  async function answerFor(
    { accountId, companyId, timeZone, from, to, measures }: Omit<AnalysisJob, 'pool'>,
    signal?: AbortSignal,
  ): Promise<string> {
    const pool = await store.oldestRevisions(companyId, POOL_ACCOUNTS_MAX)
    const own = pool.some(({ id }) => id === accountId) ? undefined : await store.revision(accountId)
    const job = { companyId, accountId, timeZone, from, to, pool: own ? [...pool, own] : pool, measures }
    return answerOnce(job, '', signal)
  }

  return {
    /** JSON. Cached until data of the account or of another one in its company change. */
    async read(
      viewer: Viewer,
      accountId: number,
      range: { from?: string | undefined; to?: string | undefined },
      signal?: AbortSignal,
    ): Promise<string> {
      const { company_id: companyId } = await accounts.visibleTo(viewer, accountId)
      const timeZone = await companies.timeZoneOf(companyId)
      const period = choosePeriod(range, dayOf(clock.now(), timeZone))
      const measures = seesOwnFigures(viewer) ? (await store.ownState({ companyId, accountId })).measures : []
      return answerFor({ accountId, companyId, timeZone, measures, ...period }, signal)
    },

    /** JSON: when to post by what only the owner sees. Cached until there is another reading. */
    async readPosting(
      viewer: Viewer,
      accountId: number,
      { measure, ...range }: { measure: OwnMeasure; from?: string | undefined; to?: string | undefined },
      signal?: AbortSignal,
    ): Promise<string> {
      if (!seesOwnFigures(viewer)) throw accessDenied()
      const { company_id: companyId } = await accounts.visibleTo(viewer, accountId)
      const timeZone = await companies.timeZoneOf(companyId)
      const period = choosePeriod(range, dayOf(clock.now(), timeZone))
      const { measures, revision } = await store.ownState({ companyId, accountId })
      return answerOnce({ accountId, companyId, timeZone, ...period, pool: [], measures, measure }, revision, signal)
    },

    /** The moves of the last `days` days of the company, in time order. */
    async recentMoves(account: { id: number; companyId: number }, days: number): Promise<Analysis['moves']> {
      const timeZone = await companies.timeZoneOf(account.companyId)
      const to = dayOf(clock.now(), timeZone)
      const { id: accountId, companyId } = account
      const answer = await answerFor({ accountId, companyId, timeZone, from: to - days + 1, to, measures: [] })
      return (JSON.parse(answer) as Analysis).moves
    },
  }
}

interface Period {
  from: number
  to: number
}

/** Days since 1970-01-01: the last year unless the request names the period, and nothing after today. */
function choosePeriod(range: { from?: string | undefined; to?: string | undefined }, today: number): Period {
  const to = Math.min(today, range.to === undefined ? today : dayFromText(range.to))
  const from = range.from === undefined ? to - ANALYSIS_DAYS.usual + 1 : dayFromText(range.from)
  if (from > to) throw invalidInput('from must not be after to', { from: 'must not be after to' })
  if (to - from + 1 > ANALYSIS_DAYS.max)
    throw invalidInput('An analysis covers at most five years', { from: 'is more than five years before to' })
  return { from, to }
}
