/** One of many: typing asks for what fits, a list below shows it. The caller finds the options; the keys are those of a select. */
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { type Described, Field } from './field.tsx'
import { type Option, OptionList } from './option-list.tsx'

interface ComboboxProps {
  readonly label: string
  /** The name of what is chosen: shown while the field is not being typed in. */
  readonly chosen: string
  /** Before that name. */
  readonly icon?: ReactNode
  /** What was typed; null while the list is closed. */
  readonly onSearch: (text: string | null) => void
  /** What fits. */
  readonly options: readonly Option[]
  /** They are of an earlier search, or not all here: none is active, and Enter waits for those of what was typed. */
  readonly isStale: boolean
  readonly value: string
  readonly onChange: (value: string, label: string) => void
  /** Said in place of options: that they are coming, that there are none, that they could not be had. */
  readonly note?: string | undefined
  readonly error?: string | undefined
  /** Keeps the label for readers only; there is then no line for an error either. */
  readonly hideLabel?: boolean
}

export function Combobox(props: ComboboxProps) {
  const { label, chosen, icon, onSearch, options, isStale, value, onChange, note, error, hideLabel = false } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState<string | null>(null)
  const [active, setActive] = useState<number | null>(null)
  /** Enter was pressed before the options were there. */
  const [isEntered, setIsEntered] = useState(false)
  const isOpen = text !== null
  const last = options.length - 1
  const taken = options.findIndex((option) => option.value === value)
  // It opens at what is chosen; what is typed is followed from its first answer on.
  const at = isStale ? -1 : Math.max(0, Math.min(active ?? (text === '' ? taken : 0), last))

  const search = (next: string | null): void => {
    setText(next)
    setActive(null)
    setIsEntered(false)
    onSearch(next)
  }
  const choose = (index: number | null): void => {
    const option = index === null ? undefined : options[index]
    search(null)
    if (option && option.value !== value) onChange(option.value, option.label)
  }
  const chooseFirst = useEffectEvent(() => {
    setIsEntered(false)
    if (last >= 0) choose(0)
  })
  useEffect(() => {
    if (isEntered && !isStale) chooseFirst()
  }, [isEntered, isStale])

  const move = (index: number): void => {
    if (!isStale) setActive(index)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event
    if (!isOpen) {
      if (key !== 'ArrowDown' && key !== 'ArrowUp' && key !== 'Enter') return
      search('')
    } else if (key === 'ArrowDown') move(Math.min(at + 1, last))
    else if (key === 'ArrowUp') move(Math.max(at - 1, 0))
    else if (key === 'Enter' && isStale) setIsEntered(text !== '')
    else if (key === 'Enter') choose(at)
    else {
      if (key === 'Tab') search(null)
      return
    }
    event.preventDefault()
  }

  const control = (described?: Described) => (
    <>
      <div className="input input-box">
        {isOpen ? null : icon}
        <input
          ref={input}
          id={id}
          type="text"
          aria-label={hideLabel ? label : undefined}
          role="combobox"
          aria-expanded={isOpen}
          aria-autocomplete="list"
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-activedescendant={isOpen && !isStale && last >= 0 ? `${id}-${at}` : undefined}
          aria-invalid={error ? true : undefined}
          {...described}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={isOpen ? chosen : undefined}
          value={text ?? chosen}
          onChange={(event) => search(event.target.value)}
          onClick={() => !isOpen && search('')}
          onBlur={() => isOpen && search(null)}
          onKeyDown={onKeyDown}
        />
        <ChevronDown />
      </div>
      {isOpen ? (
        <OptionList
          id={id}
          label={label}
          anchor={input.current?.parentElement ?? null}
          options={options}
          note={note}
          chosen={taken}
          follows
          active={at}
          onActive={move}
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
