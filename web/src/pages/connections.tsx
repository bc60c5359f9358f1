/** The outside services and the accounts that could not be read; for administrators. */
import { ConnectionList } from '#features/connections/components/connection-list.tsx'
import { texts } from '#features/connections/texts.ts'
import { FailingList } from '#features/refreshes/components/failing-list.tsx'

export function ConnectionsPage() {
  return (
    <>
      <h1 className="text-title">{texts.title}</h1>
      <p className="mt-0.5 text-body text-ink-2">{texts.subtitle}</p>
      <ConnectionList />
      <FailingList />
    </>
  )
}
