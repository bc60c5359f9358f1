import type { KeyboardEvent, ReactNode } from 'react'
import { usePressed } from '#lib/use-pressed.ts'

interface SegmentedProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly options: readonly { readonly value: Value; readonly label: ReactNode; readonly title?: string }[]
  readonly className?: string
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** A few choices side by side, one of them taken. One stop for Tab; the arrow keys move and choose. */
export function Segmented<Value extends string>({
  label,
  value,
  onChange,
  options,
  className = '',
}: SegmentedProps<Value>) {
  const [shown, press] = usePressed(value)
  const choose = (next: Value): void => {
    press(next)
    onChange(next)
  }
  const move = (event: KeyboardEvent<HTMLButtonElement>, index: number): void => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (index + step + options.length) % options.length
    const option = options[next]
    const button = event.currentTarget.parentElement?.children[next]
    if (option) choose(option.value)
    if (button instanceof HTMLElement) button.focus()
  }
  const hasChoice = options.some((option) => option.value === shown)
  return (
    <div className={`segmented ${className}`} role="radiogroup" aria-label={label}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a native radio cannot be shown as one of these segments with its icon
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === shown}
          aria-label={option.title}
          title={option.title}
          tabIndex={option.value === shown || (!hasChoice && index === 0) ? 0 : -1}
          onClick={() => choose(option.value)}
          onKeyDown={(event) => move(event, index)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
