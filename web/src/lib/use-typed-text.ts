/** Search text: shown with each letter, reported when typing pauses. */
import { useEffect, useRef, useState } from 'react'

/**
 * Answers the text and what changes it. `onTold` gets it without spaces around it when nothing was typed for `restMs`, at once
 * when it is emptied, and within the change itself where `restMs` is 0: what it finds is then drawn in the same frame. When
 * `given`, mostly what the address says, becomes another by itself (back, forward, a link), the text is that. What was told may
 * be given late: then more was typed since, and stays.
 */
export function useTypedText(given: string, onTold: (text: string) => void, restMs: number) {
  const [text, setText] = useState(given)
  const told = useRef(given)
  /** What was told and not given yet, the oldest first. */
  const awaited = useRef<string[]>([])
  const latest = useRef(onTold)
  latest.current = onTold
  const tell = useRef((next: string): void => {
    told.current = next
    awaited.current.push(next)
    latest.current(next)
  })

  useEffect(() => {
    const at = awaited.current.indexOf(given)
    // Those before it were overtaken.
    awaited.current = at < 0 ? [] : awaited.current.slice(at + 1)
    if (at >= 0 || given === told.current) return
    told.current = given
    setText(given)
  }, [given])

  useEffect(() => {
    const next = text.trim()
    if (next === told.current) return
    const timer = window.setTimeout(() => tell.current(next), next === '' ? 0 : restMs)
    return () => window.clearTimeout(timer)
  }, [text, restMs])

  const change = (typed: string): void => {
    setText(typed)
    const next = typed.trim()
    if (restMs > 0 || next === told.current) return
    tell.current(next)
  }
  return [text, change] as const
}
