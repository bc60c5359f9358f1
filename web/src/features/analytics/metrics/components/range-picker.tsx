/** D15: the days the charts show. Every choice goes into the URL at once; custom days only when they are valid. */
import { Calendar } from 'lucide-react'
import { type Ref, useEffect, useState } from 'react'
import { DayField } from '#ui/day-field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { customRangeError, type DayRange, RANGES, type RangeName, type RangeSearch } from '../rules/ranges.ts'
import { texts } from '../texts/history.ts'

interface RangePickerProps {
  /** What the address asks for: 'custom' also while its days are not yet complete. */
  readonly chosen: RangeName
  /** Shown while a choice is incomplete. */
  readonly range: DayRange
  readonly onChange: (search: RangeSearch) => void
  readonly ref?: Ref<HTMLDivElement>
  /** Drawn with a ring while the focus is in it: a button elsewhere led here. */
  readonly isPointedAt?: boolean
}

const OPTIONS = RANGES.map((value) => ({
  value,
  label:
    value === 'custom' ? (
      <>
        {texts.ranges.options.custom}
        <Calendar className="max-desk:hidden" />
      </>
    ) : (
      texts.ranges.options[value]
    ),
}))

export function RangePicker({ chosen, range, onChange, ref, isPointedAt = false }: RangePickerProps) {
  const choose = (name: RangeName): void =>
    onChange(name === 'custom' ? { range: name, from: range.from, to: range.to } : { range: name })
  return (
    <div
      ref={ref}
      className={`min-w-0 rounded-control max-desk:w-full ${isPointedAt ? 'outline-offset-2 outline-focus focus-within:outline-2' : ''}`}
    >
      <Segmented
        label={texts.ranges.label}
        value={chosen}
        onChange={choose}
        options={OPTIONS}
        className="max-desk:flex max-desk:[&>button]:flex-1 max-desk:[&>button]:justify-center max-desk:[&>button]:px-2"
      />
    </div>
  )
}

/** Two days of one's own, below the picker. */
export function OwnDays({ range, onChange }: { range: DayRange; onChange: (search: RangeSearch) => void }) {
  const [days, setDays] = useState({ from: range.from, to: range.to })
  useEffect(() => setDays({ from: range.from, to: range.to }), [range.from, range.to])
  const error = customRangeError(days.from, days.to)
  const change = (next: { from: string; to: string }): void => {
    setDays(next)
    if (customRangeError(next.from, next.to) === undefined) onChange({ range: 'custom', ...next })
  }
  return (
    <fieldset className="flex max-w-90 gap-3 desk:ml-auto">
      <legend className="sr-only">{texts.ranges.label}</legend>
      <div className="min-w-0 flex-1">
        <DayField
          label={texts.ranges.from}
          value={days.from}
          error={error}
          onChange={(from) => change({ ...days, from })}
        />
      </div>
      <div className="min-w-0 flex-1">
        <DayField label={texts.ranges.to} value={days.to} onChange={(to) => change({ ...days, to })} />
      </div>
    </fieldset>
  )
}
