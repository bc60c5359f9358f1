/** The bell in the frame: how many alerts are new. What they are is fetched when it is opened. */
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useRef, useState } from 'react'
import { makePreloadable } from '#lib/preloadable.tsx'
import { unreadAlerts } from '../queries/unread.ts'
import { bellTexts } from '../texts/bell.ts'

const AlertPanel = makePreloadable(async () => (await import('./alert-panel.tsx')).AlertPanel)
const SHOWN_MAX = 99

export function AlertBell() {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const count = useQuery(unreadAlerts()).data?.count ?? 0
  const label = bellTexts.button(count)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button relative"
        data-variant="quiet"
        data-shape="icon"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={AlertPanel.preload}
        onFocus={AlertPanel.preload}
        onClick={() => setOpen(!open)}
      >
        <Bell />
        {count > 0 ? (
          <span className="absolute mb-5 ml-4 rounded-full bg-ink-2 px-1 text-badge font-strong text-surface">
            {count > SHOWN_MAX ? bellTexts.many : count}
          </span>
        ) : null}
      </button>
      {open ? <AlertPanel anchor={button} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
