/** What only the owner of an account sees, in its states: not connected, not granted, fresh, and full. The caller keeps the range. */
import './insights.css'
import './media-insights.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatAhead, formatDay, formatMoment } from '#lib/format.ts'
import { makePreloadable } from '#lib/preloadable.tsx'
import { useNow } from '#lib/use-now.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type AccountInsights, accountInsights, type InsightRange } from '../queries/insights.ts'
import { DEFAULT_RANGE, faceOf, type OtherRange, RANGES } from '../rules.ts'
import { texts } from '../texts/account.ts'
import { AudiencePanel } from './audience-panel.tsx'
import { DayCharts } from './day-charts.tsx'
import { MediaList } from './media-list.tsx'
import { OnlineMap } from './online-map.tsx'
import { SpanStrip } from './span-strip.tsx'

const OPTIONS = RANGES.map((value) => ({ value, label: texts.ranges[value] }))

const FileButtons = makePreloadable(async () => (await import('./file-buttons.tsx')).FileButtons)

interface InsightsTabProps {
  readonly accountId: number
  readonly range: OtherRange | undefined
  readonly onRange: (range: OtherRange | undefined) => void
}

export function InsightsTab({ accountId, range, onRange }: InsightsTabProps) {
  const chosen: InsightRange = range ?? DEFAULT_RANGE
  const query = useQuery(accountInsights(accountId, chosen))
  return (
    <div className="insights">
      <QueryView
        query={query}
        texts={{ loading: texts.loading, failed: texts.failed }}
        skeleton={(isLate) => (
          <div className="grid gap-4 broad:grid-cols-2">
            {['days', 'reach', 'people', 'hours'].map((name) => (
              <Panel key={name} className="h-70 p-5">
                {isLate ? <Skeleton className="h-full w-full" /> : null}
              </Panel>
            ))}
          </div>
        )}
      >
        {(shown) => {
          const face = faceOf(shown)
          if (face !== 'full') return <Face face={face} accountId={accountId} problem={shown.problem} />
          return (
            <>
              <Head accountId={accountId} shown={shown}>
                <Segmented
                  label={texts.range}
                  value={chosen}
                  onChange={(next) => onRange(next === DEFAULT_RANGE ? undefined : next)}
                  options={OPTIONS}
                />
              </Head>
              <div className={query.isPlaceholderData ? 'opacity-60' : ''} aria-busy={query.isPlaceholderData}>
                <SpanStrip spans={shown.spans} />
                <DayCharts shown={shown} />
                <div className="mt-4 grid items-start gap-4 broad:grid-cols-2">
                  <AudiencePanel audience={shown.audience} />
                  <OnlineMap online={shown.online} zone={shown.timeZone} />
                </div>
              </div>
              <MediaList accountId={accountId} />
              <FileButtons accountId={accountId} />
            </>
          )
        }}
      </QueryView>
    </div>
  )
}

/** Where the owner's access is shown on the page of the account. */
function ToAccess({ accountId, label }: { readonly accountId: number; readonly label: string }) {
  return (
    <Link to="/account/$accountId" params={{ accountId: String(accountId) }} hash="own-account" className="button">
      {label}
    </Link>
  )
}

function Face({
  face,
  accountId,
  problem,
}: {
  readonly face: Exclude<ReturnType<typeof faceOf>, 'full'>
  readonly accountId: number
  readonly problem: string | null
}) {
  const words = texts.faces[face]
  const text = problem !== null && face !== 'fresh' ? `${words.text} ${problem}` : words.text
  return (
    <Panel>
      <EmptyState
        title={words.title}
        text={text}
        actions={'button' in words ? <ToAccess accountId={accountId} label={words.button} /> : undefined}
      />
    </Panel>
  )
}

interface HeadProps {
  readonly accountId: number
  readonly shown: AccountInsights
  readonly children: ReactNode
}

function Head({ accountId, shown, children }: HeadProps) {
  const now = useNow()
  const { state, problem, lastReadAt, nextReadAt, isFilling, daysSince } = shown
  const isReading = state === 'read' || state === 'fresh'
  const sayNext = lastReadAt ? texts.next : texts.nextAlone
  return (
    <>
      <div className="insights-head">
        <p className="insights-owner">
          <Lock aria-hidden="true" />
          {texts.owner}
        </p>
        {children}
      </div>
      {isReading ? null : (
        <p className="insights-banner" role="status">
          <span>{texts.banners[state]}</span>
          <ToAccess accountId={accountId} label={texts.banners.connect} />
        </p>
      )}
      {isReading && problem !== null ? (
        <p className="insights-banner" role="status">
          <span>{texts.banners.problem(problem)}</span>
        </p>
      ) : null}
      <p className="insights-note">
        {[
          ...(lastReadAt ? [texts.lastRead(formatMoment(lastReadAt, now))] : []),
          ...(isReading && nextReadAt ? [sayNext(formatAhead(nextReadAt, now))] : []),
        ].join(', ')}
        {isFilling && daysSince && isReading ? `. ${texts.banners.filling(formatDay(daysSince, true))}` : ''}
      </p>
    </>
  )
}
