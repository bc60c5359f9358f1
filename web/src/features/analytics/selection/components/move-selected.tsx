/** Moves the chosen accounts to another company. Those that could not be moved stay chosen. */
import type { ListedAccount } from '@tangelo/contract'
import { type FormEvent, useState } from 'react'
import { CompanyField } from '#features/identity/index.ts'
import { readServerMessage } from '#lib/api.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { MoveNote } from '../../accounts/components/move-note.tsx'
import { useMoveAccounts } from '../../accounts/queries/batches.ts'
import { texts as all } from '../texts.ts'

const texts = all.move

export interface BatchProps {
  readonly accounts: readonly ListedAccount[]
  readonly onClose: () => void
  /** These are as they were to be. */
  readonly onDone: (accountIds: readonly number[]) => void
}

export function MoveSelected({ accounts, onClose, onDone }: BatchProps) {
  const companies = new Set(accounts.map((account) => account.companyId))
  const [only] = companies.size === 1 ? companies : []
  const [companyId, setCompanyId] = useState(only ?? null)
  const move = useMoveAccounts()
  const staying = accounts.filter((account) => account.companyId === companyId)
  const moving = companyId === null ? [] : accounts.filter((account) => account.companyId !== companyId)
  /** Before there is a choice it is about all of them. */
  const meant = moving.length > 0 ? moving : accounts
  const close = (): void => {
    if (!move.isPending) onClose()
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (companyId === null || moving.length === 0 || move.isPending) return
    try {
      const { done, failed } = await move.mutateAsync({ accountIds: moving.map(({ id }) => id), companyId })
      const title = texts.done(done.length, moving.length)
      if (failed.length === 0) toast({ title })
      else showFailure(title, all.failures(failed, accounts))
      onClose()
      onDone(done)
    } catch (error) {
      showFailure(texts.failed, readServerMessage(error) ?? all.failedDescription)
    }
  }
  return (
    <Dialog
      onClose={close}
      title={texts.title(meant.length)}
      description={all.names(meant)}
      footer={
        <DialogButtons
          form="move-accounts"
          disabled={moving.length === 0}
          busy={move.isPending}
          busyLabel={texts.busy}
          onCancel={close}
        >
          {texts.button}
        </DialogButtons>
      }
    >
      <form id="move-accounts" className="grid gap-3" noValidate onSubmit={(event) => void submit(event)}>
        <CompanyField value={companyId} onChange={setCompanyId} movingFrom={[...companies]} />
        {moving.length > 0 && staying.length > 0 ? (
          <p className="-mt-2 text-label text-ink-2" role="status">
            {texts.staying(staying)}
          </p>
        ) : null}
        {moving.length > 0 ? <MoveNote accountIds={moving.map(({ id }) => id)} /> : null}
      </form>
    </Dialog>
  )
}
