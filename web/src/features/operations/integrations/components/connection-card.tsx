/** One outside service: its row, and below it its steps with the test, how much of it is used, and what it says. */
import { CreditCard, Film, FolderInput, Image, type LucideIcon, Plug, Sparkles, Table2 } from 'lucide-react'
import { useState } from 'react'
import { AddedConnections } from '#features/analytics/index.ts'
import { formatMoment, formatWhole } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { type Capacity, type Connection, useTestConnection } from '../queries.ts'
import { texts } from '../texts/services.ts'
import { texts as setUpTexts } from '../texts/set-up.ts'
import { ConnectionRow, type RowState } from './connection-row.tsx'
import { ConnectionUsage } from './connection-usage.tsx'
import { ContentTables } from './content-tables.tsx'
import { SetupSteps } from './setup-steps.tsx'
import { TestResult } from './test-result.tsx'

const SIGNS: Partial<Record<Connection['name'], LucideIcon>> = {
  airtable: Table2,
  s3: Image,
  openai: Sparkles,
  stripe: CreditCard,
  google: FolderInput,
  encoder: Film,
}
const STATES: Readonly<Record<Connection['state'], RowState>> = {
  built_in: 'good',
  connected: 'good',
  failing: 'bad',
  not_connected: 'off',
}
const HOURS_OF_DAY = 24

interface ConnectionCardProps {
  readonly connection: Connection
  /** Its place among the sources of figures; absent for other services. */
  readonly number?: number
  readonly source?: Capacity['sources'][number] | undefined
  readonly isOpenAtFirst?: boolean
}

export function ConnectionCard({ connection, number, source, isOpenAtFirst = false }: ConnectionCardProps) {
  const { name, title, state, explanation, nextStep, settings } = connection
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const now = useNow()
  const test = useTestConnection(name)
  // The folder that replaces a drive can be tested too.
  const canTest =
    state === 'connected' || state === 'failing' || name === 'encoder' || (name === 'google' && state === 'built_in')
  const Sign = SIGNS[name] ?? Plug
  const hasSteps = settings.length > 0
  const opens = state === 'connected' || (state === 'built_in' && name === 'encoder') ? texts.details : texts.setUp
  const testButton = (isMain: boolean) => (
    <Button
      size="small"
      variant={isMain ? 'primary' : 'default'}
      aria-label={test.isPending ? undefined : texts.testOf(title)}
      busy={test.isPending}
      busyLabel={texts.testing}
      onClick={() => {
        setOpen(true)
        test.mutate()
      }}
    >
      {texts.test}
    </Button>
  )
  const tested = (
    <p role="status" className="text-label">
      <TestResult test={test} />
    </p>
  )
  return (
    <ConnectionRow
      id={`connection-${name}`}
      mark={number ?? <Sign />}
      title={title}
      gives={setUpTexts.guides[name].gives}
      state={STATES[state]}
      status={texts.states[state]}
      statusNote={source ? sourceNote(source, now) : shortNote(connection)}
      {...capacityOf(source)}
      actions={
        <>
          {canTest && !isOpen ? testButton(false) : null}
          {hasSteps || (canTest && isOpen) ? (
            <Button
              size="small"
              variant={state === 'not_connected' && number !== undefined && !isOpen ? 'default' : 'quiet'}
              aria-expanded={isOpen}
              aria-label={texts.toggleOf(isOpen ? texts.close : opens, title)}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? texts.close : opens}
            </Button>
          ) : null}
        </>
      }
    >
      {isOpen ? (
        <>
          {state === 'not_connected' ? null : (
            <div className="grid gap-1 text-label">
              <p className="max-w-[60ch] break-words text-ink-2">{explanation}</p>
              {nextStep ? <p className="max-w-[60ch] break-words">{nextStep}</p> : null}
            </div>
          )}
          {hasSteps ? (
            <SetupSteps
              connection={connection}
              testAccount={source?.testAccount ?? null}
              test={
                canTest ? (
                  <>
                    <span className="mt-1">{testButton(true)}</span>
                    {tested}
                  </>
                ) : undefined
              }
            />
          ) : (
            <div className="flex flex-wrap items-center gap-3">
              {testButton(true)}
              {tested}
            </div>
          )}
          {state === 'connected' || state === 'failing' ? <ConnectionUsage connection={connection} now={now} /> : null}
        </>
      ) : null}
      {name === 'graph' || name === 'apify' ? <AddedConnections source={name} title={title} /> : null}
      {name === 'airtable' && state !== 'not_connected' ? <ContentTables /> : null}
    </ConnectionRow>
  )
}

/** One line about a service that reads no accounts: what stands in its place, or why it fails. */
const shortNote = ({ name, state, explanation }: Connection): string =>
  state === 'built_in'
    ? texts.builtIn[name]
    : state === 'failing'
      ? (explanation.split(/(?<=\.)\s/)[0] ?? explanation)
      : ''

function sourceNote({ accounts, lastReadAt }: Capacity['sources'][number], now: Date): string {
  if (accounts === 0 || lastReadAt === null) return texts.notYet
  return texts.readAt(texts.accounts(formatWhole(accounts), accounts), formatMoment(lastReadAt, now))
}

function capacityOf(source: Capacity['sources'][number] | undefined): { capacity?: readonly [string, string] } {
  if (!source?.perDayAtBest) return {}
  const { perDay, perDayAtBest } = source
  const hourly = texts.perHour(formatWhole(Math.floor(perDayAtBest / HOURS_OF_DAY)))
  return { capacity: [perDay ? texts.perDay(formatWhole(perDay)) : texts.atBest(formatWhole(perDayAtBest)), hourly] }
}
