/** Asks the services for what a report says, with the viewer's rights: its numbers are those of the screens. */
import type { Analysis, PlannedItem } from '@tangelo/contract'
import { REPORT_COLOUR } from '@tangelo/contract/limits'
import {
  type AnalysisService,
  type ComparisonService,
  HISTORY_DAYS,
  type MetricsService,
  type PostsService,
} from '#features/analytics/index.ts'
import type { ItemsService } from '#features/content/index.ts'
import type { CompaniesService } from '#features/identity/index.ts'
import { dayOf, dayToText } from '#platform/calendar.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { ReportContent } from '../reports.rules.ts'
import type { AccountInput, PlanInput, PlannedInput, ReportInput } from '../rules/input.ts'
import { namePeriod, type Period } from '../rules/periods.ts'
import { picturesOfPlan } from '../rules/sections/plan.ts'
import { picturesOfPosts, rankPosts } from '../rules/sections/posts.ts'
import type { ReportPictures } from './pictures.ts'
import type { ResolvedSubject, SubjectAccount } from './subjects.ts'

/** So long before the period before the last known figure is looked for, and no shorter than the dashboard looks. */
const LOOKBACK_DAYS = 366
const YEAR_DAYS = 365
/** What one question of a calendar covers. */
const CALENDAR_DAYS = 62
/** Posts of one plan; the report says where it ends. */
const PLANNED_MAX = 500
const PUBLISHED = 'published'
const NO_PLAN: PlanInput = { posts: [], isCut: false }
/** Analyses of larger companies would take minutes: questions about posts are asked of so many of their largest accounts. */
const ANALYSED_ACCOUNTS_MAX = 50
/** Sections that an analysis of the period answers. */
const ASKED_OF_PERIOD = ['summary', 'growth', 'moves', 'posts'] as const

export type GatherReport = ReturnType<typeof reportGatherer>

