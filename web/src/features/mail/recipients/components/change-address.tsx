import { type FormEvent, useId, useRef, useState } from 'react'
import { ConfirmIdentity } from '#features/identity/index.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { TextField } from '#ui/field.tsx'
import { toast } from '#ui/toast.tsx'
import { useSetAddress } from '../queries.ts'
import { addressProblem } from '../rules.ts'
import { texts } from '../texts.ts'

interface ChangeAddressProps {
  readonly current: string | null
  readonly isRemoval: boolean
  readonly onClose: () => void
}

const words = texts.dialog

/** The new address, then who the viewer is: mail can replace a password. */
export function ChangeAddress({ current, isRemoval, onClose }: ChangeAddressProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const set = useSetAddress()
  if (!isRemoval && chosen === null) return <ChooseAddress current={current} onChoose={setChosen} onClose={onClose} />
  return (
    <ConfirmIdentity
      title={isRemoval ? words.removeTitle : words.confirmTitle}
      description={isRemoval ? words.removeNote : words.confirm(chosen ?? '')}
      submitLabel={isRemoval ? texts.remove : words.save}
      busyLabel={isRemoval ? words.removing : words.saving}
      danger={isRemoval}
      onClose={onClose}
      onConfirm={async (proof) => {
        const { isMailOn, state } = await set.mutateAsync({ ...proof, address: isRemoval ? null : chosen })
        const asksToConfirm = isMailOn && state === 'unconfirmed'
        toast({
          title: isRemoval ? words.removed : words.saved,
          ...(asksToConfirm && { description: words.savedNote }),
        })
        onClose()
      }}
    />
  )
}

interface ChooseAddressProps {
  readonly current: string | null
  readonly onChoose: (address: string) => void
  readonly onClose: () => void
}

function ChooseAddress({ current, onChoose, onClose }: ChooseAddressProps) {
  const form = useId()
  const [address, setAddress] = useState(current ?? '')
  const [problem, setProblem] = useState<string | undefined>()
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    event.stopPropagation()
    const found = addressProblem(address)
    setProblem(found)
    if (found) field.current?.focus()
    else onChoose(address.trim())
  }
  return (
    <Dialog
      onClose={onClose}
      size="small"
      title={current === null ? words.add : words.change}
      description={words.description}
      footer={
        <DialogButtons form={form} onCancel={onClose}>
          {words.next}
        </DialogButtons>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <TextField
          ref={field}
          label={words.address}
          type="email"
          name="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={address}
          error={problem}
          onChange={(event) => {
            setAddress(event.target.value)
            setProblem(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
