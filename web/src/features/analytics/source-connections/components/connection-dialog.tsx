/** A connection that is added, or one whose name, user id, token or number of calls changes. It is tested before it is saved. */
import { CONNECTION_NAME_MAX_LENGTH, type ConnectedSource } from '@tangelo/contract/limits'
import { type FormEvent, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { focusFirstInvalid } from '#lib/focus-first-invalid.ts'
import { formatWhole } from '#lib/format.ts'
import { DayField } from '#ui/day-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { TextField } from '#ui/field.tsx'
import { toast } from '#ui/toast.tsx'
import { useGuardedClose } from '#ui/unsaved-guard.tsx'
import { type AddedConnection, useAddConnection, useChangeConnection } from '../queries.ts'
import { connectionChange, emptyForm, formErrors, newConnection } from '../rules.ts'
import { texts as all } from '../texts.ts'

const texts = all.dialog

interface ConnectionDialogProps {
  readonly source: ConnectedSource
  /** Null for a new one. */
  readonly known: AddedConnection | null
  readonly onClose: () => void
}

export function ConnectionDialog({ source, known, onClose }: ConnectionDialogProps) {
  const [before] = useState(() => emptyForm(known))
  const [form, setForm] = useState(before)
  const [isJudged, setJudged] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const add = useAddConnection()
  const change = useChangeConnection(known?.id ?? 0)
  const isBusy = add.isPending || change.isPending
  const isNew = known === null
  const { close, guard } = useGuardedClose({
    isUnsaved: JSON.stringify(form) !== JSON.stringify(before),
    isBusy,
    onClose,
  })
  const errors = isJudged ? formErrors(form, source, isNew) : {}

  const save = async (): Promise<void> => {
    if (isNew) {
      const { name, perDay } = await add.mutateAsync(newConnection(form, source))
      toast({ title: texts.done, description: texts.doneDescription(name, formatWhole(perDay)) })
    } else {
      const { name } = await change.mutateAsync(connectionChange(form, known))
      toast({ title: texts.changed, description: texts.changedDescription(name) })
    }
  }
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    setJudged(true)
    if (isBusy) return
    if (Object.keys(formErrors(form, source, isNew)).length > 0) return focusFirstInvalid(event.currentTarget)
    setRefusal(null)
    try {
      await save()
      onClose()
    } catch (error) {
      setRefusal(readServerMessage(error) ?? texts.failed)
    }
  }
  const field = (name: keyof typeof form) => ({
    value: form[name],
    error: errors[name],
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  })

  return (
    <Dialog
      onClose={close}
      title={isNew ? texts.title[source] : texts.editTitle}
      description={isNew ? texts.description : texts.editDescription}
      footer={
        <DialogButtons form="source-connection" busy={isBusy} busyLabel={texts.busy} onCancel={close}>
          {isNew || form.token !== '' ? texts.submit : texts.save}
        </DialogButtons>
      }
    >
      <form id="source-connection" className="grid gap-3" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          placeholder={texts.namePlaceholder}
          maxLength={CONNECTION_NAME_MAX_LENGTH}
          {...field('name')}
        />
        {source === 'graph' ? (
          <TextField label={texts.ownId} hint={texts.ownIdHint} inputMode="numeric" {...field('ownId')} />
        ) : null}
        <TextField label={texts.token} hint={isNew ? undefined : texts.tokenKeep} {...field('token')} type="password" />
        {source === 'graph' ? (
          <DayField
            label={texts.end}
            hint={texts.endHint}
            value={form.end}
            error={errors.end}
            onChange={(end) => setForm({ ...form, end })}
          />
        ) : null}
        <TextField label={texts.calls} hint={texts.callsHint} inputMode="numeric" {...field('calls')} />
        {refusal === null ? null : (
          <p className="text-label break-words text-bad" role="alert">
            {refusal}
          </p>
        )}
      </form>
      {guard}
    </Dialog>
  )
}
