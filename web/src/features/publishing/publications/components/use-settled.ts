/** What is typed, once typing has paused: the rehearsal is not asked about every letter. */
import { useEffect, useState } from 'react'

const PAUSE_MS = 500

/** Compared as JSON: an equal value stays the same one. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  const isSame = JSON.stringify(settled) === text
  useEffect(() => {
    if (isSame) return
    const timer = window.setTimeout(() => setSettled(JSON.parse(text)), PAUSE_MS)
    return () => window.clearTimeout(timer)
  }, [isSame, text])
  return settled
}
