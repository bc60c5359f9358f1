/** The top of the dashboard: what needs attention and the first steps; without any accounts, the demo workspace instead. */

import { NeedsAttention } from '#features/operations/attention/components/needs-attention.tsx'
import { FirstSteps } from '#features/operations/first-steps/components/first-steps.tsx'
import { useClient } from '#lib/client.ts'
import { useSession } from '#lib/session.ts'

interface DashboardStartProps {
  /** There is not one account to show. */
  readonly isEmpty: boolean
  readonly onImport: () => void
}

export function DashboardStart({ isEmpty, onImport }: DashboardStartProps) {
  const { clientId } = useClient()
  const isAdmin = useSession().user?.role === 'admin'
  if (isEmpty && isAdmin && clientId === null) return <FirstSteps className="mt-6" onImport={onImport} />
  return (
    <div className="mt-5 grid gap-4">
      <NeedsAttention companyId={clientId} />
      {isAdmin ? <FirstSteps onImport={onImport} /> : null}
    </div>
  )
}