export function reportGatherer({
  clock,
  metrics,
  posts,
  analysis,
  comparison,
  content,
  companies,
  pictures,
}: {
  clock: Clock
  metrics: Pick<MetricsService, 'history'>
  posts: Pick<PostsService, 'between'>
  analysis: Pick<AnalysisService, 'read'>
  comparison: Pick<ComparisonService, 'peers'>
  content: Pick<ItemsService, 'calendar'>
  companies: Pick<CompaniesService, 'timeZoneOf'>
  pictures: ReportPictures
}) {
  type Wanted = ReadonlySet<ReportContent['sections'][number]['kind']>

  async function analyse(
    viewer: Viewer,
    accountId: number,
    { from, to }: Period,
    signal?: AbortSignal,
  ): Promise<Analysis> {
    return JSON.parse(await analysis.read(viewer, accountId, { from: dayToText(from), to: dayToText(to) }, signal))
  }

  async function accountInput(
    viewer: Viewer,
    { id, username, everyDays }: SubjectAccount,
    {
      period,
      until,
      wanted,
      isOnly,
      isAnalysed,
      signal,
    }: {
      period: ReturnType<typeof namePeriod>
      /** The last day of the period that has come. */
      until: number
      wanted: Wanted
      isOnly: boolean
      isAnalysed: boolean
      signal: AbortSignal | undefined
    },
  ): Promise<AccountInput> {
    const { from, to, previous } = period
    const [history, { posts: found, knowsOlder }] = await Promise.all([
      metrics.history(viewer, id, {
        from: dayToText(Math.min(previous.from - LOOKBACK_DAYS, until - HISTORY_DAYS)),
        to: dayToText(to),
      }),
      posts.between(viewer, id, { from: previous.from, to, withOwn: wanted.has('owner') }),
    ])
    const needsPeriod = ASKED_OF_PERIOD.some((kind) => wanted.has(kind))
    const needsYear =
      wanted.has('posting') || wanted.has('formats') || (isOnly && (wanted.has('summary') || wanted.has('posts')))
    return {
      id,
      username,
      everyDays,
      history,
      posts: found,
      knowsPostsBefore: knowsOlder,
      ofPeriod: isAnalysed && needsPeriod ? await analyse(viewer, id, { from, to: until }, signal) : null,
      ofYear:
        isAnalysed && needsYear ? await analyse(viewer, id, { from: until - YEAR_DAYS + 1, to: until }, signal) : null,
      peers: isOnly && wanted.has('peers') ? await comparison.peers(viewer, id, { day: until }) : null,
    }
  }

  /** In the order of their days. `accountIds` undefined: those of the whole company. */
  async function plan(
    viewer: Viewer,
    { companyId, accountIds }: { companyId: number; accountIds: readonly number[] | undefined },
    period: Period,
    kind: 'planned' | 'published',
  ): Promise<PlanInput> {
    // To the calendar no account means every account.
    if (accountIds?.length === 0) return NO_PLAN
    const isWanted = (item: PlannedItem) => isPublished(item) === (kind === 'published')
    const status = kind === 'published' ? [PUBLISHED] : []
    const posts: PlannedInput[] = []
    for (let from = period.from; from <= period.to; from += CALENDAR_DAYS) {
      const to = Math.min(period.to, from + CALENDAR_DAYS - 1)
      const options = { from: dayToText(from), to: dayToText(to), companyId, accountId: accountIds, status }
      const { items, isComplete } = await content.calendar(viewer, options)
      const found = items.map((json): PlannedItem => JSON.parse(json)).filter(isWanted)
      posts.push(...found.map(asPlanned))
      if (!isComplete || posts.length > PLANNED_MAX) return { posts: posts.slice(0, PLANNED_MAX), isCut: true }
    }
    return { posts, isCut: false }
  }

  return async function gather(
    viewer: Viewer,
    subject: ResolvedSubject,
    { title, sections, brand }: ReportContent,
    { from, to }: Period,
    signal?: AbortSignal,
  ): Promise<ReportInput> {
    const timeZone = await companies.timeZoneOf(subject.companyId)
    const period = namePeriod({ from, to })
    const until = Math.min(to, dayOf(clock.now(), timeZone))
    const wanted: Wanted = new Set(sections.map(({ kind }) => kind))
    const isOnly = subject.kind === 'account'
    const accounts: AccountInput[] = []
    for (const [at, account] of subject.accounts.entries()) {
      signal?.throwIfAborted()
      const isAnalysed = at < ANALYSED_ACCOUNTS_MAX
      accounts.push(await accountInput(viewer, account, { period, until, wanted, isOnly, isAnalysed, signal }))
    }
    const accountIds = subject.kind === 'company' ? undefined : subject.accounts.map(({ id }) => id)
    const whose = { companyId: subject.companyId, accountIds }
    const planned = wanted.has('planned') ? await plan(viewer, whose, period.next, 'planned') : NO_PLAN
    const published = wanted.has('published') ? await plan(viewer, whose, period, 'published') : NO_PLAN
    const ranked = wanted.has('summary') || wanted.has('posts') ? rankPosts(accounts, period, timeZone) : []
    const logo = brand.logoUrl === null ? null : await pictures.embed([brand.logoUrl], '480')
    return {
      title,
      subject: { kind: subject.kind, name: subject.name },
      period,
      until,
      timeZone,
      brand: {
        name: brand.name || null,
        colour: brand.colour ?? REPORT_COLOUR,
        logo: (brand.logoUrl === null ? undefined : logo?.get(brand.logoUrl)) ?? null,
      },
      sections,
      accounts,
      accountsLeftOut: subject.leftOut,
      planned,
      published,
      ranked,
      pictures: new Map([
        ...(await pictures.embed([...picturesOfPlan(planned), ...picturesOfPlan(published)], '160')),
        ...(await pictures.embed(wanted.has('posts') ? picturesOfPosts(ranked) : [], '480')),
      ]),
    }
  }
}

const isPublished = ({ status }: { status: string }) => status.trim().toLowerCase() === PUBLISHED

const asPlanned = (item: PlannedItem): PlannedInput => ({
  caption: item.caption,
  mediaType: item.mediaType,
  imageUrl: item.imageUrl,
  status: item.status,
  publishDate: item.publishDate,
  username: item.account?.username ?? null,
  needsApproval: item.approvalAskedAt !== null,
})
