/** Search text: shown with each letter, reported when typing pauses. */
import { useEffect, useRef, useState } from 'react'

/**
 * Answers the text and what changes it. `onReport` gets it without spaces around it when nothing was typed for `restMs`, at once
 * when it is emptied, and within the change itself where `restMs` is 0: what it finds is then drawn in the same frame. When
 * `given`, mostly what the address says, becomes another by itself (back, forward, a link), the text is that. What was reported may
 * be given late: then more was typed since, and stays.
 */
export function useTypedText(given: string, onReport: (text: string) => void, restMs: number) {
  const [text, setText] = useState(given)
  const reported = useRef(given)
  /** What was reported and not given yet, the oldest first. */
  const awaited = useRef<string[]>([])
  const latest = useRef(onReport)
  latest.current = onReport
  const report = useRef((next: string): void => {
    reported.current = next
    awaited.current.push(next)
    latest.current(next)
  })

  useEffect(() => {
    const at = awaited.current.indexOf(given)
    // Those before it were overtaken.
    awaited.current = at < 0 ? [] : awaited.current.slice(at + 1)
    if (at >= 0 || given === reported.current) return
    reported.current = given
    setText(given)
  }, [given])

  useEffect(() => {
    const next = text.trim()
    if (next === reported.current) return
    const timer = window.setTimeout(() => report.current(next), next === '' ? 0 : restMs)
    return () => window.clearTimeout(timer)
  }, [text, restMs])

  const change = (typed: string): void => {
    setText(typed)
    const next = typed.trim()
    if (restMs > 0 || next === reported.current) return
    report.current(next)
  }
  return [text, change] as const
}
