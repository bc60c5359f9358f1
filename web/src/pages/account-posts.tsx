/** The post history of one account. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { AccountMissing, accountDetail, accountIdFrom, isAccountMissing } from '#features/analytics/index.ts'
import { PostList } from '#features/analytics/posts/components/post-list.tsx'
import { texts } from '#features/analytics/posts/texts.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { makePreloadable, usePreload } from '#lib/preloadable.tsx'
import { useSession } from '#lib/session.ts'
import { AccountFrame } from './account-head.tsx'

const ImportDialog = makePreloadable(
  async () => (await import('#features/analytics/metrics-import/components/import-dialog.tsx')).ImportDialog,
)

const route = getRouteApi('/account/$accountId/posts')

export function AccountPostsPage() {
  const id = accountIdFrom(route.useParams().accountId)
  return id === null ? <AccountMissing /> : <Screen key={id} accountId={id} />
}

function Screen({ accountId }: { accountId: number }) {
  const client = useQueryClient()
  const isAdmin = useSession().user?.role === 'admin'
  const [isImporting, setIsImporting] = useState(false)
  const detail = useQuery(accountDetail(accountId))
  usePreload(ImportDialog)
  const username = detail.data?.account.username
  usePageTitle(username ? texts.title(username) : undefined)
  if (isAccountMissing(detail.error)) return <AccountMissing />
  const closeImport = (): void => {
    setIsImporting(false)
    void client.invalidateQueries({ queryKey: accountDetail(accountId).queryKey })
  }
  return (
    <AccountFrame accountId={accountId} username={username} open="posts">
      <div className="mt-5">
        <PostList accountId={accountId} onImport={isAdmin ? () => setIsImporting(true) : undefined} />
      </div>
      {isImporting ? <ImportDialog open onOpenChange={closeImport} /> : null}
    </AccountFrame>
  )
}
