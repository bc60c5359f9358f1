/** When something would go out if it were dropped here. */
import { isStrong, type Place, type StrongHours } from '../rules/week.ts'
import { texts } from '../texts/calendar.ts'

interface DropHintProps {
  readonly place: Place
  readonly strong: StrongHours | undefined
}

export function DropHint({ place: { time }, strong }: DropHintProps) {
  return (
    <p className="plan-drop" aria-hidden="true">
      {[time ?? texts.calendar.anyTime, isStrong(time, strong) ? texts.calendar.strongHour : '']
        .filter(Boolean)
        .join(', ')}
    </p>
  )
}
