/** Moves or deletes the chosen accounts, once however fast the button is pressed again, and says what has become of them. */
import type { BatchOutcome, ListedAccount } from '@tangelo/contract'
import { readServerMessage } from '#lib/api.ts'
import { useSingleFlight } from '#lib/use-single-flight.ts'
import { showFailure, toast } from '#ui/toast.tsx'
import { texts as all } from '../texts.ts'

export interface BatchProps {
  readonly accounts: readonly ListedAccount[]
  readonly onClose: () => void
  /** These are as they were to be, or gone. */
  readonly onDone: (accountIds: readonly number[]) => void
}

export function useBatch(
  texts: typeof all.move | typeof all.remove,
  { onClose, onDone }: Omit<BatchProps, 'accounts'>,
) {
  const { isBusy, run } = useSingleFlight()
  const start = (accounts: readonly ListedAccount[], act: (accountIds: number[]) => Promise<BatchOutcome>) =>
    run(async () => {
      try {
        const { done, failed } = await act(accounts.map(({ id }) => id))
        const title = texts.done(done.length, accounts.length)
        if (failed.length === 0) toast({ title })
        else showFailure(title, all.failures(failed, accounts))
        onClose()
        // What is gone has no row any more that could be chosen.
        onDone([...done, ...failed.filter(isGone).map(({ accountId }) => accountId)])
      } catch (error) {
        // Without a word of the server it may have done all, or some, before its answer was lost.
        const reason = readServerMessage(error)
        if (reason === undefined) showFailure(texts.lost, texts.lostDescription)
        else showFailure(texts.failed, reason)
      }
    })
  return { isBusy, start }
}

const isGone = ({ error }: BatchOutcome['failed'][number]): boolean => error === 'not_found'
