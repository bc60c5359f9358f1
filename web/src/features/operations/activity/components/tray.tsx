/** What follows the events of this tab, and the button that shows what is going on in the background. */
import './tray.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { makePreloadable } from '#lib/preloadable.tsx'
import { useSession } from '#lib/session.ts'
import { Wheel } from '#ui/wheel.tsx'
import { activityList } from '../queries.ts'
import { buttonLabel, countWork, describeNews, type WorkCounts } from '../rules.ts'
import { followEvents } from './follow-events.ts'

const ActivityPanel = makePreloadable(async () => (await import('./activity-panel.tsx')).ActivityPanel)

const NOTHING: WorkCounts = { running: 0, waiting: 0, failed: 0 }

/** Once per tab. Its position decides where its panel opens. */
export function ActivityTray({ side }: { readonly side: 'top' | 'bottom' }) {
  const client = useQueryClient()
  const { data } = useQuery(activityList())
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const counts = data ? countWork(data) : NOTHING
  const underWay = counts.running + counts.waiting
  const isLeaving = useSession().state === 'leaving'
  useEffect(() => (isLeaving ? undefined : followEvents(client)), [client, isLeaving])

  return (
    <>
      <button
        ref={button}
        type="button"
        className="button tray"
        data-variant="quiet"
        data-size="small"
        data-shape="icon"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={buttonLabel(counts)}
        title={buttonLabel(counts)}
        onPointerEnter={ActivityPanel.preload}
        onFocus={ActivityPanel.preload}
        onClick={() => setOpen(!open)}
      >
        <Wheel spinning={counts.running > 0} />
        {/* The label says it in words; drawn by the style sheet, the figure is not said twice. */}
        {underWay > 0 ? <i className="tray-count" data-count={underWay > 99 ? '99+' : underWay} /> : null}
        {counts.failed > 0 && underWay === 0 ? <i className="tray-failed" /> : null}
      </button>
      <News counts={counts} known={data !== undefined} />
      {open ? <ActivityPanel anchor={button} side={side} onClose={() => setOpen(false)} /> : null}
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
