/** How often one account is read by the clock. */
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '#ui/dialog.tsx'
import { refreshState } from '../queries.ts'
import { texts } from '../texts/intervals.ts'
import { IntervalChoice } from './interval-choice.tsx'

interface IntervalDialogProps {
  readonly accountId: number
  readonly username: string
  readonly onClose: () => void
}

export function IntervalDialog({ accountId, username, onClose }: IntervalDialogProps) {
  const { data } = useQuery(refreshState(accountId))
  return (
    <Dialog onClose={onClose} title={texts.titleOf(username)} description={texts.description} size="small">
      {data ? <IntervalChoice accountIds={[accountId]} chosen={data.interval} onClose={onClose} /> : null}
    </Dialog>
  )
}
