/** What was sent to webhooks, newest first, by state; each can be looked at and sent again. For administrators. Four faces. */

import { DELIVERY_STATES, type DeliveryState } from '@tangelo/contract/limits'
import { useInfiniteQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { formatAhead, formatExactMoment, formatMoment } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { deliveryList, useResend, type WebhookDelivery } from '../queries/webhooks.ts'
import { texts as all } from '../texts.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'

const texts = all.deliveries
const ROW =
  'grid items-center gap-x-6 gap-y-0.5 border-b border-line px-4 py-2.5 last:border-b-0 max-desk:grid-cols-[minmax(0,1fr)_auto] desk:grid-cols-[minmax(0,1fr)_minmax(0,120px)_168px_104px_96px] desk:px-5'
const TONES = { waiting: 'amber', delivered: 'good', failed: 'bad', dropped: 'slate' } as const
const FILTERS: readonly { value: DeliveryState | 'all'; label: string }[] = [
  { value: 'all', label: texts.all },
  ...DELIVERY_STATES.map((value) => ({ value, label: texts.states[value] })),
]

export function DeliveryList() {
  const [state, setState] = useState<DeliveryState | 'all'>('all')
  const [shownId, setShownId] = useState<number | null>(null)
  const list = useInfiniteQuery(deliveryList(state))
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <section aria-labelledby="deliveries-heading">
      <div className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="deliveries-heading" className="text-section">
          {texts.title}
        </h2>
        <Select label={texts.filter} hideLabel value={state} options={FILTERS} onChange={setState} />
      </div>
      <Panel>
        <QueryView query={list} texts={texts} skeleton={renderSkeleton}>
          {() => (
            <>
              {rows.length === 0 ? <EmptyState text={state === 'all' ? texts.empty : texts.noneOfState} /> : null}
              {rows.length > 0 ? <Rows rows={rows} onShow={setShownId} /> : null}
              {list.hasNextPage ? (
                <div className="flex justify-center border-t border-line px-4 py-2.5">
                  <MoreButton size="small" list={list}>
                    {texts.more}
                  </MoreButton>
                </div>
              ) : null}
            </>
          )}
        </QueryView>
      </Panel>
      {/* Its row may leave the list of a state while it is read. */}
      {shownId === null ? null : <DeliveryDialog deliveryId={shownId} onClose={() => setShownId(null)} />}
    </section>
  )
}

const renderSkeleton = (isLate: boolean) =>
  ['w-40', 'w-32', 'w-44'].map((width) => (
    <div key={width} className={ROW} data-skeleton="">
      <span className="flex h-8 items-center">{isLate ? <Skeleton className={`h-3 ${width}`} /> : null}</span>
    </div>
  ))

function Rows({ rows, onShow }: { rows: readonly WebhookDelivery[]; onShow: (deliveryId: number) => void }) {
  const now = useNow()
  const { event, user, state, when } = texts.columns
  return (
    <>
      <div className={`${ROW} text-caption font-medium text-ink-3 max-desk:hidden`} aria-hidden="true">
        {[event, user, state, when].map((column) => (
          <span key={column}>{column}</span>
        ))}
      </div>
      <ul aria-label={texts.list}>
        {rows.map((row) => (
          <Row key={row.id} row={row} now={now} onShow={() => onShow(row.id)} />
        ))}
      </ul>
    </>
  )
}

function Row({ row, now, onShow }: { row: WebhookDelivery; now: Date; onShow: () => void }) {
  const { kind, subject, username, state, createdAt } = row
  const name = all.kinds[kind]
  const when = formatMoment(createdAt, now)
  const story = [row.message, describeNextTry(row, now)].filter(Boolean).join(' ')
  return (
    <li className={`${ROW} text-table`}>
      <span className="flex min-w-0 items-baseline gap-2">
        <button
          type="button"
          className="link flex-none font-strong"
          aria-label={texts.detailsOf(name, username)}
          onClick={onShow}
        >
          {name}
        </button>
        {subject ? <span className="min-w-0 truncate text-note text-ink-3">{subject}</span> : null}
      </span>
      <span className="min-w-0 truncate max-desk:col-start-1 max-desk:text-note max-desk:text-ink-2">
        {username}
        <span className="desk:hidden">, {when}</span>
      </span>
      <span className="min-w-0 max-desk:col-start-1">
        <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
        <span className="ml-2 text-note text-ink-3">{describeState(row)}</span>
      </span>
      <span className="text-ink-2 max-desk:hidden" title={formatExactMoment(createdAt)}>
        {when}
      </span>
      <span className="justify-self-end max-desk:col-start-2 max-desk:row-span-3 max-desk:row-start-1">
        <Resend row={row} />
      </span>
      {story ? <span className="text-note break-words text-ink-3 col-span-full">{story}</span> : null}
    </li>
  )
}

function describeState({ state, tries, status }: WebhookDelivery): string {
  if (state === 'delivered' && status !== null) return tries > 1 ? `${status}, ${texts.tries(tries)}` : String(status)
  return tries > 0 ? texts.tries(tries) : ''
}

/** Shown after the first try: before it there is nothing to wait for. */
const describeNextTry = ({ tries, nextTryAt }: WebhookDelivery, now: Date): string | null =>
  tries > 0 && nextTryAt ? all.nextTry(formatAhead(nextTryAt, now)) : null

function Resend({ row }: { row: WebhookDelivery }) {
  const resend = useResend()
  return (
    <Button
      size="small"
      icon={<RotateCw />}
      aria-label={texts.resendOf(all.kinds[row.kind], row.username)}
      busy={resend.isPending}
      onClick={() =>
        resend.mutate(row.id, {
          onSuccess: () => toast(texts.resent),
          onError: ({ message }) => showFailure(texts.resendFailed, message),
        })
      }
    >
      {texts.resend}
    </Button>
  )
}
