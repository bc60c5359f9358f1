/** The tab 'Connections' of the admin panel: the outside services, and the accounts that could not be read. */

import { FailingList } from '#features/analytics/index.ts'
import { ConnectionList, integrationTexts as texts } from '#features/operations/index.ts'

export function ConnectionsTab() {
  return (
    <>
      <p className="text-label text-ink-2">{texts.subtitle}</p>
      <ConnectionList />
      <FailingList />
    </>
  )
}
