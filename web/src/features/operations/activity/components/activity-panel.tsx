/** The work that runs, waits or has failed, each with its way on. Fetched when it is first opened. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import { formatWhole } from '#lib/format.ts'
import { useSession } from '#lib/session.ts'
import { useNow } from '#lib/use-now.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { Popover } from '#ui/popover.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { activityList, type Work } from '../queries.ts'
import { texts } from '../texts.ts'
import { FailedWork, WorkUnderWay } from './activity-item.tsx'
import { useLive } from './live-state.ts'

/** More is counted, not listed: a daily round can be thousands of refreshes. */
const SHOWN_MAX = 50

interface ActivityPanelProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

export function ActivityPanel({ anchor, onClose }: ActivityPanelProps) {
  const list = useQuery(activityList())
  const live = useLive()
  return (
    <Popover title={texts.title} anchor={anchor} side="bottom" align="end" width={400} onClose={onClose}>
      <div className="border-t border-line">
        {list.isPending ? <Loading /> : null}
        {list.error && !list.data ? <QueryFailed title={texts.listFailed} query={list} /> : null}
        {list.data?.length === 0 ? <EmptyState text={texts.empty} /> : null}
        {list.data && list.data.length > 0 ? <Groups work={list.data} /> : null}
        {live === 'polling' ? (
          <p className="border-t border-line px-4 py-2.5 text-caption text-ink-3 desk:px-5">{texts.polling}</p>
        ) : null}
      </div>
    </Popover>
  )
}

function Loading() {
  return (
    <div className="grid gap-4 px-4 py-4 desk:px-5" aria-busy="true" data-skeleton="">
      <p className="sr-only" role="status">
        {texts.loading}
      </p>
      <Skeleton className="h-3 w-40" />
      <Skeleton className="h-3 w-56" />
    </div>
  )
}

function Groups({ work }: { work: readonly Work[] }) {
  const isAdmin = useSession().user?.role === 'admin'
  const now = useNow()
  const running = work.filter(({ state }) => state === 'running')
  const underWay = [...running, ...work.filter(({ state }) => state === 'waiting')]
  const failed = work.filter(({ state }) => state === 'failed')
  return (
    <>
      <Group title={texts.underWay} work={underWay}>
        {(item) => <WorkUnderWay key={item.id} work={item} now={now} mayChange={isAdmin} />}
      </Group>
      <Group title={texts.failed} work={failed}>
        {(item) => <FailedWork key={item.id} work={item} now={now} mayChange={isAdmin} />}
      </Group>
    </>
  )
}

interface GroupProps {
  title: string
  work: readonly Work[]
  children: (work: Work) => ReactNode
}

function Group({ title, work, children }: GroupProps) {
  if (work.length === 0) return null
  return (
    <section aria-label={title} className="not-first:border-t not-first:border-line">
      <h3 className="px-4 pt-3 pb-1 text-caption font-medium text-ink-3 desk:px-5">{title}</h3>
      <ul className="pb-2">{work.slice(0, SHOWN_MAX).map(children)}</ul>
      {work.length > SHOWN_MAX ? (
        <p className="px-4 pb-3 text-caption text-ink-3 desk:px-5">
          {texts.more(formatWhole(work.length - SHOWN_MAX))}
        </p>
      ) : null}
    </section>
  )
}
