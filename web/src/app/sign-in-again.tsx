/** Over a page with work that is not saved, when its session has ended: the same person signs in and goes on there. */
import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { loginTexts, signIn } from '#features/identity/index.ts'
import { endSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { PasswordField } from '#ui/field.tsx'
import { closeFrameLayer } from './palette-state.ts'

const CodeForm = lazy(async () => ({
  default: (await import('#features/identity/two-factor/components/code-form.tsx')).CodeForm,
}))

const words = {
  title: 'Your session has ended',
  description: (username: string) => `Sign in as ${username} to go on. What you have not saved is still here.`,
  discard: 'Discard changes',
}

/** The session itself takes this dialog away, once it goes on or is given up. */
export function SignInAgain({ username }: { readonly username: string }) {
  const form = useId()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [challenge, setChallenge] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // Whatever leads away, the way back and a reload included, would take along what is not saved.
  useBlocker({ shouldBlockFn: () => true })
  useEffect(closeFrameLayer, [])

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    // A dialog is drawn in a portal, but its events still rise through the components round it.
    event.stopPropagation()
    if (busy) return
    setProblem(password ? undefined : loginTexts.passwordRequired)
    if (!password) return field.current?.focus()
    setBusy(true)
    const answer = await signIn({ username, password })
    setBusy(false)
    if (answer.state === 'code-needed') setChallenge(answer.challenge)
    else if (answer.state === 'refused') {
      setProblem(answer.reason)
      field.current?.select()
    }
  }

  return (
    <Dialog
      isShownOnce
      onClose={() => undefined}
      size="small"
      title={words.title}
      description={words.description(username)}
      footer={
        <>
          <Button disabled={busy} onClick={() => endSession()}>
            {words.discard}
          </Button>
          {challenge === null ? (
            <Button type="submit" form={form} variant="primary" busy={busy} busyLabel={loginTexts.signingIn}>
              {loginTexts.signIn}
            </Button>
          ) : null}
        </>
      }
    >
      {challenge === null ? (
        <form id={form} noValidate onSubmit={(event) => void submit(event)}>
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
          <PasswordField
            ref={field}
            label={loginTexts.password}
            name="password"
            autoComplete="current-password"
            autoFocus
            value={password}
            error={problem}
            onChange={(event) => {
              setPassword(event.target.value)
              setProblem(undefined)
            }}
          />
        </form>
      ) : (
        <Suspense fallback={null}>
          <CodeForm challenge={challenge} onSignedIn={() => undefined} onBack={() => setChallenge(null)} />
        </Suspense>
      )}
    </Dialog>
  )
}
