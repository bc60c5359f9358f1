/** The analysis of one account over one period: loading, failed, nothing to analyse, and the panels in their order. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, Plug } from 'lucide-react'
import { formatDay, formatWhole } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { postPictures } from '../../posts/queries.ts'
import { type Analysis, accountAnalysis } from '../queries/analysis.ts'
import type { Period } from '../rules/period.ts'
import { formatRows, hashtagRows } from '../rules/rows.ts'
import { texts } from '../texts/panels.ts'
import { AnalysisSkeleton } from './analysis-skeleton.tsx'
import { ExpectedPosts } from './expected-posts.tsx'
import { GrowthPanel } from './growth-panel.tsx'
import { KindsPanel } from './kinds-panel.tsx'
import { PostingPanel } from './posting-panel.tsx'

interface AnalysisViewProps {
  readonly accountId: number
  readonly period: Period
  readonly showsBefore: boolean
  readonly day: string | undefined
  readonly onDay: (day: string) => void
  /** For administrators: the way to older posts and figures. */
  readonly onImport: (() => void) | undefined
  /** Absent where the period already holds everything. */
  readonly onShowAll: (() => void) | undefined
}

export function AnalysisView(props: AnalysisViewProps) {
  const { accountId, period } = props
  const analysis = useQuery(accountAnalysis(accountId, period.from, period.to))
  if (analysis.isLoadingError) {
    return (
      <Panel>
        <QueryFailed title={texts.failed} query={analysis} />
      </Panel>
    )
  }
  return (
    <QueryView query={analysis} texts={texts} skeleton={(isLate) => <AnalysisSkeleton isLate={isLate} />}>
      {(data) => (isEmpty(data) ? <NothingYet {...props} /> : <Panels {...props} analysis={data} />)}
    </QueryView>
  )
}

const hasPosts = ({ period: { posts, leftOut } }: Analysis): boolean =>
  posts + leftOut.hidden + leftOut.gone + leftOut.unread > 0
const isEmpty = (analysis: Analysis): boolean => !hasPosts(analysis) && analysis.period.readings === 0

const NO_PICTURES: ReadonlyMap<string, string> = new Map()

function Panels({ analysis, ...props }: AnalysisViewProps & { analysis: Analysis }) {
  const { accountId, onImport } = props
  const { from, to, posts, timeZone, leftOut } = analysis.period
  const pictures = useQuery({ ...postPictures(accountId), enabled: posts > 0 }).data ?? NO_PICTURES
  const growth = (
    <GrowthPanel
      accountId={accountId}
      analysis={analysis}
      showsBefore={props.showsBefore}
      day={props.day}
      onDay={props.onDay}
      pictures={pictures}
    />
  )
  return (
    <>
      <p className="text-label text-ink-2">
        {texts.scope(formatDay(from, true), formatDay(to, true))}.{' '}
        {texts.scopePosts(formatWhole(posts), posts, texts.zone(timeZone))}.
        {leftOut.sentence ? <span className="block text-ink-3">{leftOut.sentence}</span> : null}
      </p>
      {posts === 0 ? (
        <>
          <NoPosts {...props} />
          {growth}
        </>
      ) : (
        <>
          <PostingPanel accountId={accountId} analysis={analysis} onImport={onImport} />
          {growth}
          <div className="answer-pair">
            <KindsPanel
              name="formats"
              analysis={analysis}
              rows={formatRows(analysis.formats)}
              foot={texts.formats.foot}
            />
            <KindsPanel
              name="hashtags"
              analysis={analysis}
              rows={hashtagRows(analysis.hashtags)}
              foot={texts.hashtags.foot(analysis.hashtags.cells.length)}
            />
          </div>
          <ExpectedPosts accountId={accountId} analysis={analysis} pictures={pictures} />
        </>
      )}
    </>
  )
}

/** Figures, but no posts that could be compared. */
function NoPosts({ onImport, onShowAll }: AnalysisViewProps) {
  return (
    <Panel>
      <EmptyState
        title={texts.noPosts.title}
        text={texts.noPosts.text}
        actions={
          onShowAll || onImport ? (
            <>
              {onShowAll ? <Button onClick={onShowAll}>{texts.noPosts.showAll}</Button> : null}
              {onImport ? (
                <Button icon={<Download />} onClick={onImport}>
                  {texts.tooFewToAsk.import}
                </Button>
              ) : null}
            </>
          ) : undefined
        }
      />
    </Panel>
  )
}

/** Neither posts nor figures in the period. */
function NothingYet({ onImport, onShowAll }: AnalysisViewProps) {
  return (
    <Panel>
      <EmptyState
        title={texts.empty.title}
        text={onImport ? texts.empty.admin : texts.empty.others}
        actions={
          <>
            {onImport ? (
              <>
                <Button variant="primary" icon={<Download />} onClick={onImport}>
                  {texts.empty.import}
                </Button>
                <Link to="/admin" search={{ tab: 'connections' }} className="button">
                  <Plug />
                  {texts.empty.connect}
                </Link>
              </>
            ) : null}
            {onShowAll ? <Button onClick={onShowAll}>{texts.noPosts.showAll}</Button> : null}
          </>
        }
      />
    </Panel>
  )
}
