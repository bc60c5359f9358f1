/** The top of the dashboard: what needs attention and the first steps; without any accounts, the demo workspace instead. */
import { type ComponentProps, useEffect } from 'react'
import { DemoLine, DemoOffer, FirstSteps, NeedsAttention, useDemo } from '#features/operations/index.ts'
import { useClient } from '#lib/client.ts'
import { useSession } from '#lib/session.ts'

interface DashboardStartProps {
  /** There is not one account to show. */
  readonly isEmpty: boolean
  readonly onImport: () => void
  /** Called once its questions are on their way, and whenever the demo workspace begins or ceases to be offered. */
  readonly onDrawn: (isOffer: boolean) => void
}

export function DashboardStart(props: DashboardStartProps) {
  return useSession().user?.role === 'admin' ? <AdminStart {...props} /> : <PlannerStart onDrawn={props.onDrawn} />
}

function PlannerStart({ onDrawn }: Pick<DashboardStartProps, 'onDrawn'>) {
  useEffect(() => onDrawn(false), [onDrawn])
  return (
    <div className="mt-5 grid gap-4">
      <NeedsAttention companyId={null} />
    </div>
  )
}

/** The demo workspace is being filled where nothing else is. */
function useIsFilling(): boolean {
  const demo = useDemo()
  return demo?.isAlone === true && demo.state !== 'none' && demo.state !== 'filled'
}

/** The first steps below the content, where they do not stand at the top already. */
export function StepsBelow(props: ComponentProps<typeof FirstSteps>) {
  const { clientId } = useClient()
  const isFilling = useIsFilling()
  return clientId === null && isFilling ? null : <FirstSteps {...props} />
}

function AdminStart({ isEmpty, onImport, onDrawn }: DashboardStartProps) {
  const { clientId, choose } = useClient()
  const isFilling = useIsFilling()
  const isOffer = clientId === null && (isEmpty || isFilling)
  useEffect(() => onDrawn(isOffer), [onDrawn, isOffer])
  if (isOffer)
    return (
      <div className="mt-6 grid gap-4 wide:grid-cols-[minmax(0,1fr)_392px]">
        <DemoOffer className="max-wide:order-last" />
        <FirstSteps onImport={onImport} />
      </div>
    )
  return (
    <div className="mt-5 grid gap-4">
      <NeedsAttention companyId={clientId} />
      <DemoLine clientId={clientId} onRemoved={() => choose(null)} />
    </div>
  )
}
