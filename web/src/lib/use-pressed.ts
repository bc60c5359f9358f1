import { useState } from 'react'

/**
 * Shows a choice from the press on, while what it changes is still on its way. Answers what to show, which is the caller's value
 * again as soon as that changes, and what to call with a press.
 */
export function usePressed<Value>(value: Value): [shown: Value, press: (next: Value) => void] {
  const [pressed, setPressed] = useState<{ readonly from: Value; readonly to: Value } | null>(null)
  if (pressed && pressed.from !== value) setPressed(null)
  return [pressed?.from === value ? pressed.to : value, (to) => setPressed({ from: value, to })]
}
