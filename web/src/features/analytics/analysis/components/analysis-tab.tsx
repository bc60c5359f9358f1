/** The analysis of an account with its period and the switch for the year before. The caller keeps the choice. */
import './analysis.css'
import { usePressed } from '#lib/use-pressed.ts'
import { Segmented } from '#ui/segmented.tsx'
import { Switch } from '#ui/switch.tsx'
import { DEFAULT_PERIOD, PERIODS, type PeriodName, periodDays } from '../rules/period.ts'
import { texts } from '../texts/panels.ts'
import { AnalysisView } from './analysis-view.tsx'

export interface AnalysisChoice {
  /** A year where it is absent. */
  readonly period?: Exclude<PeriodName, 'year'> | undefined
  readonly before?: 'off' | undefined
  /** The marked day whose evidence is open. */
  readonly day?: string | undefined
}

interface AnalysisTabProps {
  readonly accountId: number
  /** Where its company is. */
  readonly today: string
  readonly choice: AnalysisChoice
  /** What of it becomes another. */
  readonly onChoice: (change: AnalysisChoice) => void
  /** For administrators: the way to older posts and figures. */
  readonly onImport: (() => void) | undefined
}

const OPTIONS = PERIODS.map((value) => ({ value, label: texts.periods.options[value] }))

export function AnalysisTab({ accountId, today, choice, onChoice, onImport }: AnalysisTabProps) {
  const chosen: PeriodName = choice.period ?? DEFAULT_PERIOD
  const showsBefore = chosen !== 'all' && choice.before !== 'off'
  const [isBeforeOn, press] = usePressed(showsBefore)
  const choose = (period: PeriodName): void =>
    onChoice({ day: undefined, period: period === DEFAULT_PERIOD ? undefined : period })
  return (
    <div className="answers">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <Segmented
          label={texts.periods.label}
          value={chosen}
          onChange={choose}
          options={OPTIONS}
          className="max-desk:flex max-desk:w-full max-desk:[&>button]:flex-1 max-desk:[&>button]:justify-center max-desk:[&>button]:px-2"
        />
        {chosen === 'all' ? null : (
          <Switch
            label={texts.showBefore}
            isOn={isBeforeOn}
            onChange={(isOn) => {
              press(isOn)
              onChoice({ before: isOn ? undefined : 'off' })
            }}
          >
            {texts.showBefore}
          </Switch>
        )}
      </div>
      <AnalysisView
        accountId={accountId}
        period={periodDays(chosen, today)}
        showsBefore={showsBefore}
        day={choice.day}
        onDay={(day) => onChoice({ day })}
        onImport={onImport}
        onShowAll={chosen === 'all' ? undefined : () => choose('all')}
      />
    </div>
  )
}
