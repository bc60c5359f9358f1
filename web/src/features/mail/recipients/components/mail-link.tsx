/** Where links in mails lead that confirm an address or stop mails: a button each, for opening a link changes nothing. */
import { useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { Button } from '#ui/button.tsx'
import { confirmAddress, stopMails } from '../queries.ts'
import { namesToStop } from '../rules.ts'
import { texts } from '../texts.ts'

interface LinkProps {
  /** Of the link; empty where it is not complete. */
  readonly token: string
  readonly onOpen: () => void
}

export function ConfirmAddress({ token, onOpen }: LinkProps) {
  const words = texts.confirmPage
  return (
    <Question
      title={words.title}
      question={token === '' ? null : words.intro}
      submitLabel={words.confirm}
      busyLabel={words.busy}
      failed={words.failed}
      onSubmit={async () => words.done((await confirmAddress(token)).address)}
      onOpen={onOpen}
    />
  )
}

export function StopMails({ token, onOpen }: LinkProps) {
  const words = texts.stopPage
  const names = namesToStop(token)
  return (
    <Question
      title={words.title}
      question={names && words.ask(names)}
      submitLabel={words.stop}
      busyLabel={words.busy}
      failed={words.failed}
      onSubmit={async () => {
        await stopMails(token)
        return words.intro(names ?? '')
      }}
      onOpen={onOpen}
    />
  )
}

interface QuestionProps {
  readonly title: string
  /** Null where the link is not complete. */
  readonly question: string | null
  readonly submitLabel: string
  readonly busyLabel: string
  readonly failed: string
  /** Answers what has been done. */
  readonly onSubmit: () => Promise<string>
  readonly onOpen: () => void
}

function Question({ title, question, submitLabel, busyLabel, failed, onSubmit, onOpen }: QuestionProps) {
  usePageTitle(title)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      setDone(await onSubmit())
    } catch (error) {
      setProblem(readServerMessage(error) ?? failed)
    }
    setBusy(false)
  }
  return (
    <>
      <h1 className="text-title">{title}</h1>
      <p role="status" className="mt-1 mb-6 text-body break-words text-ink-2">
        {done ?? question ?? texts.noToken}
      </p>
      {problem === null ? null : (
        <p role="alert" className="mb-4 text-body text-bad">
          {problem}
        </p>
      )}
      {done !== null ? (
        <Button className="w-full" onClick={onOpen}>
          {texts.openTangelo}
        </Button>
      ) : question === null ? null : (
        <Button type="submit" variant="primary" busy={busy} busyLabel={busyLabel} onClick={() => void submit()}>
          {submitLabel}
        </Button>
      )}
    </>
  )
}
