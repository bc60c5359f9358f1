/** A new threshold: of what, which figure, and from where on. */
import { ALERT_METRICS, ALERT_SIDES, type AlertMetric, type AlertSide } from '@tangelo/contract/limits'
import { type FormEvent, useState } from 'react'
import { type ReportSubjectChoice, SubjectField } from '#features/clients/index.ts'
import { useSingleFlight } from '#lib/use-single-flight.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import type { Threshold } from '../queries/alerts.ts'
import { readNumber, usualMargin } from '../rules.ts'
import { texts } from '../texts/alerts.ts'

const words = texts.thresholds
const METRICS = ALERT_METRICS.map((value) => ({ value, label: words.metrics[value] }))
const SIDES = ALERT_SIDES.map((value) => ({ value, label: words.sides[value] }))

interface ThresholdFormProps {
  /** Rejects where the server refuses, which has been said by then: what was typed stays. */
  readonly onAdd: (threshold: Threshold) => Promise<void>
  readonly onCancel: () => void
}

export function ThresholdForm({ onAdd, onCancel }: ThresholdFormProps) {
  const [subject, setSubject] = useState<ReportSubjectChoice | null>(null)
  const [metric, setMetric] = useState<AlertMetric>('followers')
  const [side, setSide] = useState<AlertSide>('above')
  const [value, setValue] = useState('')
  /** Null: the usual one, until a user has written another. */
  const [margin, setMargin] = useState<string | null>(null)
  const [isSent, setSent] = useState(false)
  const { isBusy, run } = useSingleFlight()
  const number = readNumber(value)
  const shownMargin = margin ?? (number === null ? '' : String(usualMargin(number)))
  const slack = readNumber(shownMargin)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setSent(true)
    if (!subject || number === null || slack === null || slack < 0) return
    const threshold: Threshold = {
      isOn: true,
      subject: { kind: subject.kind, id: subject.id },
      subjectName: subject.kind === 'account' ? `@${subject.name}` : subject.name,
      metric,
      side,
      value: number,
      margin: slack,
      channels: { product: true, mail: true, webhook: true },
    }
    void run(() => onAdd(threshold)).catch(() => undefined)
  }
  return (
    <form className="mt-3 max-w-140" noValidate onSubmit={submit}>
      <SubjectField clientId={null} chosen={subject} onChange={setSubject} />
      {isSent && !subject ? (
        <p className="-mt-2 mb-2 text-note text-bad" role="alert">
          {words.noSubject}
        </p>
      ) : null}
      <div className="grid gap-x-4 desk:grid-cols-2">
        <Select label={words.metric} value={metric} options={METRICS} onChange={setMetric} />
        <Select label={words.side} value={side} options={SIDES} onChange={setSide} />
        <TextField
          label={words.value}
          inputMode="decimal"
          value={value}
          onChange={(event) => setValue(event.target.value)}
          error={isSent && number === null ? words.notNumber : undefined}
        />
        <TextField
          label={words.margin}
          inputMode="decimal"
          hint={words.marginHint}
          value={shownMargin}
          onChange={(event) => setMargin(event.target.value)}
          error={isSent && (slack === null || slack < 0) ? words.notNumber : undefined}
        />
      </div>
      <div className="mt-1 flex gap-2">
        <Button type="submit" variant="primary" busy={isBusy}>
          {words.add}
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}
