/** Formats, or hashtags: the answer and one row for each. */
import { useState } from 'react'
import type { Analysis } from '../queries/analysis.ts'
import { questionEvidence, rowEvidence } from '../rules/evidence.ts'
import type { IntervalRow } from '../rules/rows.ts'
import { effectScale } from '../rules/scale.ts'
import { texts } from '../texts/panels.ts'
import { AnswerFoot, AnswerPanel, type View } from './answer-panel.tsx'
import { CountRows } from './count-rows.tsx'
import { IntervalRows } from './interval-rows.tsx'
import { IntervalTable } from './interval-table.tsx'
import { hasTooFew, WheelOfPosts } from './too-few-posts.tsx'

interface KindsPanelProps {
  readonly name: 'formats' | 'hashtags'
  readonly analysis: Analysis
  readonly rows: readonly IntervalRow[]
  readonly foot: string
}

export function KindsPanel({ name, analysis, rows, foot }: KindsPanelProps) {
  const [view, setView] = useState<View>('chart')
  const question = analysis[name]
  const { title, head } = texts[name]
  const isTooFew = hasTooFew(question)
  return (
    <AnswerPanel
      small
      title={title}
      sentence={question.sentence}
      evidence={() => questionEvidence(name, analysis)}
      view={view}
      onView={rows.length > 0 ? setView : undefined}
      beside={isTooFew ? <WheelOfPosts small posts={question.posts} /> : null}
      foot={<AnswerFoot posts={question.posts}>{foot}</AnswerFoot>}
    >
      {rows.length > 0 ? (
        <div className="px-4 pt-2 pb-3.5 desk:px-6">
          {view === 'table' ? (
            <IntervalTable head={head} rows={rows} />
          ) : isTooFew ? (
            <CountRows label={title} rows={rows} />
          ) : (
            <IntervalRows
              label={title}
              rows={rows}
              scale={effectScale(rows)}
              evidence={(row) => rowEvidence(name, row, analysis)}
            />
          )}
        </div>
      ) : (
        <div className="pb-4" />
      )}
    </AnswerPanel>
  )
}
