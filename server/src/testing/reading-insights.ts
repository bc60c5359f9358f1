/** A connected account whose insights are read in rounds, beside the stand-in of Instagram. */
import type { AccountInsights, MediaInsights } from '@tangelo/contract'
import { expect, vi } from 'vitest'
import { INSIGHT_KINDS, OWN, type PublishingTest, publishing } from './publishing.ts'

const HOUR_MS = 3_600_000

type Options = NonNullable<Parameters<typeof publishing>[0]>

/** As if two years of days had been read already, which leaves few calls to a round. */
export async function skipDaysBefore({ database: { queries }, accountId }: PublishingTest): Promise<void> {
  const row = { company_id: 1, account_id: accountId, next_at: 0, is_backfilled: 1 as const }
  await queries.insertInto('insight_accounts').values(row).execute()
  await queries
    .insertInto('provider_quotas')
    .values({ name: `own:${accountId}` })
    .execute()
}

/** `isFilled`: all days before have been read. */
export async function readingInsights({ isFilled = false, ...options }: Options & { isFilled?: boolean } = {}) {
  const here = await publishing({ ...options, works: false, worksOn: INSIGHT_KINDS })
  if (isFilled) await skipDaysBefore(here)
  if (options.works !== false) here.work()
  const stateOf = () =>
    here.database.queries
      .selectFrom('insight_accounts')
      .selectAll()
      .where('account_id', '=', here.accountId)
      .executeTakeFirst()
  const isReading = async () => {
    const jobs = here.database.queries
      .selectFrom('jobs')
      .select('id')
      .where('kind', 'in', ['find-insights', 'read-insights'])
    const open = jobs.where((job) =>
      job.or([
        job('state', '=', 'running'),
        job.and([job('state', '=', 'waiting'), job('run_at', '<=', here.clock.now())]),
      ]),
    )
    return (await open.executeTakeFirst()) !== undefined
  }
  /** Lets so much time pass, then waits for the round that follows. One that is under way knows nothing of what comes due. */
  const afterRound = async (ms: number) => {
    if (ms >= HOUR_MS)
      await vi.waitFor(async () => expect(await isReading()).toBe(false), { timeout: 15_000, interval: 20 })
    here.clock.moveBy(ms)
    const from = here.clock.now()
    await vi.waitFor(
      async () => {
        const state = await stateOf()
        const isThrough = (state?.read_at ?? 0) >= from || state?.problem != null
        if (!isThrough || (state?.next_at ?? 0) <= from) throw new Error(`No round: ${JSON.stringify(state)}`)
      },
      { timeout: 25_000, interval: 20 },
    )
  }
  const read = async (query = ''): Promise<AccountInsights> => {
    const res = await here.ask('pro', 'GET', `/api/accounts/${here.accountId}/insights${query}`)
    expect(res.statusCode, res.body).toBe(200)
    return res.json()
  }
  const readMedia = async (mediaId: string): Promise<MediaInsights> => {
    const res = await here.ask('pro', 'GET', `/api/accounts/${here.accountId}/insights/media/${mediaId}`)
    expect(res.statusCode, res.body).toBe(200)
    return res.json()
  }
  const post = (more: object = {}) => here.stand.postByHand(OWN, more).id
  return Object.assign(here, { afterRound, stateOf, readInsights: read, readMedia, post })
}
