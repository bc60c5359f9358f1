/** The tab 'Connections' of the admin panel: the outside services, and the accounts that could not be read. */

import { FailingList } from '#features/analytics/refreshes/components/failing-list.tsx'
import { ConnectionList } from '#features/operations/integrations/components/connection-list.tsx'
import { texts } from '#features/operations/integrations/texts.ts'

export function ConnectionsTab() {
  return (
    <>
      <p className="text-label text-ink-2">{texts.subtitle}</p>
      <ConnectionList />
      <FailingList />
    </>
  )
}
