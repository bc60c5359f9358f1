/** What follows the events of this tab, and the pill that shows what is going on in the background. */
import './tray.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { formatPercent } from '#lib/format.ts'
import { usePageMark } from '#lib/page-marks.ts'
import { makePreloadable } from '#lib/preloadable.tsx'
import { useSession } from '#lib/session.ts'
import { Wheel } from '#ui/wheel.tsx'
import { activityList, type Work } from '../queries.ts'
import { buttonLabel, countWork, describeNews, headline, shortLeft, type WorkCounts } from '../rules.ts'
import { followEvents } from './follow-events.ts'
import { useTimeLeft } from './use-time-left.ts'

const ActivityPanel = makePreloadable(async () => (await import('./activity-panel.tsx')).ActivityPanel)

const NOTHING: readonly Work[] = []

/** Once per tab: a wheel while nothing runs, a pill with words otherwise; on a phone a strip above the bar at its foot. */
export function ActivityTray() {
  const client = useQueryClient()
  const { data } = useQuery(activityList())
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const work = data ?? NOTHING
  const counts = countWork(work)
  const { progress, seconds } = useTimeLeft(work)
  const left = seconds === null ? null : shortLeft(seconds)
  const percent = progress ? formatPercent(progress * 100, 0) : null
  const isBusy = counts.running + counts.waiting > 0
  usePageMark('work', isBusy)
  const shown = headline(work)
  const label = buttonLabel(work, left)
  const isLeaving = useSession().state === 'leaving'
  useEffect(() => (isLeaving ? undefined : followEvents(client)), [client, isLeaving])

  const style: CSSProperties & Record<'--done', string> = { '--done': `${Math.round((progress ?? 0) * 100)}%` }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="tray"
        data-state={isBusy ? 'busy' : counts.failed > 0 ? 'failed' : 'idle'}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={label}
        title={shown === null ? label : undefined}
        style={style}
        onPointerEnter={ActivityPanel.preload}
        onFocus={ActivityPanel.preload}
        onClick={() => setOpen(!open)}
      >
        {isBusy || counts.failed === 0 ? (
          <Wheel spinning={counts.running > 0 && progress === null} progress={progress ?? 0} />
        ) : (
          <TriangleAlert />
        )}
        {shown === null ? null : <b>{shown}</b>}
        {(left ?? percent) ? <span>{left ?? percent}</span> : null}
      </button>
      <News counts={counts} known={data !== undefined} />
      {open ? <ActivityPanel anchor={button} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** Says beginnings and ends to readers. What was there before the page was opened is no news. */
function News({ counts, known }: { readonly counts: WorkCounts; readonly known: boolean }) {
  const before = useRef<WorkCounts | null>(null)
  const [news, setNews] = useState('')
  const { running, waiting, failed } = counts
  useEffect(() => {
    if (!known) return
    const now = { running, waiting, failed }
    const text = before.current ? describeNews(before.current, now) : null
    before.current = now
    if (text) setNews(text)
  }, [known, running, waiting, failed])
  return (
    <span className="sr-only" role="status">
      {news}
    </span>
  )
}
