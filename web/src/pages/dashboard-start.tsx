/** The top of the dashboard: what needs attention and the first steps; without any accounts, the demo workspace instead. */
import { type ComponentProps, useEffect } from 'react'
import { DemoLine, DemoOffer, FirstSteps, NeedsAttention, useDemo } from '#features/operations/index.ts'
import { useClient } from '#lib/client.ts'
import { useSession } from '#lib/session.ts'

interface DashboardStartProps {
  /** There is not one account to show. */
  readonly isEmpty: boolean
  readonly onImport: () => void
}

/** `onDrawn` is called once its questions are on their way. */
export function DashboardStart({
  onDrawn,
  ...props
}: DashboardStartProps & { readonly onDrawn: (isDrawn: true) => void }) {
  useEffect(() => onDrawn(true), [onDrawn])
  const { clientId, choose } = useClient()
  const isAdmin = useSession().user?.role === 'admin'
  if (!isAdmin)
    return (
      <div className="mt-5 grid gap-4">
        <NeedsAttention companyId={null} />
      </div>
    )
  return <AdminStart {...props} clientId={clientId} onDemoRemoved={() => choose(null)} />
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

interface AdminStartProps extends DashboardStartProps {
  readonly clientId: number | null
  readonly onDemoRemoved: () => void
}

function AdminStart({ isEmpty, onImport, clientId, onDemoRemoved }: AdminStartProps) {
  const isFilling = useIsFilling()
  if (clientId === null && (isEmpty || isFilling))
    return (
      <div className="mt-6 grid gap-4 wide:grid-cols-[minmax(0,1fr)_392px]">
        <DemoOffer className="max-wide:order-last" />
        <FirstSteps onImport={onImport} />
      </div>
    )
  return (
    <div className="mt-5 grid gap-4">
      <NeedsAttention companyId={clientId} />
      <DemoLine clientId={clientId} onRemoved={onDemoRemoved} />
    </div>
  )
}
