/** When it goes out: the offered moments, now, or a day and a time that are typed or chosen in our own calendar. */
import { useId } from 'react'
import { weekdayName } from '#lib/day-names.ts'
import { addDays, isDay } from '#lib/days.ts'
import { formatDay } from '#lib/format.ts'
import { localOf, todayIn } from '#lib/zones.ts'
import { DayInput } from '#ui/day-field.tsx'
import { TimeInput } from '#ui/time-input.tsx'
import { type Offered, USUAL_TIME, type When, type WhenProblem } from '../rules/when.ts'
import { texts as shared } from '../texts/publication.ts'
import { texts } from '../texts/publish.ts'

const words = texts.when
const YEAR_DAYS = 366

interface WhenFieldProps {
  readonly offered: readonly Offered[]
  readonly when: When
  readonly onChange: (when: When) => void
  readonly problem: WhenProblem | null
  readonly timeZone: string
  /** Below the choices. */
  readonly hint?: string | undefined
}

export function WhenField({ offered, when, onChange, problem, timeZone, hint }: WhenFieldProps) {
  const id = useId()
  const today = todayIn(timeZone)
  const typed = when.kind === 'other' ? when : null
  return (
    <fieldset className="publish-when min-w-0">
      <legend>
        {words.title} <span>{shared.zone(timeZone)}</span>
      </legend>
      <div className="publish-times">
        {offered.map(({ at, hint: why }) => {
          const { day, time } = localOf(at, timeZone)
          return (
            <Choice
              key={at}
              name={id}
              title={`${weekdayName(day)}, ${formatDay(day)}`}
              hint={`${time}, ${why}`}
              isChosen={when.kind === 'at' && when.at === at}
              onChoose={() => onChange({ kind: 'at', at })}
            />
          )
        })}
        <Choice
          name={id}
          title={words.now}
          hint={words.nowHint}
          isChosen={when.kind === 'now'}
          onChoose={() => onChange({ kind: 'now' })}
        />
        <Choice
          name={id}
          title={words.other}
          hint={words.otherHint}
          isChosen={typed !== null}
          onChoose={() => onChange({ kind: 'other', day: addDays(today, 1), time: USUAL_TIME })}
        />
      </div>
      {typed ? (
        <div className="publish-typed">
          <DayInput
            name={words.day}
            aria-label={words.day}
            aria-describedby={`${id}-note`}
            aria-invalid={problem?.field === 'day' ? true : undefined}
            value={typed.day}
            today={today}
            min={today}
            max={addDays(today, YEAR_DAYS)}
            onChange={(day) => onChange({ ...typed, day })}
          />
          <TimeInput
            label={words.time}
            aria-describedby={`${id}-note`}
            aria-invalid={problem?.field === 'time' && typed.time !== '' ? true : undefined}
            value={typed.time}
            onChange={(time) => onChange({ ...typed, time })}
          />
        </div>
      ) : null}
      <p className="publish-hint" id={`${id}-note`} aria-live="polite" data-tone={toneOf(problem, typed)}>
        {typed ? (problem?.text ?? '') : (hint ?? '')}
      </p>
    </fieldset>
  )
}

/** A time that is not typed yet is no mistake. */
const toneOf = (problem: WhenProblem | null, typed: { readonly day: string; readonly time: string } | null) =>
  problem && typed && typed.time !== '' && isDay(typed.day) ? 'bad' : undefined

interface ChoiceProps {
  readonly name: string
  readonly title: string
  readonly hint: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Choice({ name, title, hint, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="publish-time">
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
      <b>{title}</b>
      <span>{hint}</span>
    </label>
  )
}
