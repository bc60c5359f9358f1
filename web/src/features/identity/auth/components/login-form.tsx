import './login.css'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { PasswordField, TextField } from '#ui/field.tsx'
import { signIn } from '../queries/sign-in.ts'
import { type Credentials, findMissingCredentials } from '../rules/sign-in.ts'
import { texts } from '../texts/login.ts'

interface LoginFormProps {
  /** Of an earlier try. */
  readonly username?: string
  readonly onSignedIn: () => void
  /** Takes along what was typed as the username. */
  readonly onForgotten: (username: string) => void
  readonly onCodeNeeded: (challenge: string, username: string) => void
}

/** Username, password, 'Sign in'. What is missing is said below its field, a refusal below the password and as a toast. */
export function LoginForm({ username: earlier = '', onSignedIn, onForgotten, onCodeNeeded }: LoginFormProps) {
  const [credentials, setCredentials] = useState<Credentials>({ username: earlier, password: '' })
  const [missing, setMissing] = useState<Partial<Record<keyof Credentials, string>>>({})
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  const change = (part: Partial<Credentials>): void => {
    const next = { ...credentials, ...part }
    setCredentials(next)
    setFailure(undefined)
    // A complaint goes as soon as it is answered; new ones wait for the next attempt.
    const still = findMissingCredentials(next)
    setMissing({
      ...(missing.username && still.username ? { username: still.username } : {}),
      ...(missing.password && still.password ? { password: still.password } : {}),
    })
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    const problems = findMissingCredentials(credentials)
    setMissing(problems)
    setFailure(undefined)
    if (problems.username) return username.current?.focus()
    if (problems.password) return password.current?.focus()
    setBusy(true)
    const answer = await signIn(credentials)
    setBusy(false)
    if (answer.state === 'signed-in') onSignedIn()
    else if (answer.state === 'code-needed') onCodeNeeded(answer.challenge, credentials.username)
    else {
      setFailure(answer.reason)
      password.current?.select()
    }
  }

  return (
    <form className="grid gap-2" noValidate onSubmit={submit}>
      <TextField
        ref={username}
        label={texts.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={credentials.username}
        error={missing.username}
        onChange={(event) => change({ username: event.target.value })}
      />
      <PasswordField
        ref={password}
        label={texts.password}
        name="password"
        autoComplete="current-password"
        value={credentials.password}
        error={missing.password}
        alert={failure}
        onChange={(event) => change({ password: event.target.value })}
      />
      <Button type="submit" variant="primary" busy={busy} busyLabel={texts.signingIn}>
        {texts.signIn}
      </Button>
      <Button
        variant="quiet"
        size="small"
        className="-mx-3 mt-2 justify-self-start"
        onClick={() => onForgotten(credentials.username)}
      >
        {texts.forgot}
      </Button>
    </form>
  )
}
