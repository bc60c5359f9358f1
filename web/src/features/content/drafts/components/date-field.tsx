/** When a post is to go out, by the clock of the company: a day, and a time where one is known. */
import { TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { parseDateFields, toDateFields } from '../rules.ts'
import { texts } from '../texts.ts'

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
  const isIncomplete = parseDateFields(shown, timeZone) === undefined
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
        <input
          type="date"
          className="input w-auto! flex-1 basis-36"
          aria-label={texts.date.set}
          aria-describedby={`${id}-note`}
          aria-invalid={isIncomplete ? true : undefined}
          min="1970-01-01"
          max="9999-12-31"
          value={shown.day}
          onChange={(event) => change({ ...shown, day: event.target.value })}
        />
        <input
          type="time"
          className="input w-auto! flex-1 basis-24"
          aria-label={texts.date.time}
          aria-describedby={`${id}-note`}
          value={shown.time}
          onChange={(event) => change({ ...shown, time: event.target.value })}
        />
      </div>
      <div className="flex gap-3">
        <p
          className="field-note flex-1"
          id={`${id}-note`}
          data-tone={isIncomplete ? 'bad' : undefined}
          aria-live="polite"
        >
          {isIncomplete ? <TriangleAlert /> : null}
          {isIncomplete ? texts.date.incomplete : texts.date.zone(timeZone)}
        </p>
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
