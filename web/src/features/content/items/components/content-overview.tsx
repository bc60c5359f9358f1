/** 'Content Status Overview': four counts with their share of all items (spec §2, D21), and how old the copy of a table is. */
import type { ContentCounts } from '@tangelo/contract'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { formatPercent } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { Exact } from '#ui/exact.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { Progress } from '#ui/progress.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { showFailure } from '#ui/toast.tsx'
import { contentCounts, contentSync } from '../queries/overview.ts'
import { shareOf, syncLine } from '../rules/overview.ts'
import { texts } from '../texts/overview.ts'

const CARDS = [
  { field: 'draft', color: 'var(--amber-mark)' },
  { field: 'approved', color: 'var(--blue-mark)' },
  { field: 'published', color: 'var(--good-mark)' },
  { field: 'total', color: 'var(--mark)' },
] as const
const CARD =
  'flex min-w-0 flex-col border-line px-4 pt-3.5 pb-4 max-desk:even:border-l max-desk:nth-[n+3]:border-t desk:px-5 desk:pt-4.5 desk:pb-5 desk:not-first:border-l vast:odd:border-l-0! vast:nth-[n+3]:border-t'

export function ContentOverview() {
  const counts = useQuery(contentCounts())
  const late = useDelayed(counts.isPending)
  const [news, setNews] = useState('')
  const [busy, setBusy] = useState(false)

  const refresh = async (): Promise<void> => {
    setNews('')
    setBusy(true)
    const { error } = await counts.refetch()
    setBusy(false)
    if (!error) setNews(texts.overview.refreshed)
    else if (counts.data) {
      showFailure(texts.overview.refreshFailed, error.message)
    }
  }

  return (
    <section aria-labelledby="overview-heading">
      <div className="mt-8 mb-3 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="overview-heading" className="flex-1 text-section whitespace-nowrap">
          {texts.overview.title}
        </h2>
        <Button
          size="small"
          variant="quiet"
          icon={<RefreshCw />}
          busy={busy}
          busyLabel={texts.overview.refreshing}
          onClick={() => void refresh()}
        >
          {texts.overview.refresh}
        </Button>
        <span className="sr-only" role="status">
          {news}
        </span>
      </div>
      <Panel>
        {counts.isPending ? <Loading shown={late} /> : null}
        {counts.error && !counts.data ? <QueryFailed title={texts.overview.failed} query={counts} /> : null}
        {counts.data ? <Cards counts={counts.data} /> : null}
        <SyncLine />
      </Panel>
    </section>
  )
}

function Cards({ counts }: { counts: ContentCounts }) {
  return (
    <ul className="grid grid-cols-2 desk:grid-cols-4 vast:grid-cols-2">
      {CARDS.map(({ field, color }) => {
        const title = texts.overview[field]
        const share = shareOf(counts[field], counts.total)
        return (
          <li key={field} className={CARD}>
            <p className="flex flex-1 gap-2 text-note font-medium text-ink-2 desk:text-label">
              <i className="mt-1 size-2 flex-none rounded-full desk:mt-1.5" style={{ background: color }} />
              {title}
            </p>
            <p className="mt-1.5 mb-3 flex items-baseline justify-between gap-2">
              <b className="text-figure">
                <Exact value={counts[field]} />
              </b>
              <span className="text-label text-ink-3">{formatPercent(share * 100)}</span>
            </p>
            <Progress value={share} label={texts.overview.shareOf(title)} color={color} />
          </li>
        )
      })}
    </ul>
  )
}

function Loading({ shown }: { shown: boolean }) {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        {shown ? texts.overview.loading : ''}
      </p>
      <ul className="grid grid-cols-2 desk:grid-cols-4 vast:grid-cols-2" aria-hidden="true" data-skeleton="">
        {CARDS.map(({ field }) => (
          <li key={field} className={`h-30 max-desk:nth-[n+3]:h-25.75 desk:h-29.5 ${CARD}`}>
            {shown ? (
              <>
                <Skeleton className="h-3 w-28 max-w-full" />
                <Skeleton className="mt-4 h-6 w-16" />
                <Skeleton className="mt-auto h-1 w-full" />
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Nothing at all where there is no table to sync with, or it is not known yet. */
function SyncLine() {
  const { data } = useQuery(contentSync())
  const now = useNow()
  const line = data && syncLine(data, now)
  if (!line) return null
  return (
    <p
      className={`flex gap-2 border-t border-line px-4 py-2.5 text-note desk:px-5 ${line.isFailing ? 'text-bad' : 'text-ink-3'}`}
      role={line.isFailing ? 'alert' : undefined}
    >
      {line.isFailing ? <TriangleAlert className="mt-0.5" /> : null}
      <span className="min-w-0 break-words">{line.text}</span>
    </p>
  )
}
