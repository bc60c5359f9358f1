/** Asks before an API token, or all own ones, are deleted. */
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { readServerMessage } from '#lib/api.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { type ApiToken, tokenList, useDeleteAllTokens, useDeleteToken } from '../queries.ts'
import { tokenName } from '../rules.ts'
import { texts } from '../texts.ts'

export function DeleteToken({ token, onClose }: { readonly token: ApiToken; readonly onClose: () => void }) {
  const remove = useDeleteToken()
  const confirm = async (): Promise<void> => {
    try {
      await remove.mutateAsync(token.id)
      toast({ title: texts.remove.done })
    } catch (error) {
      showFailure(texts.remove.failed, readServerMessage(error) ?? texts.generate.unknown)
    }
    onClose()
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={texts.remove.title}
      description={texts.remove.question(tokenName(token))}
      confirmLabel={texts.remove.confirm}
      busy={remove.isPending}
      busyLabel={texts.remove.busy}
      onConfirm={() => void confirm()}
      danger
    />
  )
}

/** Opens the question below; there is none to ask where there are no tokens. */
export function DeleteAllButton({ onOpen }: { readonly onOpen: () => void }) {
  const { data } = useQuery(tokenList(undefined))
  return (
    <Button icon={<Trash2 />} disabled={data?.length === 0} onClick={onOpen}>
      {texts.removeAll.open}
    </Button>
  )
}

export function DeleteAllTokens({ onClose }: { readonly onClose: () => void }) {
  const remove = useDeleteAllTokens()
  const confirm = async (): Promise<void> => {
    try {
      const { count } = await remove.mutateAsync()
      toast({ title: texts.removeAll.done, description: texts.removeAll.doneDescription(count) })
    } catch (error) {
      showFailure(texts.removeAll.failed, readServerMessage(error) ?? texts.generate.unknown)
    }
    onClose()
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={texts.removeAll.title}
      description={texts.removeAll.question}
      confirmLabel={texts.removeAll.confirm}
      busy={remove.isPending}
      busyLabel={texts.removeAll.busy}
      onConfirm={() => void confirm()}
      danger
    />
  )
}
