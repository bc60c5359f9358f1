/** A person's alerts: open ones first, then those that ended. Loading, failed, empty, full. What is listed counts as read. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { Popover } from '#ui/popover.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Alert, alertList, useMarkRead } from '../queries/alerts.ts'
import { texts } from '../texts/alerts.ts'
import { AlertRow } from './alert-row.tsx'

interface AlertPanelProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

export function AlertPanel({ anchor, onClose }: AlertPanelProps) {
  const list = useQuery(alertList())
  const isNew = useSeen(list.data?.alerts)
  return (
    <Popover title={texts.title} anchor={anchor} side="bottom" align="end" width={440} onClose={onClose}>
      <div className="border-t border-line">
        <QueryView query={list} texts={texts} skeleton={renderSkeleton}>
          {({ alerts, more, snoozed }) => (
            <>
              {alerts.length === 0 ? <EmptyState text={texts.empty} /> : null}
              <Group
                title={texts.open}
                alerts={alerts.filter(({ closedAt }) => closedAt === null)}
                isNew={isNew}
                onClose={onClose}
              />
              <Group
                title={texts.ended}
                alerts={alerts.filter(({ closedAt }) => closedAt !== null)}
                isNew={isNew}
                onClose={onClose}
              />
              {more > 0 || snoozed > 0 ? (
                <p className="border-t border-line px-4 py-2.5 text-caption text-ink-3 desk:px-5">
                  {more > 0 ? texts.more(more) : null} {snoozed > 0 ? texts.snoozed(snoozed) : null}
                </p>
              ) : null}
            </>
          )}
        </QueryView>
        <p className="border-t border-line px-4 py-3 text-label desk:px-5">
          <Link to="/profile" hash="alerts" className="link" onClick={onClose}>
            {texts.settings}
          </Link>
        </p>
      </div>
    </Popover>
  )
}

/** Tells the alerts that were new when the panel was opened, and tells the server that they have been seen. */
function useSeen(alerts: readonly Alert[] | undefined): (alert: Alert) => boolean {
  const { mutate } = useMarkRead()
  const fresh = useRef(new Set<number>())
  const unread = (alerts ?? []).filter(({ id, isRead }) => !isRead && !fresh.current.has(id)).map(({ id }) => id)
  const key = unread.join()
  useEffect(() => {
    if (key === '') return
    const ids = key.split(',').map(Number)
    for (const id of ids) fresh.current.add(id)
    mutate(ids)
  }, [key, mutate])
  return ({ id, isRead }) => !isRead || fresh.current.has(id)
}

interface GroupProps {
  readonly title: string
  readonly alerts: readonly Alert[]
  readonly isNew: (alert: Alert) => boolean
  readonly onClose: () => void
}

function Group({ title, alerts, isNew, onClose }: GroupProps) {
  if (alerts.length === 0) return null
  return (
    <section aria-label={title} className="not-first:border-t not-first:border-line">
      <h3 className="px-4 pt-3 pb-1 text-caption font-medium text-ink-3 desk:px-5">{title}</h3>
      <ul className="pb-2">
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} isNew={isNew(alert)} onClose={onClose} />
        ))}
      </ul>
    </section>
  )
}

const renderSkeleton = (isLate: boolean) => (
  <div className="grid h-30 content-start gap-4 px-4 py-4 desk:px-5" data-skeleton="">
    {isLate ? (
      <>
        <Skeleton className="h-3 w-56" />
        <Skeleton className="h-3 w-40" />
        <Skeleton className="h-3 w-48" />
      </>
    ) : null}
  </div>
)
