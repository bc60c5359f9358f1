/** Reads the chosen accounts anew, in the background. Which of them could not be started is said once for all. */
import type { ListedAccount } from '@tangelo/contract'
import { RefreshCw } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { useNoSourceToast } from '../../refreshes/components/use-no-source-toast.ts'
import { useRefreshAccounts } from '../../refreshes/queries.ts'
import { texts as all } from '../texts.ts'

const texts = all.refresh

export function RefreshSelected({ accounts }: { readonly accounts: readonly ListedAccount[] }) {
  const refresh = useRefreshAccounts()
  const showNoSourceToast = useNoSourceToast()
  const start = async (): Promise<void> => {
    try {
      const answer = await refresh.mutateAsync(accounts.map(({ id }) => id))
      const started = answer.started.length
      const others = answer.alreadyRefreshed.length + answer.noSource.length
      if (accounts.length > 0 && answer.noSource.length === accounts.length) showNoSourceToast()
      else if (started === 0) toast({ title: texts.none, description: texts.noneDescription, tone: 'notice' })
      else if (others === 0) toast({ title: texts.started, description: texts.startedDescription(started) })
      else toast({ title: texts.started, description: texts.partly(started, others), tone: 'notice' })
    } catch (error) {
      showFailure(texts.failed, error instanceof Error ? error.message : undefined)
    }
  }
  return (
    <Button
      variant="quiet"
      icon={<RefreshCw />}
      busy={refresh.isPending}
      busyLabel={texts.busy}
      onClick={() => void start()}
    >
      {texts.button}
    </Button>
  )
}
