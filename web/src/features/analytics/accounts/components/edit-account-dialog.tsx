/** Category and notes of an account; administrators may also correct its name and its company (spec §5, §7). */
import type { Account } from '@tangelo/contract'
import { ACCOUNT_CATEGORIES, type AccountCategory } from '@tangelo/contract/limits'
import { type FormEvent, useState } from 'react'
import { CompanyField } from '#features/identity/index.ts'
import { readServerMessage } from '#lib/api.ts'
import { focusFirstInvalid } from '#lib/focus-first-invalid.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { useGuardedClose } from '#ui/unsaved-guard.tsx'
import { useUpdateAccount } from '../queries/account.ts'
import { changesOf, isCategory, notesError, usernameError } from '../rules/account.ts'
import { texts } from '../texts/account.ts'
import { MoveNote } from './move-note.tsx'

const NONE = 'none'
const CATEGORIES: { value: AccountCategory | typeof NONE; label: string }[] = [
  ...ACCOUNT_CATEGORIES.map((value) => ({ value, label: value })),
  { value: NONE, label: texts.edit.noCategory },
]

interface EditAccountDialogProps {
  readonly account: Account
  readonly isAdmin: boolean
  readonly onClose: () => void
}

interface Form {
  readonly username: string
  readonly category: AccountCategory | typeof NONE
  readonly notes: string
  readonly companyId: number
}

const formOf = ({ username, category, notes, companyId }: Account): Form => ({
  username,
  category: isCategory(category) ? category : NONE,
  notes: notes ?? '',
  companyId,
})

/** Mounted when it opens, so that it always begins with what is stored. */
export function EditAccountDialog({ account, isAdmin, onClose }: EditAccountDialogProps) {
  const [opened] = useState(account)
  const [stored] = useState(() => formOf(opened))
  const [form, setForm] = useState(stored)
  const { username, category, notes, companyId } = form
  const update = useUpdateAccount(account.id)
  const { close, guard } = useGuardedClose({
    isUnsaved: JSON.stringify(form) !== JSON.stringify(stored),
    isBusy: update.isPending,
    onClose,
  })
  const errors = { username: isAdmin ? usernameError(username) : undefined, notes: notesError(notes) }

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (update.isPending) return
    if (errors.username || errors.notes) return focusFirstInvalid(event.currentTarget)
    const typed = { category: category === NONE ? null : category, notes, ...(isAdmin ? { username, companyId } : {}) }
    const changes = changesOf(opened, typed)
    if (Object.keys(changes).length === 0) return onClose()
    try {
      const changed = await update.mutateAsync(changes)
      onClose()
      toast({ title: texts.edit.done, description: texts.edit.doneDescription(changed.username) })
    } catch (error) {
      showFailure(texts.edit.failed, readServerMessage(error) ?? texts.edit.failedDescription)
    }
  }

  return (
    <Dialog
      onClose={close}
      title={texts.edit.title}
      description={texts.edit.description(account.username)}
      footer={
        <DialogButtons form="edit-account" busy={update.isPending} busyLabel={texts.edit.busy} onCancel={close}>
          {texts.edit.submit}
        </DialogButtons>
      }
    >
      <form id="edit-account" className="grid gap-3" noValidate onSubmit={(event) => void submit(event)}>
        {isAdmin ? (
          <TextField
            label={texts.add.username}
            hint={texts.add.usernameHint}
            error={errors.username}
            value={username}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setForm({ ...form, username: event.target.value })}
          />
        ) : null}
        {isAdmin ? (
          <CompanyField
            value={companyId}
            onChange={(id) => setForm({ ...form, companyId: id ?? account.companyId })}
            movingFrom={[opened.companyId]}
          />
        ) : null}
        {companyId === account.companyId ? null : <MoveNote accountIds={[account.id]} />}
        <Select
          label={texts.add.category}
          value={category}
          options={CATEGORIES}
          onChange={(next) => setForm({ ...form, category: next })}
        />
        <TextArea
          label={texts.add.notes}
          hint={texts.add.notesHint}
          error={errors.notes}
          value={notes}
          onChange={(event) => setForm({ ...form, notes: event.target.value })}
        />
      </form>
      {guard}
    </Dialog>
  )
}
