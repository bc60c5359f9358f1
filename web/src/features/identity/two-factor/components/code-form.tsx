import { type FormEvent, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { showFailure } from '#ui/toast.tsx'
import { signInWithCode } from '../../auth/queries/sign-in.ts'
import { isOver, refusalText } from '../rules.ts'
import { texts } from '../texts.ts'

interface CodeFormProps {
  readonly challenge: string
  readonly onSignedIn: () => void
  /** To the first step: by choice, or because it is too late for this one. */
  readonly onBack: () => void
}

/** Two-factor sign-in: a code of the app, or a recovery code. */
export function CodeForm({ challenge, onSignedIn, onBack }: CodeFormProps) {
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isApp = kind === 'app'

  const showProblem = (message: string): void => {
    setProblem(message)
    setBusy(false)
    field.current?.select()
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    if (!code.trim()) return showProblem(texts.codeRequired)
    setBusy(true)
    try {
      if (await signInWithCode(challenge, code)) onSignedIn()
      else onBack()
    } catch (error) {
      if (!isOver(error)) return showProblem(refusalText(error))
      showFailure(texts.tooLate, refusalText(error))
      onBack()
    }
  }

  return (
    <form className="grid gap-2" noValidate onSubmit={(event) => void submit(event)}>
      <p className="mb-1 text-body text-ink-2">{isApp ? texts.codeIntro : texts.recoveryCodeIntro}</p>
      <TextField
        key={kind}
        ref={field}
        label={isApp ? texts.code : texts.recoveryCode}
        name="code"
        autoComplete={isApp ? 'one-time-code' : 'off'}
        inputMode={isApp ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={code}
        error={problem}
        onChange={(event) => {
          setCode(event.target.value)
          setProblem(undefined)
        }}
      />
      <Button type="submit" variant="primary" busy={busy} busyLabel={texts.signingIn}>
        {texts.next}
      </Button>
      <div className="-mx-3 mt-2 flex items-center justify-between gap-3">
        <Button variant="quiet" size="small" onClick={onBack}>
          {texts.back}
        </Button>
        <Button
          variant="quiet"
          size="small"
          onClick={() => {
            setKind(isApp ? 'recovery' : 'app')
            setCode('')
            setProblem(undefined)
          }}
        >
          {isApp ? texts.useRecoveryCode : texts.useApp}
        </Button>
      </div>
    </form>
  )
}
