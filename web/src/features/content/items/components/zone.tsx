import { texts } from '../texts/calendar.ts'

/** In whose time the page says when something goes out. */
export function Zone({ timeZone }: { readonly timeZone: string }) {
  return (
    <span className="text-caption whitespace-nowrap text-ink-3" title={texts.calendar.zone(timeZone)}>
      {texts.calendar.zoneShort(timeZone)}
    </span>
  )
}
