import type { KeyboardEvent, ReactNode } from 'react'

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
  const move = (event: KeyboardEvent<HTMLButtonElement>, index: number): void => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (index + step + options.length) % options.length
    const option = options[next]
    const button = event.currentTarget.parentElement?.children[next]
    if (option) onChange(option.value)
    if (button instanceof HTMLElement) button.focus()
  }
  const hasChoice = options.some((option) => option.value === value)
  return (
    <div className={`segmented ${className}`} role="radiogroup" aria-label={label}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a native radio cannot be shown as one of these segments with its icon
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          aria-label={option.title}
          title={option.title}
          tabIndex={option.value === value || (!hasChoice && index === 0) ? 0 : -1}
          onClick={() => onChange(option.value)}
          onKeyDown={(event) => move(event, index)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
