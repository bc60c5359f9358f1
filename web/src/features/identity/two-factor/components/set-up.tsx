/** Turning two-factor sign-in on: the password, the picture and a first code, the recovery codes. */
import { type FormEvent, type ReactNode, useState } from 'react'
import { focusFirstInvalid } from '#lib/focus-first-invalid.ts'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'
import { PasswordField, TextField } from '#ui/field.tsx'
import { type Beginning, beginTwoFactor, turnTwoFactorOn } from '../queries.ts'
import { readableKey, refusalText } from '../rules.ts'
import { texts } from '../texts.ts'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface SetUpProps {
  /** Beside the button of the first two steps. */
  readonly aside: ReactNode
  /** It is on, and the codes are on the screen. */
  readonly onTurnedOn?: () => void
  /** The codes are kept. */
  readonly onDone: () => void
}

export function SetUp({ aside, onTurnedOn, onDone }: SetUpProps) {
  const [beginning, setBeginning] = useState<Beginning | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) {
    return (
      <>
        <p className="mb-3 text-body text-ink-2">{texts.codesIntro}</p>
        <RecoveryCodes codes={codes} />
        <Button variant="primary" className="mt-6 w-full" onClick={onDone}>
          {texts.kept}
        </Button>
      </>
    )
  }
  if (!beginning) return <PasswordStep aside={aside} onBegun={setBeginning} />
  const finish = (made: readonly string[]): void => {
    setCodes(made)
    onTurnedOn?.()
  }
  return <CodeStep beginning={beginning} aside={aside} onTurnedOn={finish} />
}

function PasswordStep({ aside, onBegun }: { aside: ReactNode; onBegun: (beginning: Beginning) => void }) {
  const { user } = useSession()
  const step = useStep(texts.passwordRequired, async (password) => onBegun(await beginTwoFactor({ password })))
  return (
    <form className="grid gap-2" noValidate onSubmit={(event) => void step.submit(event)}>
      <p className="mb-1 text-body text-ink-2">{texts.passwordStep}</p>
      <input type="text" name="username" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
      <PasswordField label={texts.password} name="password" autoComplete="current-password" autoFocus {...step.field} />
      <Foot aside={aside} busy={step.busy} busyLabel={texts.checking} label={texts.next} />
    </form>
  )
}

function CodeStep({
  beginning,
  aside,
  onTurnedOn,
}: {
  beginning: Beginning
  aside: ReactNode
  onTurnedOn: (codes: readonly string[]) => void
}) {
  const step = useStep(texts.codeRequired, async (code) => onTurnedOn(await turnTwoFactorOn(code)))
  return (
    <form className="grid gap-2" noValidate onSubmit={(event) => void step.submit(event)}>
      <p className="text-body text-ink-2">{texts.scanStep}</p>
      <QrCode text={beginning.address} label={texts.picture} />
      <p className="mb-2 text-note text-ink-3">
        {texts.byHand}
        <code className="mt-0.5 block font-mono text-label break-words text-ink select-all">
          {readableKey(beginning.secret)}
        </code>
      </p>
      <TextField
        label={texts.code}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
        autoFocus
        {...step.field}
      />
      <Foot aside={aside} busy={step.busy} busyLabel={texts.turningOn} label={texts.confirm} />
    </form>
  )
}

/** One field, one button: problems are shown at the field. */
function useStep(required: string, act: (value: string) => Promise<void>) {
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    const form = event.currentTarget
    if (!value.trim()) {
      setProblem(required)
      return focusFirstInvalid(form)
    }
    setBusy(true)
    try {
      await act(value)
    } catch (error) {
      setProblem(refusalText(error))
      setBusy(false)
      focusFirstInvalid(form)
    }
  }
  const change = (next: string): void => {
    setValue(next)
    setProblem(undefined)
  }
  return {
    submit,
    busy,
    field: { value, error: problem, onChange: (event: { target: { value: string } }) => change(event.target.value) },
  }
}

function Foot({ aside, label, ...busy }: { aside: ReactNode; label: string; busy: boolean; busyLabel: string }) {
  return (
    <div className="mt-2 flex items-center justify-end gap-2">
      {aside}
      <Button type="submit" variant="primary" {...busy}>
        {label}
      </Button>
    </div>
  )
}
