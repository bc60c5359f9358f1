/** The sums over all accounts, or those of one client, for a period: what they are, what they were, and what they leave out. */
import type { PeriodTotals } from '@tangelo/contract'
import type { Period } from '@tangelo/contract/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Exact } from '#ui/exact.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import {
  describeEngagement,
  describeFollowers,
  describeGrowth,
  describePosts,
  describeReadings,
  type Tone,
} from '../describe-totals.ts'
import { globalMetrics, type SumsOf } from '../queries.ts'
import { texts as all } from '../texts/totals.ts'

const texts = all.totals

export function TotalsStrip(of: SumsOf) {
  const { data, isPending, isPlaceholderData, refetch } = useQuery({
    ...globalMetrics(of),
    placeholderData: keepPreviousData,
  })
  const late = useDelayed(isPending)
  const sums = data?.period
  return (
    <section
      aria-label={texts.label}
      aria-busy={isPending}
      className={`border-b border-line ${isPlaceholderData ? 'opacity-60' : ''}`}
    >
      {sums ? <Cells sums={sums} period={of.period} /> : null}
      {isPending ? <Loading shown={late} /> : null}
      {sums || isPending ? null : (
        <p className="px-4 py-3 text-label text-ink-3 desk:px-5" role="alert">
          {texts.failed}{' '}
          <button type="button" className="link" onClick={() => void refetch()}>
            {texts.tryAgain}
          </button>
        </p>
      )}
    </section>
  )
}

const GRID = 'grid grid-cols-2 min-[740px]:grid-cols-4 min-[1100px]:grid-cols-[1.5fr_1fr_1fr_1fr_1.1fr]'
const CELL =
  'relative min-w-0 border-line px-4 py-3 max-[739px]:even:border-l max-[739px]:nth-[n+3]:border-t min-[740px]:not-first:border-l min-[1100px]:px-5 min-[1100px]:py-3.5'
/** Where there is no room for a fifth cell it is a line of its own. */
const LAST =
  'max-[1099px]:col-span-full max-[1099px]:flex max-[1099px]:items-baseline max-[1099px]:gap-2 max-[1099px]:border-t max-[1099px]:border-l-0! max-[1099px]:py-2'

const TONES = { good: 'text-good', bad: 'text-bad', neutral: 'text-ink-3' }

function Cells({ sums, period }: { sums: PeriodTotals; period: Period }) {
  const growth = describeGrowth(sums)
  const engagement = describeEngagement(sums)
  const posts = describePosts(sums)
  const readings = describeReadings(sums)
  return (
    <ul className={GRID}>
      <Cell title={texts.followers} {...describeFollowers(sums, period)}>
        <Exact value={sums.followers} />
        {sums.series.length > 1 ? <Lines sums={sums} period={period} /> : null}
      </Cell>
      <Cell title={texts.growth} {...growth}>
        {growth.value}
      </Cell>
      <Cell title={texts.engagement} {...engagement}>
        {engagement.value}
      </Cell>
      <Cell title={texts.posts} {...posts}>
        {posts.value}
      </Cell>
      <li className={`${CELL} ${LAST}`}>
        <p className={TITLE}>{texts.readToday}</p>
        <p className="max-[1099px]:text-label max-[1099px]:font-strong min-[1100px]:mt-0.5 min-[1100px]:text-metric">
          {readings.count}{' '}
          <small className="text-[15px] font-medium tracking-[-0.01em] text-ink-3 max-[1099px]:text-label max-[1099px]:font-regular">
            {readings.all}
          </small>
        </p>
        <p className="truncate text-note text-ink-3">{readings.note}</p>
      </li>
    </ul>
  )
}

/** The period, and pale the one before it. */
function Lines({ sums: { series, seriesBefore }, period }: { sums: PeriodTotals; period: Period }) {
  return (
    <span className="absolute top-4 right-5 hidden text-right min-[1280px]:block">
      <Sparkline values={series} before={seriesBefore} width={132} height={44} className="ml-auto" />
      {seriesBefore.length > 1 ? (
        <small className="mt-1 block text-badge/[16px] font-regular tracking-[-0.006em] text-ink-3">
          {texts.pale(texts.periods[period])}
        </small>
      ) : null}
    </span>
  )
}

const TITLE = 'text-label font-medium text-ink-2'

interface CellProps {
  title: string
  note: string
  tone: Tone
  children: ReactNode
}

function Cell({ title, note, tone, children }: CellProps) {
  return (
    <li className={CELL}>
      <p className={TITLE}>{title}</p>
      <p className="mt-0.5 text-metric">{children}</p>
      <p className={`text-note min-[740px]:truncate ${TONES[tone]}`}>{note}</p>
    </li>
  )
}

function Loading({ shown }: { shown: boolean }) {
  return (
    <ul className={GRID} aria-hidden="true" data-skeleton="">
      {['w-20', 'w-14', 'w-16', 'w-12'].map((width) => (
        <li key={width} className={`${CELL} h-23 min-[1100px]:h-24.5`}>
          {shown ? (
            <>
              <Skeleton className="mt-1 h-3 w-16" />
              <Skeleton className={`mt-3.5 h-5 ${width}`} />
              <Skeleton className="mt-3 h-2.5 w-24 max-w-full" />
            </>
          ) : null}
        </li>
      ))}
      <li className={`${CELL} ${LAST} h-8.5 min-[1100px]:h-24.5`}>
        {shown ? <Skeleton className="mt-1 h-3 w-20" /> : null}
      </li>
    </ul>
  )
}
