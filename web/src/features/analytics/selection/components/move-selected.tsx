/** Moves the chosen accounts to another company. Those that could not be moved stay chosen. */
import { type FormEvent, useState } from 'react'
import { CompanyField } from '#features/identity/index.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { MoveNote } from '../../accounts/components/move-note.tsx'
import { useMoveAccounts } from '../../accounts/queries/batches.ts'
import { texts as all } from '../texts.ts'
import { type BatchProps, useBatch } from './use-batch.ts'

const texts = all.move

export function MoveSelected({ accounts, ...answered }: BatchProps) {
  const companies = new Set(accounts.map((account) => account.companyId))
  const [only] = companies.size === 1 ? companies : []
  const [companyId, setCompanyId] = useState(only ?? null)
  const move = useMoveAccounts()
  const { isBusy, start } = useBatch(texts, answered)
  const staying = accounts.filter((account) => account.companyId === companyId)
  const moving = companyId === null ? [] : accounts.filter((account) => account.companyId !== companyId)
  /** Before there is a choice it is about all of them. */
  const meant = moving.length > 0 ? moving : accounts
  const close = (): void => {
    if (!isBusy) answered.onClose()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (companyId === null || moving.length === 0) return
    void start(moving, (accountIds) => move.mutateAsync({ accountIds, companyId }))
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
          busy={isBusy}
          busyLabel={texts.busy}
          onCancel={close}
        >
          {texts.button}
        </DialogButtons>
      }
    >
      <form id="move-accounts" className="grid gap-3" noValidate onSubmit={submit}>
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
