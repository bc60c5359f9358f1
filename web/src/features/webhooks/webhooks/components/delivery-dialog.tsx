/** One delivery with everything that is known of it, and the body as it is sent. */

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatExactMoment, formatWhole } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { ScrollBox } from '#ui/scroll-box.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { delivery, type WebhookDelivery } from '../queries/webhooks.ts'
import { texts as all } from '../texts.ts'

const texts = all.deliveries.details

interface DeliveryDialogProps {
  readonly deliveryId: number
  readonly onClose: () => void
}

export function DeliveryDialog({ deliveryId, onClose }: DeliveryDialogProps) {
  const { data, error, isPending, isFetching, refetch } = useQuery(delivery(deliveryId))
  const late = useDelayed(isPending)
  return (
    <Dialog
      onClose={onClose}
      title={data ? all.kinds[data.kind] : all.deliveries.title}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      {isPending ? (
        <div aria-busy="true" className="h-60" data-skeleton="">
          <p className="sr-only" role="status">
            {late ? texts.loading : ''}
          </p>
          {late ? <Skeleton className="h-3 w-60" /> : null}
        </div>
      ) : null}
      {error && !data ? <QueryFailed title={texts.failed} query={{ error, isFetching, refetch }} /> : null}
      {data ? <Details delivery={data} /> : null}
    </Dialog>
  )
}

function Details({ delivery: known }: { delivery: WebhookDelivery & { body: string } }) {
  const { eventId, companyName, status, milliseconds, message, tries, createdAt, lastTriedAt, body } = known
  const answer = status === null ? texts.noAnswer : texts.status(status, formatWhole(milliseconds ?? 0))
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-label">
        <Pair term={texts.eventId}>
          <code className="font-mono text-note break-all">{eventId}</code>
        </Pair>
        <Pair term={texts.company}>{companyName ?? texts.noCompany}</Pair>
        <Pair term={texts.created}>{formatExactMoment(createdAt)}</Pair>
        <Pair term={texts.tried}>{lastTriedAt ? formatExactMoment(lastTriedAt) : texts.never}</Pair>
        <Pair term={texts.tries}>{formatWhole(tries)}</Pair>
        <Pair term={texts.answer}>
          {answer}
          {message ? <span className="block text-note text-ink-2">{message}</span> : null}
        </Pair>
      </dl>
      <h3 className="mt-4 mb-1.5 text-label font-medium text-ink-2">{texts.body}</h3>
      <ScrollBox className="source-answer [contain:inline-size]" label={texts.body}>
        <pre>{JSON.stringify(JSON.parse(body), null, 2)}</pre>
      </ScrollBox>
    </>
  )
}

function Pair({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{term}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}
