import { type KeyboardEvent, useState } from 'react'
import { clampHold, parseSeconds } from '../rules/edited.ts'
import { texts } from '../texts.ts'

interface SecondsFieldProps {
  readonly label: string
  readonly value: number
  readonly onChange: (seconds: number) => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 0.5, ArrowDown: -0.5, PageUp: 1, PageDown: -1 }

/** How long a picture is shown: typed, or with the arrow keys by half a second. */
export function SecondsField({ label, value, onChange }: SecondsFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)

  const commit = (): void => {
    const seconds = typed === null ? undefined : parseSeconds(typed)
    setTyped(null)
    if (seconds !== undefined && seconds !== value) onChange(seconds)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key]
    if (event.key === 'Enter') commit()
    if (event.key === 'Escape' && typed !== null) {
      event.stopPropagation()
      setTyped(null)
    }
    if (step === undefined || event.altKey) return
    event.preventDefault()
    setTyped(null)
    onChange(clampHold(((typed === null ? undefined : parseSeconds(typed)) ?? value) + step))
  }
  return (
    <input
      className="editor-seconds"
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      value={typed ?? texts.tenths(value)}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={commit}
    />
  )
}
