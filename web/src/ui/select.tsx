import './layer-styles.ts'
import { Check, ChevronDown, TriangleAlert } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import { useId } from 'react'

interface SelectProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  /** A quiet word inside the control, such as 'Sort'. */
  readonly prefix?: string
  /** Keeps the label for readers only; there is then no line for an error either. */
  readonly hideLabel?: boolean
  readonly error?: string | undefined
  readonly disabled?: boolean
}

/** One of a few. Arrow keys, typing ahead and Escape work as in a native one. */
export function Select<Value extends string>({
  label,
  value,
  onChange,
  options,
  prefix,
  hideLabel = false,
  error,
  disabled = false,
}: SelectProps<Value>) {
  const id = useId()
  const chosen = options.find((option) => option.value === value)
  const control = (
    <Radix.Root
      value={value}
      disabled={disabled}
      onValueChange={(next) => {
        const option = options.find((candidate) => candidate.value === next)
        if (option) onChange(option.value)
      }}
    >
      <Radix.Trigger
        id={id}
        className="select"
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={hideLabel ? undefined : `${id}-note`}
      >
        {prefix ? (
          <span className="select-prefix" aria-hidden="true">
            {prefix}
          </span>
        ) : null}
        <span className="select-value">
          <Radix.Value>{chosen?.label}</Radix.Value>
        </span>
        <ChevronDown />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="options" position="popper" sideOffset={4} collisionPadding={8}>
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item key={option.value} className="option" value={option.value}>
                <span className="option-mark">
                  <Radix.ItemIndicator>
                    <Check className="text-accent-ink" />
                  </Radix.ItemIndicator>
                </span>
                <Radix.ItemText>{option.label}</Radix.ItemText>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
  if (hideLabel) return control
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {control}
      <p className="field-note" id={`${id}-note`} data-tone={error ? 'bad' : undefined} aria-live="polite">
        {error ? <TriangleAlert /> : null}
        {error}
      </p>
    </div>
  )
}
