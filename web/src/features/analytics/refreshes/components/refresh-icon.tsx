/** 'Refresh' in a row of a list: the word where there is room, its icon below 1100 pixels. */
import { RefreshCw } from 'lucide-react'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { texts } from '../texts/refresh.ts'
import { useNoSourceToast } from './use-no-source-toast.ts'
import { useRefresh } from './use-refresh.ts'

export function RefreshIcon({ accountId, username }: { readonly accountId: number; readonly username: string }) {
  const showNoSourceToast = useNoSourceToast()
  const { busy, news, start } = useRefresh(accountId, showNoSourceToast, { atRest: false })
  const isNarrow = useMediaQuery('(max-width: 1099px)')
  const label = texts.buttonOf(username)
  return (
    <>
      {isNarrow ? (
        <IconButton size="small" label={label} icon={<RefreshCw />} busy={busy} onClick={start} />
      ) : (
        <Button size="small" variant="quiet" className="px-2" aria-label={label} busy={busy} onClick={start}>
          {texts.button}
        </Button>
      )}
      <span className="sr-only" role="status">
        {news}
      </span>
    </>
  )
}
