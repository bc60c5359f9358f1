/** One piece of work: under way with its progress, or failed with its way on. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCcw, TriangleAlert } from 'lucide-react'
import { renderStatus, timeLeft, useCancelRender } from '#features/reels/index.ts'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'
import { Progress } from '#ui/progress.tsx'
import { showFailure } from '#ui/toast.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { useCancelWork, useRetryWork, type Work } from '../queries.ts'
import { stateText } from '../rules.ts'
import { texts } from '../texts.ts'

interface ItemProps {
  work: Work
  now: Date
  mayChange: boolean
}

const ITEM = 'grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 px-4 py-2 desk:px-5'

export function WorkUnderWay({ work, now, mayChange }: ItemProps) {
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
  const onError = (error: Error): void => showFailure(texts.cancelFailed, error.message)
  return {
    busy: work.isPending || render.isPending,
    // Promises: the callbacks of `mutate` are dropped when the tray is closed before the answer.
    start: () => void (renderId === null ? work.mutateAsync(id) : render.mutateAsync(renderId)).catch(onError),
  }
}

export function FailedWork({ work, now, mayChange }: ItemProps) {
  const retry = useRetryWork()
  const isMaker = useSession().user?.role !== 'basic'
  const what = texts.failedKinds[work.kind](work.subject)
  return (
    <li className={ITEM}>
      <TriangleAlert className="mt-0.5 text-bad" />
      <div className="min-w-0">
        <What text={what} reelId={isMaker ? work.reelId : null} />
        <p className="text-note break-words text-ink-2">{work.message}</p>
        <p className="text-note text-ink-3">{stateText(work, now)}</p>
      </div>
      {/* The credit of a render was returned: its reel is generated again. */}
      {mayChange && work.renderId === null ? (
        <Button
          size="small"
          className="-my-0.5"
          icon={<RotateCcw />}
          aria-label={texts.tryAgainOf(what)}
          busy={retry.isPending}
          onClick={() =>
            retry.mutateAsync(work.id).catch((error: Error) => showFailure(texts.retryFailed, error.message))
          }
        >
          {texts.tryAgain}
        </Button>
      ) : null}
    </li>
  )
}
