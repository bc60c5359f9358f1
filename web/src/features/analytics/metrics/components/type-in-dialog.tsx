/** D12: figures that a person read on Instagram and types in, for today or for a day in the past. */
import { type FormEvent, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { focusFirstInvalid } from '#lib/focus-first-invalid.ts'
import { DayField } from '#ui/day-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { TextField } from '#ui/field.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { useGuardedClose } from '#ui/unsaved-guard.tsx'
import { useTypeInFigures } from '../queries/type-in.ts'
import { figuresFrom, findTypedErrors, type TypedFigures } from '../rules/typed-figures.ts'
import { texts } from '../texts/history.ts'

interface TypeInDialogProps {
  readonly accountId: number
  readonly username: string
  /** Where its company is: no figures are of a later day. */
  readonly today: string
  readonly onClose: () => void
  /** Called when the figures are kept: what shows the account is then out of date. */
  readonly onSaved: () => void
}

export function TypeInDialog({ accountId, username, today, onClose, onSaved }: TypeInDialogProps) {
  const [before] = useState<TypedFigures>({ followers: '', following: '', posts: '', engagementRate: '', date: today })
  const [typed, setTyped] = useState(before)
  const [judged, setJudged] = useState(false)
  const save = useTypeInFigures(accountId)
  const { close, guard } = useGuardedClose({
    isUnsaved: JSON.stringify(typed) !== JSON.stringify(before),
    isBusy: save.isPending,
    onClose,
  })
  const errors = judged ? findTypedErrors(typed, today) : {}

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    setJudged(true)
    if (save.isPending) return
    if (Object.keys(findTypedErrors(typed, today)).length > 0) return focusFirstInvalid(event.currentTarget)
    try {
      await save.mutateAsync(figuresFrom(typed, today))
      onSaved()
      onClose()
      toast({ title: texts.typeIn.done, description: texts.typeIn.doneDescription(username) })
    } catch (error) {
      showFailure(texts.typeIn.failed, readServerMessage(error) ?? texts.typeIn.failedDescription)
    }
  }
  const getFieldProps = (name: keyof TypedFigures) => ({
    label: texts.typeIn[name],
    error: errors[name],
    value: typed[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  })

  return (
    <Dialog
      onClose={close}
      title={texts.typeIn.title}
      description={texts.typeIn.description(username)}
      footer={
        <DialogButtons form="type-in" busy={save.isPending} busyLabel={texts.typeIn.busy} onCancel={close}>
          {texts.typeIn.submit}
        </DialogButtons>
      }
    >
      <form
        id="type-in"
        className="grid gap-x-6 gap-y-3 desk:grid-cols-2"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <TextField {...getFieldProps('followers')} inputMode="numeric" autoComplete="off" />
        <DayField
          {...getFieldProps('date')}
          today={today}
          max={today}
          hint={texts.typeIn.dateHint}
          onChange={(date) => setTyped({ ...typed, date })}
        />
        <TextField
          {...getFieldProps('following')}
          inputMode="numeric"
          autoComplete="off"
          hint={texts.typeIn.optional}
        />
        <TextField {...getFieldProps('posts')} inputMode="numeric" autoComplete="off" hint={texts.typeIn.optional} />
        <TextField
          {...getFieldProps('engagementRate')}
          inputMode="decimal"
          autoComplete="off"
          hint={texts.typeIn.optional}
        />
      </form>
      {guard}
    </Dialog>
  )
}
