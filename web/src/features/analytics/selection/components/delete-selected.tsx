/** Asks before the chosen accounts are deleted with their history. Those that could not be deleted stay chosen. */
import { useQuery } from '@tanstack/react-query'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { accountUses, useDeleteAccounts } from '../../accounts/queries/batches.ts'
import { sumUses } from '../../accounts/rules/uses.ts'
import { texts as usesTexts } from '../../accounts/texts/uses.ts'
import { texts as all } from '../texts.ts'
import { type BatchProps, useBatch } from './use-batch.ts'

const texts = all.remove

export function DeleteSelected({ accounts, ...answered }: BatchProps) {
  const remove = useDeleteAccounts()
  const { isBusy, start } = useBatch(texts, answered)
  const accountIds = accounts.map(({ id }) => id)
  const { data: uses, isPending } = useQuery(accountUses(accountIds))
  const confirm = (): void => void start(accounts, (ids) => remove.mutateAsync({ accountIds: ids }))
  const left = uses
    ? usesTexts.remove(sumUses(uses), accounts.length === 1)
    : [isPending ? usesTexts.loading : usesTexts.failed]
  return (
    <ConfirmDialog
      onClose={answered.onClose}
      title={texts.title(accounts.length)}
      description={[all.names(accounts), texts.question(accounts.length), ...left, texts.forGood].join(' ')}
      confirmLabel={texts.confirm(accounts.length)}
      busy={isBusy}
      busyLabel={texts.busy}
      onConfirm={confirm}
      danger
    />
  )
}
