/** Where a pointer would drop what it carries, and the click that a drop is not. */
import { HOUR_PX, type Place, timeAfter } from '../rules/week.ts'

/** A drop takes the nearest quarter of an hour. */
const DROP_MINUTES = 15

/** The day and hour under the pointer, null for the place without a date, undefined for neither. */
export function findPlaceUnder(x: number, y: number, timeOn: (day: string) => string | null): Place | null | undefined {
  const under = document.elementFromPoint(x, y)
  const place = under?.closest<HTMLElement>('[data-day], [data-unplanned]')
  if (!place) return undefined
  const { day } = place.dataset
  if (day === undefined) return null
  if (under?.closest('[data-any-time]')) return { day, time: null }
  const hours = under?.closest<HTMLElement>('[data-hours]')
  if (!hours) return { day, time: timeOn(day) }
  const minutes = ((y - hours.getBoundingClientRect().top) / HOUR_PX) * 60
  const rounded = Math.round(minutes / DROP_MINUTES) * DROP_MINUTES
  return { day, time: timeAfter(`${(hours.dataset.hours ?? '').padStart(2, '0')}:00`, rounded) }
}

/** The end of a drag is also the end of a click on what was dragged: that one opens nothing. */
export function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', swallow, { capture: true, once: true })
  window.setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0)
}
