/** 'Add Instagram Account' (spec §2, §4, §5): success resets the form, closes it and says so. */
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
import { useAddAccount } from '../queries/account.ts'
import { cleanUsername, notesError, usernameError } from '../rules/account.ts'
import { texts } from '../texts/account.ts'

const CATEGORIES = ACCOUNT_CATEGORIES.map((value) => ({ value, label: value }))
const EMPTY: { username: string; category: AccountCategory; notes: string } = {
  username: '',
  category: ACCOUNT_CATEGORIES[0],
  notes: '',
}

interface AddAccountDialogProps {
  /** Asks for the company as well, and begins with this one (spec §5). */
  readonly companyId?: number | undefined
  /** What the field of the name begins with. */
  readonly username?: string
  /** What was typed is there again the next time: closing asks nothing. */
  readonly keepsText?: boolean
  readonly open: boolean
  readonly onClose: () => void
}

export function AddAccountDialog({
  open,
  onClose,
  companyId,
  username: named = '',
  keepsText = false,
}: AddAccountDialogProps) {
  const [begun] = useState(() => Object.assign({}, EMPTY, { username: named }))
  const [form, setForm] = useState(begun)
  const [picked, setPicked] = useState<number>()
  const [openedFor, setOpenedFor] = useState(companyId)
  // What was picked for one client says nothing of the next.
  if (companyId !== openedFor) {
    setOpenedFor(companyId)
    setPicked(undefined)
  }
  const company = picked ?? companyId
  const [judged, setJudged] = useState(false)
  const add = useAddAccount()
  const { close, guard } = useGuardedClose({
    isUnsaved: !keepsText && JSON.stringify(form) !== JSON.stringify(begun),
    isBusy: add.isPending,
    onClose,
  })
  const errors = judged ? { username: usernameError(form.username), notes: notesError(form.notes) } : {}

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    setJudged(true)
    if (add.isPending) return
    if (usernameError(form.username) || notesError(form.notes)) return focusFirstInvalid(event.currentTarget)
    const username = cleanUsername(form.username)
    try {
      const notes = form.notes.trim()
      const account = await add.mutateAsync({
        username,
        category: form.category,
        ...(notes ? { notes } : {}),
        ...(company === undefined ? {} : { companyId: company }),
      })
      setForm(EMPTY)
      setPicked(undefined)
      setJudged(false)
      onClose()
      toast({ title: texts.add.done, description: texts.add.doneDescription(account.username ?? username) })
    } catch (error) {
      showFailure(texts.add.failed, readServerMessage(error) ?? texts.add.failedDescription)
    }
  }

  if (!open) return null
  return (
    <Dialog
      onClose={close}
      title={texts.add.title}
      description={texts.add.description}
      footer={
        <DialogButtons form="add-account" busy={add.isPending} busyLabel={texts.add.busy} onCancel={close}>
          {texts.add.submit}
        </DialogButtons>
      }
    >
      <form id="add-account" className="grid gap-3" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={texts.add.username}
          placeholder={texts.add.usernamePlaceholder}
          hint={texts.add.usernameHint}
          error={errors.username}
          value={form.username}
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => setForm({ ...form, username: event.target.value })}
        />
        {company === undefined ? null : <CompanyField value={company} onChange={(id) => setPicked(id ?? company)} />}
        <Select
          label={texts.add.category}
          value={form.category}
          options={CATEGORIES}
          onChange={(category) => setForm({ ...form, category })}
        />
        <TextArea
          label={texts.add.notes}
          hint={texts.add.notesHint}
          error={errors.notes}
          value={form.notes}
          onChange={(event) => setForm({ ...form, notes: event.target.value })}
        />
      </form>
      {guard}
    </Dialog>
  )
}
