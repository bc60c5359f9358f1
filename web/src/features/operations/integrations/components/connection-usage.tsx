/** How much of an outside service is used, and when it last answered. */
import type { ReactNode } from 'react'
import { formatAhead, formatExactMoment, formatMoment } from '#lib/format.ts'
import { Progress } from '#ui/progress.tsx'
import type { Connection } from '../queries.ts'
import { texts } from '../texts/services.ts'

const USED_MUCH_PERCENT = 80

export function ConnectionUsage({ connection, now }: { connection: Connection; now: Date }) {
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
                color={usedPercent >= USED_MUCH_PERCENT ? 'var(--amber-mark)' : undefined}
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
