/**
 * One of a few: a button that opens a list, with the keys of a native select (arrows, Home, End, typing ahead, Enter,
 * Escape, Tab). Made by hand, because Radix Select sets a style element through innerHTML, which Trusted Types refuse
 * and which would take the page down with it; this one also weighs 25 kB less.
 */
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { makePreloadable } from '#lib/preloadable.tsx'
import { usePressed } from '#lib/use-pressed.ts'
import { type Described, Field } from './field.tsx'
import { keyAction, startingWith } from './select-rules.ts'

/** Fetched when the pointer or the focus comes near. */
const OptionList = makePreloadable(async () => (await import('./option-list.tsx')).OptionList)

interface SelectProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** `color`: a dot before the label; the label says the same in words. */
  readonly options: readonly { readonly value: Value; readonly label: string; readonly color?: string }[]
  /** A quiet word inside the control, such as 'Sort'. */
  readonly prefix?: string
  /** In the place of the label of the empty choice: what would be chosen here. */
  readonly none?: string | undefined
  /** Shows a choice from the press on: its value is in the address, which is drawn later. Not for what may be refused. */
  readonly isInAddress?: boolean
  /** Keeps the label for readers only; there is then no line for an error either. */
  readonly hideLabel?: boolean
  readonly error?: string | undefined
  readonly disabled?: boolean
}

const TYPING_PAUSE_MS = 600

export function Select<Value extends string>({
  label,
  value,
  onChange,
  options,
  prefix,
  none,
  isInAddress = false,
  hideLabel = false,
  error,
  disabled = false,
}: SelectProps<Value>) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const [active, setActive] = useState<number | null>(null)
  const [pressed, press] = usePressed(value)
  const shown = isInAddress ? pressed : value
  const chosen = options.findIndex((option) => option.value === shown)
  const isOpen = active !== null

  const choose = (index: number | null): void => {
    const option = index === null ? undefined : options[index]
    setActive(null)
    if (!option || option.value === shown) return
    if (isInAddress) press(option.value)
    onChange(option.value)
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const { timeStamp } = event
    const isTyping = timeStamp - typed.current.at <= TYPING_PAUSE_MS && typed.current.text !== ''
    const action = keyAction(event, { active, chosen, count: options.length, isTyping })
    if (action.kind === 'type') {
      const text = isTyping ? typed.current.text + event.key : event.key
      typed.current = { text, at: timeStamp }
      const found = startingWith(options, text, active ?? chosen)
      if (found !== null) setActive(found)
    } else if (action.kind === 'move') setActive(action.to)
    else if (action.kind === 'choose') choose(active)
    if (action.kind !== 'none' && event.key !== 'Tab') event.preventDefault()
  }

  const control = (described?: Described) => (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        className="select"
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-haspopup="listbox"
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        aria-invalid={error ? true : undefined}
        {...described}
        disabled={disabled}
        onPointerEnter={OptionList.preload}
        onFocus={OptionList.preload}
        onClick={() => setActive(isOpen ? null : Math.max(chosen, 0))}
        onKeyDown={onKeyDown}
        onBlur={() => setActive(null)}
      >
        {prefix ? (
          <span className="select-prefix" aria-hidden="true">
            {prefix}
          </span>
        ) : null}
        {options[chosen]?.color ? <i className="dot" style={{ background: options[chosen].color }} /> : null}
        <span className="select-value">{shown === '' && none ? none : options[chosen]?.label}</span>
        <ChevronDown />
      </button>
      {isOpen ? (
        <OptionList
          id={id}
          label={label}
          anchor={button.current}
          options={options}
          chosen={chosen}
          active={active}
          onActive={setActive}
          onChoose={choose}
        />
      ) : null}
    </>
  )
  if (hideLabel) return control()
  return (
    <Field label={label} error={error} id={id}>
      {control}
    </Field>
  )
}
