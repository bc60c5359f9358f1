/** Where the alerts of one rule go: only to places that there are. */
import { Checkbox } from '#ui/checkbox.tsx'
import type { AlertRules } from '../queries/alerts.ts'
import { texts } from '../texts/alerts.ts'

type Channels = AlertRules['rules'][number]['channels']

interface ChannelChoicesProps {
  /** Of the rule, for readers. */
  readonly name: string
  readonly channels: Channels
  readonly known: Pick<AlertRules, 'hasMail' | 'hasWebhook'>
  readonly onChange: (channels: Channels) => void
}

export function ChannelChoices({ name, channels, known, onChange }: ChannelChoicesProps) {
  const offered: (keyof Channels)[] = ['product']
  if (known.hasMail) offered.push('mail')
  if (known.hasWebhook) offered.push('webhook')
  // With one place there is nothing to choose: the switch says it all.
  if (offered.length === 1) return null
  return (
    <div className="alert-channels">
      {offered.map((channel) => (
        <label key={channel}>
          <Checkbox
            label={texts.channelOf(name, texts.channels[channel])}
            checked={channels[channel]}
            onChange={(event) => onChange({ ...channels, [channel]: event.target.checked })}
          />
          {texts.channels[channel]}
        </label>
      ))}
    </div>
  )
}
