import { useLetters } from '#ui/avatar.tsx'
import { texts } from '../texts.ts'

/** A colleague as one letter: round and grey, so that no account is mistaken for one. */
export function Person({ name }: { readonly name: string }) {
  const letters = useLetters(name)
  return (
    <span className="planning-person" title={texts.card.assignedTo(name)}>
      <span aria-hidden="true">{[...letters][0]}</span>
      <span className="sr-only">{texts.card.assignedTo(name)}</span>
    </span>
  )
}
