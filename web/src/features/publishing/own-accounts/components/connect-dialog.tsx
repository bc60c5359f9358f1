/** Which way to connect an account, and what is asked for on the page of the service, each with its reason. */
import './own-accounts.css'
import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { type OfferedLogin, type PublishingLoginName, useBeginSignIn } from '../queries.ts'
import { texts } from '../texts.ts'

const words = texts.connect

interface ConnectDialogProps {
  readonly accountId: number
  readonly username: string
  readonly logins: readonly OfferedLogin[]
  /** The way that it is connected by. */
  readonly chosen: PublishingLoginName | undefined
  readonly onClose: () => void
}

export function ConnectDialog({ accountId, username, logins, chosen, onClose }: ConnectDialogProps) {
  const first = logins.find(({ name }) => name === chosen) ?? logins[0]
  const [name, setName] = useState(first?.name)
  const begin = useBeginSignIn()
  const { reset } = begin
  useEffect(() => {
    // By the browser's Back button, out of its memory.
    const comeBack = (event: PageTransitionEvent): void => {
      if (event.persisted) reset()
    }
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [reset])
  const login = logins.find((one) => one.name === name)
  if (!login) return null
  // The page is leaving for the service's.
  const isGoing = begin.isPending || begin.isSuccess
  return (
    <Dialog
      onClose={onClose}
      title={words.title(username)}
      description={words.description}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            variant="primary"
            busy={isGoing}
            busyLabel={words.going}
            onClick={() => begin.mutate({ login: login.name, accountId })}
          >
            {words.go(login.name)}
          </Button>
        </>
      }
    >
      {begin.error ? (
        <p className="own-problem" data-tone="bad" role="alert">
          {words.failed}: {begin.error.message}
        </p>
      ) : null}
      <fieldset className="own-ways">
        <legend>{words.ways}</legend>
        {logins.map((one) => (
          <label key={one.name}>
            <input
              type="radio"
              name="login"
              value={one.name}
              checked={one.name === name}
              onChange={() => setName(one.name)}
            />
            <b>{one.title}</b>
            <span>{words[one.name]}</span>
          </label>
        ))}
      </fieldset>
      <div className="own-asks">
        <h3>{words.asks}</h3>
        <dl>
          {login.permissions.flatMap((permission) => {
            const [title, reason] = texts.permissions[permission]
            return [<dt key={permission}>{title}</dt>, <dd key={`${permission} why`}>{reason}</dd>]
          })}
        </dl>
        <p>{words.refusable}</p>
      </div>
    </Dialog>
  )
}
