/** A time of day: typed as it comes, or chosen from a list of half hours. It speaks HH:mm; the empty text is no time. */
import { Clock } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import { padTwo } from '#lib/days.ts'
import { makePreloadable } from '#lib/preloadable.tsx'
import { parseTypedTime } from '#lib/typed-days.ts'

/** Fetched when the pointer or the focus comes near. */
const OptionList = makePreloadable(async () => (await import('./option-list.tsx')).OptionList)

const TIMES = Array.from({ length: 48 }, (_, half) => {
  const value = `${padTwo(half >> 1)}:${half % 2 === 0 ? '00' : '30'}`
  return { value, label: value }
})
const WORKDAY = TIMES.findIndex(({ value }) => value === '09:00')

interface TimeInputProps extends Pick<ComponentProps<'input'>, 'aria-describedby' | 'aria-invalid'> {
  readonly label: string
  readonly value: string
  readonly onChange: (time: string) => void
  readonly className?: string
}

export function TimeInput({ label, value, onChange, className = '', ...input }: TimeInputProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState<number | null>(null)
  const isOpen = active !== null
  const last = TIMES.length - 1

  const open = (): void => setActive(halfHourOf(parseTypedTime(typed ?? value)?.time) ?? WORKDAY)
  const type = (text: string): void => {
    setTyped(text)
    const parsed = parseTypedTime(text)
    if (isOpen && parsed) setActive(halfHourOf(parsed.time))
    if (text === '' || parsed?.isComplete) onChange(parsed?.time ?? '')
  }
  const settle = (): void => {
    setTyped(null)
    setActive(null)
    if (typed === null) return
    const time = parseTypedTime(typed)?.time ?? typed.trim()
    if (time !== value) onChange(time)
  }
  const choose = (index: number | null): void => {
    setActive(null)
    const chosen = index === null ? undefined : TIMES[index]?.value
    if (chosen === undefined) return
    setTyped(null)
    if (chosen !== value) onChange(chosen)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event
    if (key === 'Enter' && (active === null || typed !== null)) {
      settle()
      if (!isOpen) return
    } else if (key === 'Enter') choose(active)
    else if (key !== 'ArrowDown' && key !== 'ArrowUp') return
    else if (active === null) open()
    else {
      setTyped(null)
      setActive(Math.max(0, Math.min(active + (key === 'ArrowDown' ? 1 : -1), last)))
    }
    event.preventDefault()
  }

  return (
    <div ref={box} className={`input input-box ${className}`}>
      <input
        {...input}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={10}
        placeholder="hh:mm"
        value={typed ?? value}
        onChange={(event) => type(event.target.value)}
        onPointerEnter={OptionList.preload}
        onFocus={OptionList.preload}
        onClick={() => active === null && open()}
        onBlur={settle}
        onKeyDown={onKeyDown}
      />
      <Clock />
      {active === null ? null : (
        <OptionList
          id={id}
          label={label}
          anchor={box.current}
          options={TIMES}
          follows
          chosen={TIMES.findIndex((option) => option.value === value)}
          active={active}
          onActive={setActive}
          onChoose={choose}
        />
      )}
    </div>
  )
}

/** The half hour of the list that a time is in. */
function halfHourOf(time: string | undefined): number | null {
  if (time === undefined) return null
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 2 + (minutes >= 30 ? 1 : 0)
}
