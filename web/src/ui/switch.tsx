import type { ReactNode } from 'react'

interface SwitchProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  /** Beside it; without, the label is for readers only. */
  readonly children?: ReactNode
}

/** On or off, at once. */
export function Switch({ label, isOn, onChange, children }: SwitchProps) {
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-checked={isOn}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  )
}
