/** The sums over all accounts, above the table. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatChange, formatMoment, formatPercent, formatWhole } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Exact } from '#ui/exact.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { globalMetrics } from '../queries.ts'
import { texts } from '../texts/totals.ts'

export function TotalsLine() {
  const { data, isPending, refetch } = useQuery(globalMetrics())
  const now = useNow()
  const late = useDelayed(isPending)
  if (isPending) return <Line>{late ? <Skeleton className="my-1 h-3 w-72" /> : null}</Line>
  if (!data) {
    return (
      <Line>
        <span role="alert">
          {texts.totals.failed}{' '}
          <button type="button" className="link" onClick={() => void refetch()}>
            {texts.totals.tryAgain}
          </button>
        </span>
      </Line>
    )
  }
  const { accounts, outdated, followers, followerChange, averageEngagementRate, lastUpdated } = data
  return (
    <Line>
      <Sum value={formatWhole(accounts)}>{texts.totals.accounts(accounts)}</Sum>
      {/* Where all figures are old there is no sum, and not one of zero. */}
      {followers === 0 && outdated > 0 ? null : <Sum value={<Exact value={followers} />}>{texts.totals.followers}</Sum>}
      {followerChange === null ? null : (
        <Sum value={<Exact value={followerChange} format={formatChange} />}>{texts.totals.thisWeek}</Sum>
      )}
      {averageEngagementRate === null ? null : (
        <Sum value={formatPercent(averageEngagementRate)}>{texts.totals.engagement}</Sum>
      )}
      {outdated > 0 ? <span>{texts.totals.outdated(outdated)}</span> : null}
      {lastUpdated ? (
        <span className="ml-auto hidden wide:inline">{texts.totals.updated(formatMoment(lastUpdated, now))}</span>
      ) : null}
    </Line>
  )
}

function Line({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label={texts.totals.label}
      className="flex min-h-17 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-3 text-label text-ink-3 desk:min-h-11.25 desk:gap-x-6 desk:px-5"
    >
      {children}
    </section>
  )
}

interface SumProps {
  value: ReactNode
  children: ReactNode
}

function Sum({ value, children }: SumProps) {
  return (
    <span>
      <b className="font-strong text-ink">{value}</b> {children}
    </span>
  )
}
