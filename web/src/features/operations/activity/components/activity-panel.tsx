/** The work that runs, waits or has failed, each with its way on. Fetched when it is first opened. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCcw, TriangleAlert } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { renderStatus, timeLeft, useCancelRender } from '#features/reels/index.ts'
import { formatWhole } from '#lib/format.ts'
import { useSession } from '#lib/session.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { Popover } from '#ui/popover.tsx'
import { Progress } from '#ui/progress.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { activityList, useCancelWork, useRetryWork, type Work } from '../queries.ts'
import { stateText } from '../rules.ts'
import { texts } from '../texts.ts'
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
        {list.error && !list.data ? (
          <FailedState
            title={texts.listFailed}
            cause={list.error.message}
            busy={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        ) : null}
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
        {(item) => <UnderWay key={item.id} work={item} now={now} mayChange={isAdmin} />}
      </Group>
      <Group title={texts.failed} work={failed}>
        {(item) => <Failed key={item.id} work={item} now={now} mayChange={isAdmin} />}
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

interface ItemProps {
  work: Work
  now: Date
  mayChange: boolean
}

const ITEM = 'grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 px-4 py-2 desk:px-5'

function UnderWay({ work, now, mayChange }: ItemProps) {
  const what = texts.kinds[work.kind](work.subject)
  const cancel = useCancel(work)
  const isMaker = useSession().user?.role !== 'basic'
  const isRunning = work.state === 'running'
  // Only renders know how long they still take, and only those who make reels may ask.
  const { data: render } = useQuery({
    ...renderStatus(work.renderId ?? ''),
    enabled: work.renderId !== null && isMaker,
  })
  const progress = render && isRunning ? render.progress : work.progress
  return (
    <li className={ITEM}>
      <Wheel className="mt-0.5" spinning={isRunning && progress === null} progress={progress ?? 0} />
      <div className="min-w-0">
        <What text={what} reelId={isMaker ? work.reelId : null} />
        <p className="text-note text-ink-3">
          {stateText({ ...work, progress }, now, timeLeft(render?.secondsLeft ?? null))}
        </p>
        {isRunning && progress !== null ? (
          <div className="my-1.5">
            <Progress value={progress} label={texts.progress(what)} />
          </div>
        ) : null}
        {work.message ? <p className="text-note break-words text-ink-2">{work.message}</p> : null}
      </div>
      {mayChange || (work.renderId !== null && isMaker) ? (
        <Button
          variant="quiet"
          size="small"
          className="-my-1 -mr-2.5"
          aria-label={texts.cancelOf(what)}
          busy={cancel.busy}
          onClick={cancel.start}
        >
          {texts.cancel}
        </Button>
      ) : null}
    </li>
  )
}

/** What is going on; of a reel, the way to it. */
function What({ text, reelId }: { text: string; reelId: string | null }) {
  const className = 'block truncate text-label font-strong'
  if (reelId === null) return <b className={className}>{text}</b>
  return (
    <Link
      to="/reel-maker"
      search={{ record: reelId }}
      className={`${className} rounded-badge hover:text-accent-ink`}
      aria-label={texts.openReel(text)}
    >
      {text}
    </Link>
  )
}

/** A render is cancelled by its own route: its creator may, and its credit is returned at once. */
function useCancel({ id, renderId }: Work): { busy: boolean; start: () => void } {
  const work = useCancelWork()
  const render = useCancelRender()
  const onError = (error: Error): void =>
    toast({ title: texts.cancelFailed, description: error.message, tone: 'destructive' })
  return {
    busy: work.isPending || render.isPending,
    // Promises: the callbacks of `mutate` are dropped when the tray is closed before the answer.
    start: () => void (renderId === null ? work.mutateAsync(id) : render.mutateAsync(renderId)).catch(onError),
  }
}

function Failed({ work, now, mayChange }: ItemProps) {
  const retry = useRetryWork()
  const what = texts.failedKinds[work.kind](work.subject)
  return (
    <li className={ITEM}>
      <TriangleAlert className="mt-0.5 text-bad" />
      <div className="min-w-0">
        <b className="block truncate text-label font-strong">{what}</b>
        <p className="text-note break-words text-ink-2">{work.message}</p>
        <p className="text-note text-ink-3">{stateText(work, now)}</p>
      </div>
      {mayChange ? (
        <Button
          size="small"
          className="-my-0.5"
          icon={<RotateCcw />}
          aria-label={texts.tryAgainOf(what)}
          busy={retry.isPending}
          onClick={() =>
            retry
              .mutateAsync(work.id)
              .catch((error: Error) =>
                toast({ title: texts.retryFailed, description: error.message, tone: 'destructive' }),
              )
          }
        >
          {texts.tryAgain}
        </Button>
      ) : null}
    </li>
  )
}
