/** The weekly digest: whether, on which day and at which hour. Only where there is mail. */

import { padTwo } from '#lib/days.ts'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import type { AlertRules } from '../queries/alerts.ts'
import { texts } from '../texts/alerts.ts'

const words = texts.digest
const WEEKDAYS = words.weekdays.map((label, at) => ({ value: String(at + 1), label }))
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${padTwo(hour)}:00`,
}))

interface DigestRowProps {
  readonly known: AlertRules
  readonly onChange: (next: AlertRules) => void
}

export function DigestRow({ known, onChange }: DigestRowProps) {
  if (!known.hasMail) return null
  const { digest } = known
  const change = (part: Partial<AlertRules['digest']>): void => onChange({ ...known, digest: { ...digest, ...part } })
  return (
    <div className="alert-rule">
      <div className="min-w-0">
        <Switch label={texts.on(words.name)} isOn={digest.isOn} onChange={(isOn) => change({ isOn })}>
          <b className="text-label font-strong">{words.name}</b>
        </Switch>
        <p className="mt-0.5 text-note text-ink-2">{words.note}</p>
        {digest.isOn ? <p className="text-note text-ink-3">{words.zone(known.timeZone)}</p> : null}
      </div>
      {digest.isOn ? (
        <div className="flex gap-2">
          <Select
            hideLabel
            label={words.weekday}
            value={String(digest.weekday)}
            options={WEEKDAYS}
            onChange={(value) => change({ weekday: Number(value) })}
          />
          <Select
            hideLabel
            label={words.hour}
            value={String(digest.hour)}
            options={HOURS}
            onChange={(value) => change({ hour: Number(value) })}
          />
        </div>
      ) : null}
    </div>
  )
}
