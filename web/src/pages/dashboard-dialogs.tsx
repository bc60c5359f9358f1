/** What the dashboard opens over itself. A dialog that was opened keeps what was typed into it when it is closed. */
import { useState } from 'react'
import { useClient } from '#lib/client.ts'
import { makePreloadable } from '#lib/preloadable.tsx'
import { currentSession } from '#lib/session.ts'

const AddAccountDialog = makePreloadable(
  async () => (await import('#features/analytics/accounts/components/add-account-dialog.tsx')).AddAccountDialog,
)
const ImportDialog = makePreloadable(
  async () => (await import('#features/analytics/metrics-import/components/import-figures-dialog.tsx')).ImportDialog,
)
const NewDraftDialog = makePreloadable(
  async () => (await import('#features/content/drafts/components/new-draft-dialog.tsx')).NewDraftDialog,
)
const ADMIN_PARTS = [AddAccountDialog, ImportDialog]
for (const part of currentSession().user?.role === 'admin' ? ADMIN_PARTS : [NewDraftDialog]) part.preload()

export interface Opening {
  /** Null: closed. */
  readonly dialog: 'add' | 'import' | 'draft' | null
  /** Of the account to add. */
  readonly name?: string | undefined
}

interface DashboardDialogsProps {
  readonly opening: Opening
  readonly onClose: () => void
}

export function DashboardDialogs({ opening: { dialog, name = '' }, onClose }: DashboardDialogsProps) {
  const { clientId } = useClient()
  const [opened, setOpened] = useState<ReadonlySet<Opening['dialog']>>(new Set())
  const [addedName, setAddedName] = useState(name)
  if (!opened.has(dialog)) setOpened(new Set([...opened, dialog]))
  if (dialog === 'add' && name !== addedName) setAddedName(name)
  return (
    <>
      {opened.has('add') ? (
        <AddAccountDialog
          key={addedName}
          username={addedName}
          companyId={clientId ?? undefined}
          keepsText
          open={dialog === 'add'}
          onClose={onClose}
        />
      ) : null}
      {opened.has('import') ? <ImportDialog open={dialog === 'import'} onClose={onClose} /> : null}
      {dialog === 'draft' ? <NewDraftDialog onClose={onClose} /> : null}
    </>
  )
}
