/** The tab 'Connections' of the admin panel: the outside services, and the accounts that could not be read. */
import { Suspense, useState } from 'react'
import { FailingList } from '#features/analytics/index.ts'
import { ConnectionList } from '#features/operations/index.ts'
import { lazyExtra } from '#lib/lazy-extra.ts'
import { makePreloadable, usePreload } from '#lib/preloadable.tsx'

const ImportDialog = makePreloadable(
  async () => (await import('#features/analytics/metrics-import/components/import-figures-dialog.tsx')).ImportDialog,
)

const OwnAccountList = lazyExtra(
  async () => (await import('#features/publishing/own-accounts/components/own-account-list.tsx')).OwnAccountList,
)

export function ConnectionsTab() {
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  usePreload(ImportDialog)
  return (
    <>
      <ConnectionList
        onImport={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        <Suspense>
          <OwnAccountList />
          <FailingList />
        </Suspense>
      </ConnectionList>
      {isWanted ? <ImportDialog open={isOpen} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
