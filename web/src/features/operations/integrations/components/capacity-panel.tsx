/** What the connected sources can read in a day, beside how many accounts there are. Loading, failed, none connected, full. */
import { CAPACITY_WARNING_SHARE } from '@tangelo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { formatWhole } from '#lib/format.ts'
import { Panel } from '#ui/panel.tsx'
import { Progress } from '#ui/progress.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { type Capacity, readingCapacity } from '../queries.ts'
import { texts as all } from '../texts/services.ts'
import { FailureLine } from './failure-line.tsx'

const texts = all.capacity

export function CapacityPanel() {
  const query = useQuery(readingCapacity())
  const isLate = useDelayed(query.isPending)
  return (
    <Panel className="grid min-h-32 items-center gap-x-10 gap-y-4 px-4 py-5 desk:px-6 wide:grid-cols-[minmax(0,1fr)_420px]">
      {query.isPending ? (
        <div aria-busy="true">
          <p className="sr-only" role="status">
            {isLate ? texts.loading : ''}
          </p>
          {isLate ? (
            <>
              <Skeleton className="h-4 w-80 max-w-full" />
              <Skeleton className="mt-3 h-3 w-64 max-w-full" />
            </>
          ) : null}
        </div>
      ) : null}
      {query.error && !query.data ? (
        <FailureLine message={query.error.message} onRetry={() => void query.refetch()}>
          {texts.failed}
        </FailureLine>
      ) : null}
      {query.data ? <Counted capacity={query.data} /> : null}
    </Panel>
  )
}

function Counted({ capacity }: { capacity: Capacity }) {
  const { accounts, readLately, sources, perDay, duePerDay } = capacity
  const network = sources.filter(({ name }) => name !== 'import')
  const most = Math.max(1, perDay, ...network.map(({ perDayAtBest }) => perDayAtBest ?? 0))
  return (
    <>
      <div>
        <h2 className="text-name text-balance">{perDay > 0 ? texts.title(formatWhole(perDay)) : texts.titleNone}</h2>
        <p className="mt-1 text-table text-ink-2">{roomText(capacity)}</p>
        {perDay > 0 && duePerDay >= perDay * CAPACITY_WARNING_SHARE ? (
          <p className="mt-2 flex items-start gap-2 text-table" role="status">
            <TriangleAlert className="mt-0.5 size-4 flex-none text-amber" />
            <span>
              {duePerDay > perDay ? texts.over(formatWhole(duePerDay - perDay)) : texts.near}{' '}
              <span className="text-ink-2">{texts.cure}</span>
            </span>
          </p>
        ) : null}
      </div>
      <dl className="grid gap-2.5">
        {network.map(({ name, perDay: own }) =>
          name === 'graph' || name === 'apify' ? (
            <Bar key={name} term={texts.sources[name]} value={(own ?? 0) / most} count={own ?? 0} />
          ) : null,
        )}
        <Bar term={texts.due} value={duePerDay / Math.max(most, duePerDay)} count={duePerDay} color="var(--ink-3)" />
        <Bar term={texts.used} value={readLately / Math.max(most, accounts)} count={readLately} color="var(--ink-3)" />
      </dl>
    </>
  )
}

/** Whether the accounts fit into a day, and what a repair would add. */
function roomText({ accounts, sources, perDay, duePerDay, waiting }: Capacity): string {
  const broken = sources.find((source) => source.perDay === 0 && (source.perDayAtBest ?? 0) > 0)
  const repair =
    broken && (broken.name === 'graph' || broken.name === 'apify')
      ? ` ${texts.failing(texts.sources[broken.name], formatWhole(broken.perDayAtBest ?? 0))}`
      : ''
  if (perDay === 0) return broken ? repair.trim() : texts.none
  const few = formatWhole(duePerDay)
  const room =
    duePerDay > perDay
      ? texts.tooMany(formatWhole(accounts), few, (duePerDay / perDay).toFixed(1))
      : duePerDay < accounts
        ? texts.enoughOf(formatWhole(accounts), few, formatWhole(perDay - duePerDay))
        : texts.enough(formatWhole(accounts), formatWhole(perDay - duePerDay))
  const late = waiting > 0 ? ` ${texts.waiting(formatWhole(waiting), waiting)}` : ''
  return room + late + repair
}

function Bar({ term, value, count, color }: { term: string; value: number; count: number; color?: string }) {
  return (
    <div className="grid grid-cols-[128px_minmax(0,1fr)_56px] items-center gap-3 text-label">
      <dt className="text-ink-2">{term}</dt>
      <dd>
        <Progress value={value} label={term} color={color} />
      </dd>
      <dd className={`text-right font-strong tabular-nums ${count === 0 ? 'text-ink-3' : ''}`}>{formatWhole(count)}</dd>
    </div>
  )
}
