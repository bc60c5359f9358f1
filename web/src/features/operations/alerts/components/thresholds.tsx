/** Thresholds: what is watched, and a form for another one. */
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatWhole } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Switch } from '#ui/switch.tsx'
import type { AlertRules, Threshold } from '../queries/alerts.ts'
import { isSameThreshold } from '../rules.ts'
import { texts } from '../texts/alerts.ts'
import { ChannelChoices } from './channel-choices.tsx'
import { ThresholdForm } from './threshold-form.tsx'

const words = texts.thresholds

interface ThresholdsProps {
  readonly known: AlertRules
  readonly onChange: (next: AlertRules) => void
  /** Rejects where the server refuses. */
  readonly onAdd: (next: AlertRules) => Promise<unknown>
}

export function Thresholds({ known, onChange, onAdd }: ThresholdsProps) {
  const [isAdding, setAdding] = useState(false)
  const { thresholds } = known
  const replace = (old: Threshold, next: Threshold[]): void =>
    onChange({ ...known, thresholds: thresholds.flatMap((one) => (one === old ? next : [one])) })
  return (
    <section aria-labelledby="alert-thresholds" className="pt-5">
      <h3 id="alert-thresholds" className="text-panel">
        {words.title}
      </h3>
      <p className="mt-0.5 text-note text-ink-3">{words.note}</p>
      {thresholds.length === 0 && !isAdding ? <p className="mt-3 text-note text-ink-2">{words.none}</p> : null}
      <ul className="mt-2">
        {thresholds.map((threshold) => (
          <ThresholdRow
            key={JSON.stringify([threshold.subject, threshold.metric, threshold.side, threshold.value])}
            threshold={threshold}
            known={known}
            onChange={(next) => replace(threshold, next)}
          />
        ))}
      </ul>
      {isAdding ? (
        <ThresholdForm
          onCancel={() => setAdding(false)}
          onAdd={async (added) => {
            if (!thresholds.some((one) => isSameThreshold(one, added)))
              await onAdd({ ...known, thresholds: [...thresholds, added] })
            setAdding(false)
          }}
        />
      ) : (
        <Button className="mt-3" icon={<Plus />} onClick={() => setAdding(true)}>
          {words.add}
        </Button>
      )}
    </section>
  )
}

interface ThresholdRowProps {
  readonly threshold: Threshold
  readonly known: AlertRules
  readonly onChange: (next: Threshold[]) => void
}

function ThresholdRow({ threshold, known, onChange }: ThresholdRowProps) {
  const { metric, side, value, margin, subjectName, isOn, channels } = threshold
  const sentence = words.say(
    words.metrics[metric],
    subjectName ?? texts.gone,
    words.sides[side],
    sayFigure(metric, value),
  )
  return (
    <li className="alert-rule">
      <div className="min-w-0">
        <Switch label={texts.on(sentence)} isOn={isOn} onChange={(next) => onChange([{ ...threshold, isOn: next }])}>
          <b className="text-label font-strong">{sentence}</b>
        </Switch>
        <p className="mt-0.5 text-note text-ink-3">{words.margined(sayFigure(metric, margin))}</p>
      </div>
      <div className="flex items-start gap-3">
        <ChannelChoices
          name={sentence}
          channels={channels}
          known={known}
          onChange={(next) => onChange([{ ...threshold, channels: next }])}
        />
        <IconButton
          size="small"
          className="-my-1"
          label={words.remove(sentence)}
          icon={<Trash2 />}
          onClick={() => onChange([])}
        />
      </div>
    </li>
  )
}

const sayFigure = (metric: Threshold['metric'], value: number): string =>
  metric === 'engagementRate' ? String(value) : formatWhole(value)
