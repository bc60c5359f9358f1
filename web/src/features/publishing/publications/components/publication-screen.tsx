/** One publication: how it stands and what a person can do, what is sent, and every step so far. Loading, failed, gone, full. */
import './publication.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { companyCalendar } from '#features/content/index.ts'
import { ApiError } from '#lib/api.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { PublicationInsights } from '../../insights/components/publication-insights.tsx'
import { type Publication, publication as publicationQuery } from '../queries.ts'
import { isOver, nameOf, stateText, toneOf, whenText } from '../rules/publication.ts'
import { texts } from '../texts/publication.ts'
import { texts as remindTexts } from '../texts/remind.ts'
import { CopyPanel } from './copy-panel.tsx'
import { Decision } from './decision.tsx'
import { SentPanel } from './sent-panel.tsx'
import { Standing } from './standing.tsx'
import { Timeline } from './timeline.tsx'

const words = texts.page
/** A step lasts seconds: it is looked at again without waiting for an event, which may be lost. */
const WATCH_MS = 5_000

export function PublicationScreen({ publicationId }: { readonly publicationId: string }) {
  const query = useQuery({
    ...publicationQuery(publicationId),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? WATCH_MS : false),
  })
  const { data: shown } = query
  const calendar = useQuery({ ...companyCalendar(shown?.companyId), enabled: shown !== undefined })
  const isLate = useDelayed(query.isPending)
  usePageTitle(shown ? nameOf(shown) : undefined)
  const timeZone = calendar.data?.timeZone ?? 'UTC'
  return (
    <>
      <nav aria-label={words.breadcrumb} className="mb-1.5">
        <ol className="flex items-center gap-1.5 text-label text-ink-3">
          <li>
            <Link to="/planning" search={{ tab: 'publishing' }} className="hover:text-ink">
              {words.planning}
            </Link>
          </li>
          <li className="flex items-center gap-1.5" aria-current="page">
            <ChevronRight className="size-3.5" />
            {words.crumb}
          </li>
        </ol>
      </nav>
      {shown ? (
        <Shown publication={shown} timeZone={timeZone} />
      ) : query.isPending ? (
        <Waiting isLate={isLate} />
      ) : (
        <>
          <h1 className="text-title">{words.crumb}</h1>
          <Panel className="mt-5">
            {query.error instanceof ApiError && [400, 404].includes(query.error.status) ? (
              <EmptyState title={texts.missing} text={texts.missingHint} />
            ) : (
              <QueryFailed title={texts.failed} query={query} />
            )}
          </Panel>
        </>
      )}
    </>
  )
}

/** Until its time nothing happens; from a few minutes before it, something may at any moment. */
const isMoving = ({ state, waitsFor, plannedAt, endedAt }: Publication): boolean =>
  endedAt === null && waitsFor === null && (state !== 'planned' || Date.parse(plannedAt) - Date.now() < 360_000)

function Shown({ publication, timeZone }: { readonly publication: Publication; readonly timeZone: string }) {
  const { account, accountId, kind, how, state, plannedAt, publishedAt, toCopy } = publication
  const once = how === 'remind' ? remindTexts.page.byHand : words.once
  const when = whenText(publishedAt ?? plannedAt, timeZone)
  return (
    <>
      <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-title break-words" dir="auto">
        {nameOf(publication)} <Badge tone={toneOf(publication)}>{stateText(publication)}</Badge>
      </h1>
      <p className="mt-0.5 text-body text-ink-2">
        <Link to="/account/$accountId" params={{ accountId: String(accountId) }} className="hover:text-ink">
          @{account}
        </Link>
        {`, ${texts.kinds[kind].toLowerCase()}, ${when}, ${state === 'published' ? once : texts.zone(timeZone)}`}
      </p>
      <div className="publication" data-over={isOver(publication) ? '' : undefined}>
        <div className="publication-main">
          {state === 'unclear' ? (
            <Decision key={publication.id} publication={publication} timeZone={timeZone} />
          ) : (
            <Standing publication={publication} timeZone={timeZone} />
          )}
          {state === 'published' ? (
            <PublicationInsights
              publicationId={publication.id}
              accountId={accountId}
              isNamed={publication.mediaId !== null}
            />
          ) : null}
          {toCopy ? <CopyPanel publication={publication} toCopy={toCopy} /> : <SentPanel publication={publication} />}
        </div>
        <Timeline publication={publication} timeZone={timeZone} />
      </div>
    </>
  )
}

const Waiting = ({ isLate }: { readonly isLate: boolean }) => (
  <div aria-busy="true" data-skeleton="">
    <h1 className="sr-only">{words.crumb}</h1>
    <p className="sr-only" role="status">
      {isLate ? texts.loading : ''}
    </p>
    <div className={isLate ? '' : 'invisible'}>
      <Skeleton className="mt-2 h-5 w-72 max-w-full" />
      <div className="publication">
        <Skeleton className="h-60 w-full" />
        <Skeleton className="h-60 w-full" />
      </div>
    </div>
  </div>
)
