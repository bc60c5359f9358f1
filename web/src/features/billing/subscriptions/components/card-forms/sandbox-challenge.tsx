/** The bank's question in the sandbox: the card holder confirms, refuses, or leaves, which counts as a refusal. */
import { useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { texts } from '../../texts/payment.ts'
import { texts as planTexts } from '../../texts/plans.ts'

/** The bank's question: the card holder confirms, refuses, or leaves, which counts as a refusal. */
let answerTo: ((accepted: boolean) => void) | null = null
const listeners = new Set<() => void>()

function setAnswer(next: typeof answerTo): void {
  answerTo = next
  for (const listener of listeners) listener()
}

/** Resolves once the card holder has answered. A new challenge refuses the one before. */
export function askBank(): Promise<boolean> {
  answerTo?.(false)
  return new Promise((resolve) => {
    setAnswer((accepted) => {
      setAnswer(null)
      resolve(accepted)
    })
  })
}

export function SandboxChallenge() {
  const answer = useSyncExternalStore(subscribe, () => answerTo)
  if (!answer) return null
  return (
    <Dialog
      size="small"
      onClose={() => answer(false)}
      title={texts.challenge.title}
      description={texts.challenge.description}
      footer={
        <>
          <Button onClick={() => answer(false)}>{texts.challenge.refuse}</Button>
          <Button variant="primary" onClick={() => answer(true)}>
            {texts.challenge.accept}
          </Button>
        </>
      }
    >
      <p className="text-label text-ink-3">{planTexts.sandbox}</p>
    </Dialog>
  )
}

/** A page that goes away takes the question with it. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) answerTo?.(false)
  }
}
