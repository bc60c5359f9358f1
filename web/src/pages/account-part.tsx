/** A tab of the account page beside the overview: whose it is, and the import that may fill it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { AccountMissing, accountDetail, accountIdFrom, isAccountMissing } from '#features/analytics/index.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { makePreloadable, usePreload } from '#lib/preloadable.tsx'
import { useSession } from '#lib/session.ts'
import { AccountFrame, type AccountTab } from './account-head.tsx'

const ImportDialog = makePreloadable(
  async () => (await import('#features/analytics/metrics-import/components/import-figures-dialog.tsx')).ImportDialog,
)

interface AccountPartProps {
  /** As the URL names it. */
  readonly accountId: string
  readonly open: AccountTab
  /** Of the browser tab. */
  readonly title: (username: string) => string
  readonly children: (part: { accountId: number; onImport: (() => void) | undefined }) => ReactNode
}

export function AccountPart({ accountId, ...rest }: AccountPartProps) {
  const id = accountIdFrom(accountId)
  // A new key for a new account: nothing of one shows on the page of another.
  return id === null ? <AccountMissing /> : <Part key={id} id={id} {...rest} />
}

function Part({ id, open, title, children }: Omit<AccountPartProps, 'accountId'> & { id: number }) {
  const client = useQueryClient()
  const isAdmin = useSession().user?.role === 'admin'
  const [isImporting, setIsImporting] = useState(false)
  const detail = useQuery(accountDetail(id))
  usePreload(ImportDialog)
  const username = detail.data?.account.username
  usePageTitle(username ? title(username) : undefined)
  if (isAccountMissing(detail.error)) return <AccountMissing />
  const closeImport = (): void => {
    setIsImporting(false)
    void client.invalidateQueries({ queryKey: accountDetail(id).queryKey })
  }
  return (
    <AccountFrame accountId={id} username={username} open={open}>
      <div className="mt-5">
        {children({ accountId: id, onImport: isAdmin ? () => setIsImporting(true) : undefined })}
      </div>
      {isImporting ? <ImportDialog open onClose={closeImport} /> : null}
    </AccountFrame>
  )
}
