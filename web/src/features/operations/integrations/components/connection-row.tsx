/** One service in a row: what it gives, how it does in words, what it can read, and its steps, which open in place. */
import { CircleAlert, CircleCheck, CircleDashed, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export type RowState = 'good' | 'bad' | 'off'
const SIGNS: Readonly<Record<RowState, readonly [LucideIcon, string]>> = {
  good: [CircleCheck, 'text-good'],
  bad: [CircleAlert, 'text-bad'],
  off: [CircleDashed, 'text-ink-3'],
}

interface ConnectionRowProps {
  /** Makes its heading the name of the row. */
  readonly id: string
  /** Its number, or its sign. */
  readonly mark: ReactNode
  readonly title: string
  readonly gives: string
  readonly state: RowState
  readonly status: string
  readonly statusNote: ReactNode
  /** What it can read; absent for what reads nothing. */
  readonly capacity?: readonly [amount: string, note: string]
  readonly actions: ReactNode
  /** What is open below it. */
  readonly children?: ReactNode
}

export function ConnectionRow({
  id,
  mark,
  title,
  gives,
  state,
  status,
  statusNote,
  capacity,
  actions,
  children,
}: ConnectionRowProps) {
  const [Sign, tone] = SIGNS[state]
  return (
    <li className="@container border-line not-first:border-t">
      <article aria-labelledby={id}>
        <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 px-4 py-3.5 desk:px-5 @min-[1000px]:grid-cols-[28px_minmax(0,1fr)_220px_148px_auto]">
          <span className="grid size-7 place-items-center rounded-control bg-sunken text-label font-strong text-ink-2">
            {mark}
          </span>
          <div className="min-w-0">
            <h3 id={id} className="text-panel">
              {title}
            </h3>
            <p className="text-label text-ink-2">{gives}</p>
          </div>
          <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 text-label @max-[1000px]:col-start-2 @max-[1000px]:row-start-2">
            <Sign className={tone} />
            <b className="font-strong">{status}</b>
            <span className="col-start-2 text-note break-words text-ink-2">{statusNote}</span>
          </div>
          <div
            className={`flex-wrap gap-x-2 text-label @min-[1000px]:block ${capacity ? 'flex @max-[1000px]:col-start-2 @max-[1000px]:row-start-3 @max-[1000px]:pl-6' : 'hidden'}`}
          >
            {capacity ? (
              <>
                <b className="font-strong @min-[1000px]:block">{capacity[0]}</b>
                <span className="text-note text-ink-2">{capacity[1]}</span>
              </>
            ) : null}
          </div>
          <div className="flex items-center justify-end gap-1 @min-[1000px]:w-40">{actions}</div>
        </div>
        {children ? <div className="grid gap-4 px-4 pb-5 empty:hidden desk:pr-5 desk:pl-16">{children}</div> : null}
      </article>
    </li>
  )
}
