/** One outside service: how it does in words, what to do next, what connects it, and how much of it is used. */
import type { IntegrationState } from '@tangelo/contract/limits'
import { ArrowRight, Check, Minus, Plug } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { formatAhead, formatExactMoment, formatMoment } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { Progress } from '#ui/progress.tsx'
import { type Connection, useTestConnection } from '../queries.ts'
import { texts } from '../texts.ts'
import { ContentTables } from './content-tables.tsx'

type Tone = CSSProperties & Record<'--tone' | '--tone-wash', string>
const tone = (name: string): Tone => ({ '--tone': `var(--${name})`, '--tone-wash': `var(--${name}-wash)` })
const TONES: Readonly<Record<IntegrationState, Tone>> = {
  built_in: tone('slate'),
  connected: tone('good'),
  failing: tone('bad'),
  not_connected: tone('slate'),
}
const USED_MUCH_PERCENT = 80

export function ConnectionCard({ connection }: { readonly connection: Connection }) {
  const { name, title, state, explanation, nextStep, settings, usedPercent } = connection
  const test = useTestConnection(name)
  // The folder that replaces a drive can be tested too.
  const canTest = state === 'connected' || state === 'failing' || (name === 'google' && state === 'built_in')
  return (
    <article
      aria-labelledby={`connection-${name}`}
      className="grid gap-x-10 gap-y-4 border-b border-line px-4 py-5 last:border-b-0 desk:px-6 min-[1040px]:grid-cols-[minmax(0,1fr)_340px]"
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id={`connection-${name}`} className="text-section">
            {title}
          </h2>
          <span className="badge" style={TONES[state]}>
            {texts.states[state]}
          </span>
        </div>
        <p className="mt-1 max-w-[68ch] text-label break-words text-ink-2">{explanation}</p>
        {nextStep ? (
          <p className="mt-2 flex max-w-[68ch] items-start gap-2 text-label">
            <ArrowRight className="mt-0.5 text-accent-ink" />
            <span className="min-w-0 break-words">{nextStep}</span>
          </p>
        ) : null}
        {settings.length > 0 ? <Settings settings={settings} /> : null}
        {canTest ? (
          <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
            <Button
              icon={<Plug />}
              aria-label={test.isPending ? undefined : texts.testOf(title)}
              busy={test.isPending}
              busyLabel={texts.testing}
              onClick={() => test.mutate()}
            >
              {texts.test}
            </Button>
            <p role="status" className="text-label">
              <TestResult test={test} />
            </p>
          </div>
        ) : null}
      </div>
      {state === 'built_in' || state === 'not_connected' ? null : (
        <div className="grid content-start gap-4 min-[1040px]:border-l min-[1040px]:border-line min-[1040px]:pl-6">
          {usedPercent === null ? null : <Used title={title} percent={usedPercent} />}
          <Moments connection={connection} />
        </div>
      )}
      {name === 'airtable' && state !== 'not_connected' ? <ContentTables /> : null}
    </article>
  )
}

function TestResult({ test }: { test: ReturnType<typeof useTestConnection> }) {
  if (test.isPending) return null
  if (test.error) {
    return (
      <span className="text-bad">
        {texts.testFailed}: {test.error.message}
      </span>
    )
  }
  if (!test.data) return null
  return test.data.state === 'failing' ? (
    <span className="text-bad">{texts.didNotAnswer}</span>
  ) : (
    <span className="text-good">{texts.answered}</span>
  )
}

function Settings({ settings }: { settings: Connection['settings'] }) {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1.5" aria-label={texts.settings}>
      {settings.map(({ name, isSet }) => {
        const Icon = isSet ? Check : Minus
        return (
          <li key={name} className="flex min-w-0 items-center gap-1.5 text-caption">
            <Icon className={`size-3.5 ${isSet ? 'text-good' : 'text-ink-3'}`} />
            <code className="min-w-0 font-mono break-all">{name}</code>
            <span className="whitespace-nowrap text-ink-3">{isSet ? texts.set : texts.notSet}</span>
          </li>
        )
      })}
    </ul>
  )
}

function Used({ title, percent }: { title: string; percent: number }) {
  return (
    <div>
      <p className="flex items-baseline justify-between gap-3 text-note text-ink-2">
        {texts.used}
        <b className="font-strong text-ink">{`${Math.round(percent)}%`}</b>
      </p>
      <div className="mt-1.5">
        <Progress
          value={percent / 100}
          label={texts.usedOf(title)}
          {...(percent >= USED_MUCH_PERCENT ? { color: 'var(--amber-mark)' } : {})}
        />
      </div>
    </div>
  )
}

function Moments({ connection }: { connection: Connection }) {
  const now = useNow()
  const { pausedUntil, lastSucceededAt, lastFailedAt } = connection
  const isPaused = pausedUntil !== null && Date.parse(pausedUntil) > now.getTime()
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-note">
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

function Pair({ term, moment, children }: { term: string; moment?: string | null; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{term}</dt>
      <dd className="min-w-0 text-right font-medium" title={moment ? formatExactMoment(moment) : undefined}>
        {children}
      </dd>
    </>
  )
}
