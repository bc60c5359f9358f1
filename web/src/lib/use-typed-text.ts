/** Search text: shown with each letter, reported when typing pauses. */
import { useEffect, useRef, useState } from 'react'

/**
 * Answers the text and what changes it. `onTold` gets it without spaces around it when nothing was typed for `restMs`, at once
 * when it is emptied, and within the change itself where `restMs` is 0: what it finds is then drawn in the same frame. When
 * `given`, mostly what the address says, becomes another by itself (back, forward, a link), the text is that.
 */
export function useTypedText(given: string, onTold: (text: string) => void, restMs: number) {
  const [text, setText] = useState(given)
  const told = useRef(given)
  const tell = useRef(onTold)
  tell.current = onTold

  useEffect(() => {
    if (given === told.current) return
    told.current = given
    setText(given)
  }, [given])

  useEffect(() => {
    const next = text.trim()
    if (next === told.current) return
    const timer = window.setTimeout(
      () => {
        told.current = next
        tell.current(next)
      },
      next === '' ? 0 : restMs,
    )
    return () => window.clearTimeout(timer)
  }, [text, restMs])

  const change = (typed: string): void => {
    setText(typed)
    const next = typed.trim()
    if (restMs > 0 || next === told.current) return
    told.current = next
    onTold(next)
  }
  return [text, change] as const
}
