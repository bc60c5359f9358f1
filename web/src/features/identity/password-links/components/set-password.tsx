/** Where the link of a mail leads that sets a password: of a user who forgot it, or who was invited. */
import { PASSWORD_MIN_LENGTH } from '@tangelo/contract/limits'
import { type FormEvent, useRef, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { Button } from '#ui/button.tsx'
import { PasswordField } from '#ui/field.tsx'
import { setPasswordWith } from '../queries.ts'
import { texts } from '../texts.ts'

interface SetPasswordProps {
  /** Of the link; empty where it is not complete. */
  readonly token: string
  readonly onSignIn: () => void
}

export function SetPassword({ token, onSignIn }: SetPasswordProps) {
  usePageTitle(texts.title)
  const [username, setUsername] = useState<string | null>(null)
  return (
    <>
      <h1 className="text-title">{texts.title}</h1>
      {username !== null ? (
        <>
          <p role="status" className="mt-1 mb-6 text-body text-ink-2">
            {texts.saved(username)}
          </p>
          <Button variant="primary" type="submit" onClick={onSignIn}>
            {texts.signIn}
          </Button>
        </>
      ) : (
        <>
          {token === '' ? (
            <p className="mt-1 text-body text-ink-2">{texts.noToken}</p>
          ) : (
            <PasswordChoice token={token} onSet={setUsername} />
          )}
          <Button variant="quiet" className="mt-3 w-full" onClick={onSignIn}>
            {texts.signIn}
          </Button>
        </>
      )}
    </>
  )
}

function PasswordChoice({ token, onSet }: { token: string; onSet: (username: string) => void }) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    const found = !password
      ? texts.passwordRequired
      : password.length < PASSWORD_MIN_LENGTH
        ? texts.passwordShort(PASSWORD_MIN_LENGTH)
        : undefined
    setProblem(found)
    if (found) return field.current?.focus()
    setBusy(true)
    try {
      onSet((await setPasswordWith(token, password)).username)
    } catch (error) {
      setBusy(false)
      setProblem(readServerMessage(error) ?? texts.saveFailed)
      field.current?.focus()
    }
  }

  return (
    <form className="grid gap-2" noValidate onSubmit={(event) => void submit(event)}>
      <p className="mt-1 mb-4 text-body text-ink-2">{texts.intro}</p>
      <PasswordField
        ref={field}
        label={texts.password}
        name="new-password"
        autoComplete="new-password"
        autoFocus
        hint={texts.passwordHint(PASSWORD_MIN_LENGTH)}
        value={password}
        error={problem}
        onChange={(event) => {
          setPassword(event.target.value)
          setProblem(undefined)
        }}
      />
      <Button type="submit" variant="primary" busy={busy} busyLabel={texts.saving}>
        {texts.save}
      </Button>
    </form>
  )
}
