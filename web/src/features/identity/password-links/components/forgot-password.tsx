/** Beside signing in: sends a link where the server can, and names the administrator where it cannot. */
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { Button } from '#ui/button.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { TextField } from '#ui/field.tsx'
import { areLinksOffered, requestLink } from '../queries.ts'
import { texts } from '../texts.ts'

export function ForgotPassword({ username, onBack }: { readonly username: string; readonly onBack: () => void }) {
  const [offered, setOffered] = useState<'unknown' | 'yes' | 'no' | 'failed'>('unknown')
  const ask = useCallback(async () => {
    setOffered('unknown')
    try {
      setOffered((await areLinksOffered()) ? 'yes' : 'no')
    } catch {
      setOffered('failed')
    }
  }, [])
  useEffect(() => void ask(), [ask])
  return (
    <div className="grid gap-3">
      <h2 className="text-section">{texts.forgot}</h2>
      {offered === 'unknown' ? <div aria-busy="true" className="h-24" /> : null}
      {offered === 'failed' ? (
        <FailedState title={texts.failed} cause={texts.unreachable} busy={false} onRetry={() => void ask()} />
      ) : null}
      {offered === 'no' ? <p className="text-body text-ink-2">{texts.askAdmin}</p> : null}
      {offered === 'yes' ? <RequestForm username={username} /> : null}
      <Button variant="quiet" size="small" className="-mx-3 justify-self-start" onClick={onBack}>
        {texts.back}
      </Button>
    </div>
  )
}

function RequestForm({ username }: { username: string }) {
  const [name, setName] = useState(username)
  const [problem, setProblem] = useState<string | undefined>()
  const [state, setState] = useState<'open' | 'busy' | 'sent'>('open')
  const field = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (state === 'busy') return
    if (!name.trim()) {
      setProblem(texts.usernameRequired)
      return field.current?.focus()
    }
    setState('busy')
    try {
      await requestLink(name.trim())
      setState('sent')
    } catch (error) {
      setState('open')
      setProblem(readServerMessage(error) ?? texts.requestFailed)
    }
  }

  if (state === 'sent')
    return (
      <p role="status" className="text-body text-ink-2">
        {texts.sent}
      </p>
    )
  return (
    <form className="grid gap-2" noValidate onSubmit={(event) => void submit(event)}>
      <p className="mb-1 text-body text-ink-2">{texts.forgotIntro}</p>
      <TextField
        ref={field}
        label={texts.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.target.value)
          setProblem(undefined)
        }}
      />
      <Button type="submit" variant="primary" busy={state === 'busy'} busyLabel={texts.sending}>
        {texts.send}
      </Button>
    </form>
  )
}
