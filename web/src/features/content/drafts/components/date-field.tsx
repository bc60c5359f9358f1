/** When a post is to go out, by the clock of the company: a day, and a time where one is known. */
import { useId, useState } from 'react'
import { todayIn } from '#lib/zones.ts'
import { DayInput } from '#ui/day-field.tsx'
import { FieldNote } from '#ui/field.tsx'
import { TimeInput } from '#ui/time-input.tsx'
import { dateFieldsError, parseDateFields, toDateFields } from '../rules/dates.ts'
import { texts } from '../texts/post.ts'

interface DateFieldProps {
  readonly value: string | null
  /** Undefined while what is typed is no date. */
  readonly onChange: (publishDate: string | null | undefined) => void
  readonly timeZone: string
}

export function DateField({ value, onChange, timeZone }: DateFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState<{ day: string; time: string } | null>(null)
  const shown = typed ?? toDateFields(value, timeZone)
  const error = dateFieldsError(shown)
  const change = (fields: { day: string; time: string }): void => {
    const date = parseDateFields(fields, timeZone)
    // An invalid date stays here; a valid one goes to the parent and comes back as the value.
    setTyped(date === undefined ? fields : null)
    onChange(date)
  }
  return (
    <fieldset className="field">
      <legend className="field-label">{texts.date.label}</legend>
      <div className="flex flex-wrap gap-2">
        <DayInput
          className="w-auto! flex-1 basis-40"
          name={texts.date.set}
          aria-label={texts.date.set}
          aria-describedby={`${id}-note`}
          aria-invalid={error?.field === 'day' ? true : undefined}
          value={shown.day}
          today={todayIn(timeZone)}
          onChange={(day) => change({ ...shown, day })}
        />
        <TimeInput
          className="w-auto! flex-1 basis-24"
          label={texts.date.time}
          aria-describedby={`${id}-note`}
          aria-invalid={error?.field === 'time' ? true : undefined}
          value={shown.time}
          onChange={(time) => change({ ...shown, time })}
        />
      </div>
      <div className="flex gap-3">
        <FieldNote className="flex-1" id={id} hint={texts.date.zone(timeZone)} error={error?.text} />
        {shown.day || shown.time ? (
          <button
            type="button"
            className="link mt-1 min-h-6 self-start text-caption"
            onClick={() => change({ day: '', time: '' })}
          >
            {texts.date.clear}
          </button>
        ) : null}
      </div>
    </fieldset>
  )
}
