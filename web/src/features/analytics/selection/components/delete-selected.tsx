/** Asks before the chosen accounts are deleted with their history. Those that could not be deleted stay chosen. */
import { useQuery } from '@tanstack/react-query'
import { readServerMessage } from '#lib/api.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { accountUses, useDeleteAccounts } from '../../accounts/queries/batches.ts'
import { sumUses } from '../../accounts/rules/uses.ts'
import { texts as usesTexts } from '../../accounts/texts/uses.ts'
import { texts as all } from '../texts.ts'
import type { BatchProps } from './move-selected.tsx'

const texts = all.remove

export function DeleteSelected({ accounts, onClose, onDone }: BatchProps) {
  const remove = useDeleteAccounts()
  const accountIds = accounts.map(({ id }) => id)
  const { data: uses, isPending } = useQuery(accountUses(accountIds))
  const confirm = async (): Promise<void> => {
    try {
      const { done, failed } = await remove.mutateAsync({ accountIds })
      const title = texts.done(done.length, accounts.length)
      if (failed.length === 0) toast({ title })
      else showFailure(title, all.failures(failed, accounts))
      onClose()
      onDone(done)
    } catch (error) {
      showFailure(texts.failed, readServerMessage(error) ?? all.failedDescription)
    }
  }
  const left = uses
    ? usesTexts.remove(sumUses(uses), accounts.length === 1)
    : [isPending ? usesTexts.loading : usesTexts.failed]
  return (
    <ConfirmDialog
      onClose={onClose}
      title={texts.title(accounts.length)}
      description={[all.names(accounts), texts.question(accounts.length), ...left, texts.forGood].join(' ')}
      confirmLabel={texts.confirm(accounts.length)}
      busy={remove.isPending}
      busyLabel={texts.busy}
      onConfirm={() => void confirm()}
      danger
    />
  )
}
