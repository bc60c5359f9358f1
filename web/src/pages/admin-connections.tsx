/** The tab 'Connections' of the admin panel: the outside services, and the accounts that could not be read. */
import { ConnectionList } from '#features/connections/components/connection-list.tsx'
import { texts } from '#features/connections/texts.ts'
import { FailingList } from '#features/refreshes/components/failing-list.tsx'

export function ConnectionsTab() {
  return (
    <>
      <p className="text-label text-ink-2">{texts.subtitle}</p>
      <ConnectionList />
      <FailingList />
    </>
  )
}
