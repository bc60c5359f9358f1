/** The rules of a person: what, for whom, and where to. Every change is saved at once. Loading, failed, full; it is never empty. */
import '../alerts.css'
import { useQuery } from '@tanstack/react-query'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { type AlertRule, type AlertRules, alertRules, useChangeRules } from '../queries/alerts.ts'
import { withRule } from '../rules.ts'
import { texts } from '../texts/alerts.ts'
import { ChannelChoices } from './channel-choices.tsx'
import { DigestRow } from './digest-row.tsx'
import { ScopeField } from './scope-field.tsx'
import { Thresholds } from './thresholds.tsx'

const words = { loading: texts.rulesLoading, failed: texts.rulesFailed }

export function AlertSettings() {
  const rules = useQuery(alertRules())
  const change = useChangeRules()
  return (
    <QueryView query={rules} texts={words} skeleton={renderSkeleton}>
      {(known) => (
        <>
          {known.hasMail ? null : <p className="mb-3 text-note text-ink-3">{texts.mailOff}</p>}
          <ul>
            {known.rules.map((rule) => (
              <RuleRow
                key={rule.kind}
                rule={rule}
                known={known}
                onChange={(next) => change.mutate(withRule(known, next))}
              />
            ))}
          </ul>
          <DigestRow known={known} onChange={change.mutate} />
          <Thresholds known={known} onChange={change.mutate} onAdd={change.mutateAsync} />
        </>
      )}
    </QueryView>
  )
}

interface RuleRowProps {
  readonly rule: AlertRule
  readonly known: AlertRules
  readonly onChange: (rule: AlertRule) => void
}

/** Kinds that are about accounts. */
const SCOPED: ReadonlySet<AlertRule['kind']> = new Set(['anomaly', 'unread'])

function RuleRow({ rule, known, onChange }: RuleRowProps) {
  const { name, note } = texts.rules[rule.kind]
  const { mailsPerYear, accounts } = known.falseAlarms
  return (
    <li className="alert-rule">
      <div className="min-w-0">
        <Switch label={texts.on(name)} isOn={rule.isOn} onChange={(isOn) => onChange({ ...rule, isOn })}>
          <b className="text-label font-strong">{name}</b>
        </Switch>
        <p className="mt-0.5 text-note text-ink-2">{note}</p>
        {rule.kind === 'anomaly' ? (
          <p className="text-note text-ink-3">{texts.falseAlarms(mailsPerYear, accounts)}</p>
        ) : null}
        {SCOPED.has(rule.kind) && rule.isOn ? <ScopeField rule={rule} name={name} onChange={onChange} /> : null}
      </div>
      {rule.isOn ? (
        <ChannelChoices
          name={name}
          channels={rule.channels}
          known={known}
          onChange={(channels) => onChange({ ...rule, channels })}
        />
      ) : null}
    </li>
  )
}

const ROWS = ['w-32', 'w-28', 'w-40', 'w-36']
const renderSkeleton = (isLate: boolean) => (
  <div data-skeleton="">
    {ROWS.map((width) => (
      <div key={width} className="h-17 border-b border-line py-3.5">
        {isLate ? (
          <>
            <Skeleton className={`h-3 ${width}`} />
            <Skeleton className="mt-2.5 h-2.5 w-72 max-w-full" />
          </>
        ) : null}
      </div>
    ))}
  </div>
)
