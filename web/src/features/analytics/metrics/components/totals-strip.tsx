/** The sums over all accounts, or those of one client, for a period: what they are, what they were, and what they leave out. */
import './totals-strip.css'
import type { PeriodTotals } from '@tangelo/contract'
import type { Period } from '@tangelo/contract/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Exact } from '#ui/exact.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import { globalMetrics, type SumsOf } from '../queries/metrics.ts'
import {
  describeEngagement,
  describeFollowers,
  describeGrowth,
  describePosts,
  describeReadings,
  type Tone,
} from '../rules/totals.ts'
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

const TONES = { good: 'text-good', bad: 'text-bad', neutral: 'text-ink-3' }

function Cells({ sums, period }: { sums: PeriodTotals; period: Period }) {
  const growth = describeGrowth(sums)
  const engagement = describeEngagement(sums)
  const posts = describePosts(sums)
  const readings = describeReadings(sums)
  return (
    <ul className="totals">
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
      <li>
        <p className="totals-title">{texts.readToday}</p>
        <b>
          {readings.count} <small>{readings.all}</small>
        </b>
        <p className="totals-note text-ink-3">{readings.note}</p>
      </li>
    </ul>
  )
}

/** The period, and pale the one before it. */
function Lines({ sums: { series, seriesBefore }, period }: { sums: PeriodTotals; period: Period }) {
  return (
    <span className="totals-lines">
      <Sparkline values={series} before={seriesBefore} width={132} height={44} />
      {seriesBefore.length > 1 ? <small>{texts.pale(texts.periods[period])}</small> : null}
    </span>
  )
}

interface CellProps {
  title: string
  note: string
  tone: Tone
  children: ReactNode
}

function Cell({ title, note, tone, children }: CellProps) {
  return (
    <li>
      <p className="totals-title">{title}</p>
      <p className={`mt-0.5 text-metric ${children === texts.noFigure ? 'text-ink-3' : ''}`}>{children}</p>
      <p className={`totals-note ${TONES[tone]}`}>{note}</p>
    </li>
  )
}

function Loading({ shown }: { shown: boolean }) {
  return (
    <ul className="totals totals-skeleton" aria-hidden="true" data-skeleton="">
      {['w-20', 'w-14', 'w-16', 'w-12'].map((width) => (
        <li key={width}>
          {shown ? (
            <>
              <Skeleton className="mt-1 h-3 w-16" />
              <Skeleton className={`mt-3.5 h-5 ${width}`} />
              <Skeleton className="mt-3 h-2.5 w-24 max-w-full" />
            </>
          ) : null}
        </li>
      ))}
      <li>{shown ? <Skeleton className="mt-1 h-3 w-20" /> : null}</li>
    </ul>
  )
}
