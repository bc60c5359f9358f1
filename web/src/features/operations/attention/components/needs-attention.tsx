/**
 * 'Needs attention': four things in one panel, the rest behind a button; all of them where the page has a column at its side.
 * Loading, failed, nothing to say, full.
 */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { attentionList, useBringBack } from '../queries.ts'
import { texts } from '../texts.ts'
import { AttentionCell } from './attention-cell.tsx'

const SHOWN = 4
/** As many cells side by side as have room, and no empty place beside them. */
const GRID =
  'grid grid-cols-[repeat(auto-fit,minmax(240px,1fr))] overflow-hidden [&>li]:[box-shadow:0_0_0_0.5px_var(--line)]'

export function NeedsAttention({ companyId }: { readonly companyId: number | null }) {
  const query = useQuery(attentionList(companyId))
  const [isOpen, setOpen] = useState(false)
  const isLate = useDelayed(query.isPending)
  const bringBack = useBringBack()
  const items = query.data?.items ?? []
  const put = query.data?.later.count ?? 0
  const hidden = items.length - SHOWN
  return (
    <section aria-labelledby="attention-heading" className="min-w-0">
      <div className="mb-2 flex min-h-8 items-center gap-2">
        <h2 id="attention-heading" className="text-section">
          {texts.title}
        </h2>
        {items.length > 0 ? <span className="text-caption font-strong text-ink-2">{items.length}</span> : null}
        <span className="ml-auto flex items-center gap-1">
          {items.length > 0 && put > 0 ? <BringBack count={put} bringBack={bringBack} /> : null}
          {hidden > 0 ? (
            <Button
              variant="quiet"
              size="small"
              className="vast:hidden"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? texts.fewer : texts.more(hidden)}
            </Button>
          ) : null}
        </span>
      </div>
      <Panel>
        {query.isPending ? <Waiting isLate={isLate} /> : null}
        {query.error && !query.data ? (
          <p
            className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-label text-ink-2 desk:px-5"
            role="alert"
          >
            {texts.failed} {query.error.message}
            <button type="button" className="link" onClick={() => void query.refetch()}>
              {texts.retry}
            </button>
          </p>
        ) : null}
        {query.data && items.length === 0 ? (
          <p className="flex flex-wrap items-center gap-x-3 px-4 py-3 text-label text-ink-2 desk:px-5">
            {put > 0 ? texts.nothingButLater(put) : texts.nothing}
            {put > 0 ? <BringBack count={put} bringBack={bringBack} /> : null}
          </p>
        ) : null}
        {items.length > 0 ? (
          <ul className={GRID}>
            {items.map((item, index) => (
              <AttentionCell
                key={item.id}
                item={item}
                companyId={companyId}
                className={index >= SHOWN && !isOpen ? 'max-vast:hidden' : ''}
              />
            ))}
          </ul>
        ) : null}
      </Panel>
    </section>
  )
}

function BringBack({ count, bringBack }: { count: number; bringBack: ReturnType<typeof useBringBack> }) {
  return (
    <Button variant="quiet" size="small" busy={bringBack.isPending} onClick={() => bringBack.mutate(null)}>
      {texts.bringBack(count)}
    </Button>
  )
}

const Waiting = ({ isLate }: { isLate: boolean }) => (
  <div className={GRID} aria-busy="true">
    <p className="sr-only" role="status">
      {isLate ? texts.loading : ''}
    </p>
    {['w-48', 'w-32', 'w-36', 'w-44'].map((width) => (
      <div key={width} className="h-27 px-4 py-4 max-pad:nth-[n+3]:hidden desk:px-5" data-skeleton="">
        {isLate ? (
          <>
            <Skeleton className={`h-3 max-w-full ${width}`} />
            <Skeleton className="mt-2.5 h-2.5 w-28" />
            <Skeleton className="mt-5 h-2.5 w-20" />
          </>
        ) : null}
      </div>
    ))}
  </div>
)
