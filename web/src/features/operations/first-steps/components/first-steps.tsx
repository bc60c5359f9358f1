/** The first steps of an administrator. They check themselves off; the next one stands out. Nothing while loading, hidden or all done. */
import type { FirstStep } from '@tangelo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { firstSteps, useHideFirstSteps } from '../queries.ts'
import { texts } from '../texts.ts'

interface FirstStepsProps {
  readonly onImport: () => void
  readonly className?: string
}

export function FirstSteps({ onImport, className = '' }: FirstStepsProps) {
  const { data } = useQuery(firstSteps())
  const hide = useHideFirstSteps()
  if (!data || data.isHidden) return null
  const done = data.steps.filter(({ isDone }) => isDone).length
  const next = data.steps.find(({ isDone }) => !isDone)?.name
  if (!next) return null
  return (
    <Panel className={`grid grid-rows-[auto_1fr] overflow-hidden ${className}`} aria-labelledby="first-steps">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 px-4 pt-5 pb-4 desk:px-5">
        <Wheel className="size-10!" progress={done / data.steps.length} parts={data.steps.length} />
        <div>
          <h2 id="first-steps" className="text-section">
            {texts.title}
          </h2>
          <p className="text-label text-ink-2">{texts.done(done, data.steps.length)}</p>
        </div>
        <Button
          variant="quiet"
          size="small"
          className="-mr-1.5 self-start"
          busy={hide.isPending}
          onClick={() => hide.mutate(true)}
        >
          {texts.hide}
        </Button>
      </div>
      <ol className="grid">
        {data.steps.map(({ name, isDone }, index) => (
          <li
            key={name}
            className={`grid grid-cols-[auto_minmax(0,1fr)_auto] content-center items-start gap-x-3 border-t border-line px-4 py-2.5 desk:px-5 ${name === next ? 'bg-wash' : ''}`}
          >
            {isDone ? (
              <CircleCheck className="size-5 text-good" />
            ) : (
              <span
                className={`grid size-5 place-items-center rounded-full border text-badge leading-none! ${name === next ? 'border-mark text-ink' : 'border-control text-ink-2'}`}
                aria-hidden="true"
              >
                {index + 1}
              </span>
            )}
            <b className={isDone ? 'text-panel font-regular! text-ink-2' : 'text-panel'}>{texts.steps[name].title}</b>
            <p className="col-start-2 text-note text-ink-2">{isDone ? texts.isDone : texts.steps[name].hint}</p>
            {isDone ? null : (
              <span className="col-start-3 row-span-2 row-start-1 self-center">
                <Step name={name} isNext={name === next} onImport={onImport} />
              </span>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function Step({ name, isNext, onImport }: { name: FirstStep; isNext: boolean; onImport: () => void }) {
  const { title, action } = texts.steps[name]
  const look = {
    className: 'button min-w-19',
    'data-size': 'small',
    'data-variant': isNext ? 'default' : 'quiet',
    'aria-label': `${action}: ${title}`,
  }
  if (name === 'accounts')
    return (
      <button type="button" {...look} onClick={onImport}>
        {action}
      </button>
    )
  if (name === 'password')
    return (
      <Link to="/profile" {...look}>
        {action}
      </Link>
    )
  if (name === 'reel')
    return (
      <Link to="/reel-maker" {...look}>
        {action}
      </Link>
    )
  return (
    <Link to="/admin" search={{ tab: name === 'source' ? 'connections' : 'users' }} {...look}>
      {action}
    </Link>
  )
}
