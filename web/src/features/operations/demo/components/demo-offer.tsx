/** The offer of a demo workspace beside the first steps, with four faces: the offer, filling, failed, and removing. */
import { TriangleAlert } from 'lucide-react'
import { makePreloadable } from '#lib/preloadable.tsx'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Progress } from '#ui/progress.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { type Demo, useDemo, useOpenDemo } from '../queries.ts'
import { texts } from '../texts.ts'
import { RemoveDemo } from './remove-demo.tsx'

/** Only where there is nothing yet: all others wait for no byte of it. Its place is as high as it is. */
const DemoExample = makePreloadable(
  async () => (await import('./demo-example.tsx')).DemoExample,
  <div className="h-60" />,
)

interface DemoOfferProps {
  readonly className?: string
}

export function DemoOffer({ className = '' }: DemoOfferProps) {
  const data = useDemo()
  return (
    <Panel
      className={`grid grid-rows-[auto_1fr] overflow-hidden ${className}`}
      aria-labelledby="demo-offer"
      aria-busy={data?.state === 'filling'}
    >
      <div className="px-4 pt-5 pb-4 desk:px-6 desk:pt-6 desk:pb-5">
        <h2 id="demo-offer" className="text-name">
          {texts.title}
        </h2>
        <p className="mt-1 max-w-[60ch] text-body text-balance text-ink-2">{texts.about}</p>
        <State demo={data} />
      </div>
      <DemoExample />
    </Panel>
  )
}

function State({ demo }: { demo: Demo | undefined }) {
  if (demo?.state === 'filling' || demo?.state === 'removing') return <UnderWay demo={demo} />
  if (demo?.state === 'failed') return <Failed message={demo.message} />
  return <Offer />
}

function Offer() {
  const open = useOpenDemo()
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <OpenButton open={open} label={texts.open} />
      <span className="text-label text-ink-2">{texts.openHint}</span>
    </div>
  )
}

function OpenButton({ open, label }: { open: ReturnType<typeof useOpenDemo>; label: string }) {
  return (
    <Button variant="primary" className="max-desk:flex-1" busy={open.isPending} onClick={() => open.mutate()}>
      {label}
    </Button>
  )
}

function UnderWay({ demo }: { demo: Demo }) {
  const isFilling = demo.state === 'filling'
  return (
    <div className="mt-4 grid max-w-140 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4" role="status">
      <Wheel className="row-span-2 size-11!" progress={demo.progress} spinning={!isFilling} />
      <b className="text-panel">{isFilling ? texts.filling : texts.removing}</b>
      <span className="text-label text-ink-2 tabular-nums">
        {isFilling && demo.secondsLeft !== null ? texts.secondsLeft(demo.secondsLeft) : null}
      </span>
      {isFilling ? (
        <>
          <span className="col-span-2 mt-2">
            <Progress value={demo.progress} label={texts.progress} />
          </span>
          <p className="col-span-2 col-start-2 mt-1.5 text-note text-ink-2">
            {texts.accounts(demo.accounts.done, demo.accounts.total)} <RemoveDemo label={texts.cancel} />
          </p>
        </>
      ) : null}
    </div>
  )
}

function Failed({ message }: { message: string | null }) {
  const open = useOpenDemo()
  return (
    <div className="mt-4 grid gap-3" role="alert">
      <p className="flex gap-2 text-label text-bad">
        <TriangleAlert className="mt-0.5 flex-none" />
        {`${texts.failedTitle}. ${message ?? ''}`}
      </p>
      <div className="flex flex-wrap gap-2">
        <OpenButton open={open} label={texts.again} />
        <RemoveDemo />
      </div>
    </div>
  )
}
