/** Above the figures of the demo workspace: what they are, and how to be rid of it. Nothing where there is no demo. */
import { Badge } from '#ui/badge.tsx'
import { type Demo, useDemo, useOpenDemo } from '../queries.ts'
import { texts } from '../texts.ts'
import { RemoveDemo } from './remove-demo.tsx'

interface DemoLineProps {
  /** The client that is looked at; null for all of them. */
  readonly clientId: number | null
  readonly onRemoved?: () => void
}

export function DemoLine({ clientId, onRemoved }: DemoLineProps) {
  const data = useDemo()
  if (!data || data.state === 'none') return null
  if (clientId === null ? !data.isAlone : !data.companyIds.includes(clientId)) return null
  return <DemoState demo={data} onRemoved={onRemoved} />
}

function DemoState({ demo, onRemoved }: { demo: Demo; onRemoved?: () => void }) {
  const { done, total } = demo.reels
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-label text-ink-2">
      <Badge tone="amber">{texts.badge}</Badge>
      <span>
        {demo.state === 'filling' ? texts.accounts(demo.accounts.done, demo.accounts.total) : texts.here}
        {demo.state === 'filled' && done < total ? ` ${texts.reels(done, total)}` : null}
      </span>
      <RemoveDemo label={texts.remove} onRemoved={onRemoved} />
    </p>
  )
}

/** For the list of companies: the demo workspace is opened or removed here, too. */
export function DemoControl() {
  const data = useDemo()
  const open = useOpenDemo()
  if (!data) return null
  if (data.state === 'none')
    return (
      <p className="flex flex-wrap items-center gap-x-2.5 text-label text-ink-2">
        {texts.control}
        <button type="button" className="link" disabled={open.isPending} onClick={() => open.mutate()}>
          {texts.open}
        </button>
      </p>
    )
  return <DemoState demo={data} />
}
