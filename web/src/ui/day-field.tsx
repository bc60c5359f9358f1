/**
 * A day: typed, or chosen in a calendar. It shows 'Nov 24, 2026' and speaks YYYY-MM-DD; what is no day is passed on as it was
 * typed once the field is left, so that the form can say so. The empty text is no day chosen.
 */
import { CalendarDays } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react'
import { formatLocalDay, isDay } from '#lib/days.ts'
import { formatDay } from '#lib/format.ts'
import { makePreloadable } from '#lib/preloadable.tsx'
import { parseTypedDay } from '#lib/typed-days.ts'
import { Field, type FieldProps } from './field.tsx'
import { IconButton } from './icon-button.tsx'

/** Fetched when the pointer or the focus comes near. */
const CalendarPopover = makePreloadable(async () => (await import('./calendar-popover.tsx')).CalendarPopover)

interface DayInputProps
  extends Pick<ComponentProps<'input'>, 'id' | 'aria-label' | 'aria-describedby' | 'aria-invalid'> {
  /** What the calendar is for. */
  readonly name: string
  readonly value: string
  readonly onChange: (day: string) => void
  /** The first and the last day that the calendar offers. */
  readonly min?: string | undefined
  readonly max?: string | undefined
  /** The calendar's own today, where it is not the browser's. */
  readonly today?: string | undefined
  readonly className?: string
}

export function DayInput({ name, value, onChange, min, max, today: given, className = '', ...input }: DayInputProps) {
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const today = given ?? formatLocalDay(new Date())

  const type = (text: string): void => {
    setTyped(text)
    const parsed = parseTypedDay(text, today)
    if (text === '' || parsed?.isComplete) onChange(parsed?.day ?? '')
  }
  const settle = (): void => {
    setTyped(null)
    if (typed === null) return
    const day = parseTypedDay(typed, today)?.day ?? typed.trim()
    if (day !== value) onChange(day)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') settle()
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    settle()
    setOpen(true)
  }

  return (
    <div ref={box} className={`input input-box ${className}`}>
      <input
        {...input}
        type="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        placeholder="Nov 24, 2026"
        value={typed ?? (isDay(value) ? formatDay(value, true) : value)}
        onChange={(event) => type(event.target.value)}
        onFocus={CalendarPopover.preload}
        onBlur={settle}
        onKeyDown={onKeyDown}
      />
      <IconButton
        size="small"
        label={`${name}: open calendar`}
        title="Open calendar"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        icon={<CalendarDays />}
        onPointerEnter={CalendarPopover.preload}
        onFocus={CalendarPopover.preload}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen ? (
        <CalendarPopover
          anchor={box}
          title={name}
          value={value}
          min={min}
          max={max}
          today={today}
          onChoose={(day) => {
            setTyped(null)
            setOpen(false)
            if (day !== value) onChange(day)
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  )
}

/** With its label above, and the hint or the error below. */
export function DayField({
  label,
  hint,
  error,
  ...day
}: FieldProps & Pick<DayInputProps, 'value' | 'onChange' | 'min' | 'max' | 'today'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(described) => <DayInput {...day} {...described} name={label} />}
    </Field>
  )
}
