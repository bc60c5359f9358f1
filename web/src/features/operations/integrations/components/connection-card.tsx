/** One outside service: its row, and below it its steps with the test, how much of it is used, and what it says. */
import { CreditCard, Film, FolderInput, Image, type LucideIcon, Plug, Sparkles, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AddedConnections } from '#features/analytics/index.ts'
import { formatAhead, formatExactMoment, formatMoment, formatWhole } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { Progress } from '#ui/progress.tsx'
import { type Capacity, type Connection, useTestConnection } from '../queries.ts'
import { texts } from '../texts.ts'
import { ConnectionRow, type RowState } from './connection-row.tsx'
import { ContentTables } from './content-tables.tsx'
import { SetupSteps } from './setup-steps.tsx'

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
const USED_MUCH_PERCENT = 80
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
      gives={texts.guides[name].gives}
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
          {state === 'connected' || state === 'failing' ? <Usage connection={connection} now={now} /> : null}
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

function TestResult({ test }: { test: ReturnType<typeof useTestConnection> }) {
  if (test.isPending) return <span className="text-ink-2">{texts.seconds}</span>
  if (test.error) {
    return (
      <span className="text-bad">
        {texts.testFailed}: {test.error.message}
      </span>
    )
  }
  if (!test.data) return null
  if (test.data.state === 'failing') return <span className="text-bad">{texts.didNotAnswer}</span>
  const { account } = test.data
  return (
    <>
      <span className="text-good">{texts.answered}</span>
      {account ? (
        <span className="block text-ink-2">
          {account.followers === null
            ? texts.notReadAccount(account.username, account.message ?? '')
            : texts.readAccount(account.username, formatWhole(account.followers))}
        </span>
      ) : null}
    </>
  )
}

function Usage({ connection, now }: { connection: Connection; now: Date }) {
  const { title, usedPercent, pausedUntil, lastSucceededAt, lastFailedAt } = connection
  const isPaused = pausedUntil !== null && Date.parse(pausedUntil) > now.getTime()
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 text-note">
      {usedPercent === null ? null : (
        <Pair term={texts.used}>
          <span className="flex items-center gap-2">
            <span className="w-24">
              <Progress
                value={usedPercent / 100}
                label={texts.usedOf(title)}
                {...(usedPercent >= USED_MUCH_PERCENT ? { color: 'var(--amber-mark)' } : {})}
              />
            </span>
            {`${Math.round(usedPercent)}%`}
          </span>
        </Pair>
      )}
      {isPaused ? (
        <Pair term={texts.paused} moment={pausedUntil}>
          {texts.pausedUntil(formatAhead(pausedUntil, now))}
        </Pair>
      ) : null}
      <Pair term={texts.lastSucceeded} moment={lastSucceededAt}>
        {lastSucceededAt ? formatMoment(lastSucceededAt, now) : texts.never}
      </Pair>
      <Pair term={texts.lastFailed} moment={lastFailedAt}>
        {lastFailedAt ? formatMoment(lastFailedAt, now) : texts.never}
      </Pair>
    </dl>
  )
}

const Pair = ({ term, moment, children }: { term: string; moment?: string | null; children: ReactNode }) => (
  <div className="flex gap-2">
    <dt className="text-ink-2">{term}</dt>
    <dd className="font-medium" title={moment ? formatExactMoment(moment) : undefined}>
      {children}
    </dd>
  </div>
)
