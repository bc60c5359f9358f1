/** A render under way: how far it is, how long it takes, and the way to call it off. */
import './renders.css'
import type { RenderResult } from '@tangelo/contract'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Progress } from '#ui/progress.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { headlineOf, stepOf } from '../rules/progress.ts'
import { texts } from '../texts.ts'
import { useCancel } from './use-cancel.ts'

interface RunStripProps {
  readonly name: string
  readonly render: RenderResult
  readonly onOpen: () => void
}

export function RunStrip({ name, render, onOpen }: RunStripProps) {
  const cancel = useCancel(render.id)
  const { percent, text } = headlineOf(render)
  return (
    <Panel
      aria-label={texts.running}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-4 items-center mt-4 py-3.5 pr-3 pl-5 max-desk:grid-cols-[auto_minmax(0,1fr)] max-desk:py-3.5 max-desk:px-4 max-desk:[&>.button]:col-span-full"
    >
      <Wheel className="size-9" spinning={percent === null} progress={render.progress} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="min-w-0 text-panel max-desk:w-full">
            <button
              type="button"
              className="truncate block max-w-full rounded-[3px] hover:text-accent-ink"
              aria-label={texts.showDetails(name)}
              onClick={onOpen}
            >
              {name}
            </button>
          </h2>
          <p className="text-label">
            {percent ? <b className="font-strong">{percent}</b> : null}
            <span className="text-ink-3">{percent && text ? `, ${text}` : text}</span>
          </p>
        </div>
        <div className="my-2">
          <Progress value={render.progress} label={texts.progress(name)} />
        </div>
        <p className="text-caption text-ink-3">{[stepOf(render), texts.goesOn].filter(Boolean).join(' ')}</p>
      </div>
      <Button aria-label={texts.cancelOf(name)} busy={cancel.busy} onClick={cancel.start}>
        {texts.cancel}
      </Button>
    </Panel>
  )
}
