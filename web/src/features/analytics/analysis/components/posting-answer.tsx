/** When to post: the answer, hours and weekdays on one scale, and what was posted. Three verdicts, one panel, by likes or what the owner sees. */
import type { OwnMeasure } from '@tangelo/contract/limits'
import { type ReactNode, useState } from 'react'
import { formatDate, formatWhole } from '#lib/format.ts'
import type { Analysis } from '../queries/analysis.ts'
import { questionEvidence, rowEvidence } from '../rules/evidence.ts'
import { dayReached } from '../rules/power.ts'
import { hourRows, type IntervalRow, weekdayRows } from '../rules/rows.ts'
import { effectScale } from '../rules/scale.ts'
import { texts } from '../texts/panels.ts'
import { AnswerFoot, AnswerPanel, type View } from './answer-panel.tsx'
import { CountRows } from './count-rows.tsx'
import { IntervalRows } from './interval-rows.tsx'
import { IntervalTable } from './interval-table.tsx'
import { PostedMap } from './posted-map.tsx'
import { PowerChart } from './power-chart.tsx'
import { hasTooFew, TooFewPosts, WheelOfPosts } from './too-few-posts.tsx'

interface PostingAnswerProps {
  readonly analysis: Analysis
  readonly onImport: (() => void) | undefined
  readonly choice: ReactNode
  /** What only the owner sees, in place of likes. */
  readonly by?: OwnMeasure
}

export function PostingAnswer({ analysis, onImport, choice, by }: PostingAnswerProps) {
  const { posting, period } = analysis
  const [view, setView] = useState<View>('chart')
  const [showsPosted, setShowsPosted] = useState(false)
  const zone = texts.zone(period.timeZone)
  const isTooFew = hasTooFew(posting)
  return (
    <AnswerPanel
      title={texts.posting.title}
      sentence={posting.sentence}
      lede={posting.detectable ? meaningOf(analysis, posting.detectable) : ''}
      evidence={() => questionEvidence('posting', analysis, by)}
      view={view}
      onView={setView}
      beside={isTooFew ? <WheelOfPosts posts={posting.posts} /> : null}
      below={isTooFew ? <TooFewPosts posts={posting.posts} period={period} onImport={onImport} /> : null}
      foot={
        <AnswerFoot
          posts={posting.posts}
          links={
            <button
              type="button"
              className="link min-h-6 max-desk:min-h-10"
              aria-expanded={showsPosted}
              onClick={() => setShowsPosted(!showsPosted)}
            >
              {texts.posting.showPosted}
            </button>
          }
        >
          {isTooFew ? '' : by ? texts.posting.footOwn : texts.posting.foot}
        </AnswerFoot>
      }
    >
      {choice ? <div className="px-4 pt-3 desk:px-6">{choice}</div> : null}
      <Families analysis={analysis} view={view} isTooFew={isTooFew} zone={zone} by={by} />
      {posting.detectable && view === 'chart' ? (
        <div className="answer-split border-t border-line">
          <div>
            <h3 className="answer-subhead">
              {texts.noDifference.power} <span>{texts.noDifference.powerBy}</span>
            </h3>
            <p className="mt-2 max-w-90 text-note text-ink-2">{texts.noDifference.basis(by ?? 'likes')}</p>
          </div>
          <div>
            <PowerChart detectable={posting.detectable} posts={posting.posts} />
          </div>
        </div>
      ) : null}
      {showsPosted ? <PostedMap posted={posting.posted} zone={zone} view={view} /> : null}
    </AnswerPanel>
  )
}

interface FamiliesProps {
  analysis: Analysis
  view: View
  isTooFew: boolean
  zone: string
  by: OwnMeasure | undefined
}

function Families({ analysis, view, isTooFew, zone, by }: FamiliesProps) {
  const figure = texts.posting.measures[by ?? 'likes']
  const { posting } = analysis
  const scale = effectScale(posting.cells)
  const evidence = (row: IntervalRow) => rowEvidence('posting', row, analysis, by)
  const families = [
    {
      head: isTooFew ? texts.posting.hoursPosted : texts.posting.hours,
      note: isTooFew ? texts.posting.noAdvice : zone,
      rows: hourRows(posting),
    },
    { head: isTooFew ? texts.posting.weekdaysPosted : texts.posting.weekdays, note: '', rows: weekdayRows(posting) },
  ]
  return (
    <div className="answer-split mt-2.5">
      {families.map(({ head, note, rows }) => (
        <div key={head}>
          {view === 'table' ? null : (
            <h3 className="answer-subhead">
              {head} <span>{note}</span>
            </h3>
          )}
          {view === 'table' ? (
            <IntervalTable head={head} rows={rows} figure={figure} />
          ) : isTooFew ? (
            <CountRows label={head} rows={rows} />
          ) : (
            <IntervalRows label={head} rows={rows} scale={scale} evidence={evidence} figure={figure} />
          )}
        </div>
      ))}
    </div>
  )
}

/** What "no difference" does not mean, and when more could be said. */
function meaningOf({ posting, period }: Analysis, { morePosts }: { morePosts: number }): string {
  const day = dayReached(period, posting.posts, morePosts)
  const reached = day
    ? texts.noDifference.reached(formatWhole(posting.posts + morePosts), monthOf(day))
    : texts.noDifference.notReached
  return `${texts.noDifference.meaning} ${reached}`
}

/** 'Mar 2028' of a day. */
const monthOf = (day: string): string => formatDate(`${day}T12:00:00Z`).replace(/ \d+,/, '')
