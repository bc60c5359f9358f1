/** Asks before a company is deleted; while it has users or accounts, says so and leads to them. */
import { Link } from '@tanstack/react-router'
import { failureOf } from '#features/core/index.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { type Company, useDeleteCompany } from '../queries.ts'
import { texts } from '../texts.ts'

const words = texts.deletion

export function DeleteCompany({ company, onClose }: { readonly company: Company; readonly onClose: () => void }) {
  const remove = useDeleteCompany()
  const { id, name, users, accounts } = company
  const confirm = async (): Promise<void> => {
    try {
      await remove.mutateAsync(id)
      toast({ title: words.done.title, description: words.done.description(name) })
    } catch (error) {
      toast(failureOf(words.failed, error))
    }
    onClose()
  }

  if (users + accounts > 0) {
    const toTab = { className: 'button', 'data-variant': 'default', 'data-size': 'medium', onClick: onClose } as const
    return (
      <Dialog size="small" onClose={onClose} title={words.title(name)} description={words.inTheWay(users, accounts)}>
        <div className="flex flex-wrap gap-2 pt-1">
          {users > 0 ? (
            <Link to="/admin" search={{ tab: 'users', company: String(id) }} {...toTab}>
              {words.showUsers}
            </Link>
          ) : null}
          {accounts > 0 ? (
            <Link to="/admin" search={{ tab: 'accounts', company: String(id) }} {...toTab}>
              {words.showAccounts}
            </Link>
          ) : null}
        </div>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={words.title(name)}
      description={words.question}
      confirmLabel={words.confirm}
      busy={remove.isPending}
      busyLabel={words.busy}
      onConfirm={() => void confirm()}
      danger
    />
  )
}
