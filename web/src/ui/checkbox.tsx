import { Check } from 'lucide-react'
import type { ComponentProps } from 'react'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** What it chooses, for readers. */
  readonly label: string
}

/** A box to tick. Its label is for readers: what it belongs to stands beside it. */
export function Checkbox({ label, className = '', ...input }: CheckboxProps) {
  return (
    <span className={`check ${className}`}>
      <input {...input} type="checkbox" aria-label={label} />
      <Check />
    </span>
  )
}
