/** 'Refresh' in a row of a list. */
import { RefreshCw } from 'lucide-react'
import { IconButton } from '#ui/icon-button.tsx'
import { toast } from '#ui/toast.tsx'
import { texts } from '../texts.ts'
import { useRefresh } from './use-refresh.ts'

export function RefreshIcon({ accountId, username }: { readonly accountId: number; readonly username: string }) {
  const showNoSourceToast = (): void => toast({ title: texts.failed, description: texts.noSource, tone: 'destructive' })
  const { busy, news, start } = useRefresh(accountId, showNoSourceToast, { atRest: false })
  return (
    <>
      <IconButton size="small" label={texts.buttonOf(username)} icon={<RefreshCw />} busy={busy} onClick={start} />
      <span className="sr-only" role="status">
        {news}
      </span>
    </>
  )
}
