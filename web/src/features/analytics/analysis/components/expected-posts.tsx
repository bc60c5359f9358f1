/** Posts far above and below what was expected of them: multiples on a log scale, beside what eight of ten posts reach. */
import './expected-posts.css'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Analysis } from '../queries/analysis.ts'
import { buildExpectedEvidence } from '../rules/evidence.ts'
import { multipleScale } from '../rules/scale.ts'
import { texts } from '../texts/panels.ts'
import { AnswerPanel, type View } from './answer-panel.tsx'
import { ExpectedRows, ExpectedScale } from './expected-rows.tsx'
import { ExpectedTable } from './expected-table.tsx'

interface ExpectedPostsProps {
  readonly accountId: number
  readonly analysis: Analysis
  /** By the id of the post, as far as copies are at hand. */
  readonly pictures: ReadonlyMap<string, string>
}

export function ExpectedPosts({ accountId, analysis, pictures }: ExpectedPostsProps) {
  const [view, setView] = useState<View>('chart')
  const { sentence, top, weak } = analysis.posts
  const all = [...top, ...weak]
  const scale = multipleScale(all)
  return (
    <AnswerPanel
      small
      title={texts.expected.title}
      sentence={sentence}
      evidence={() => buildExpectedEvidence(analysis)}
      view={view}
      onView={all.length > 0 ? setView : undefined}
      foot={
        <>
          <span className="mr-auto">{all.length > 0 && view === 'chart' ? texts.expected.band : ''}</span>
          <Link
            to="/account/$accountId/posts"
            params={{ accountId: String(accountId) }}
            className="link inline-flex min-h-6 items-center max-desk:min-h-10"
          >
            {texts.expected.all}
          </Link>
        </>
      }
    >
      {all.length === 0 ? <div className="pb-4" /> : null}
      {all.length > 0 && view === 'table' ? <ExpectedTable posts={all} /> : null}
      {all.length > 0 && view === 'chart' ? (
        <div className="mt-2">
          <ExpectedScale scale={scale} />
          <ExpectedRows label={texts.expected.top} posts={top} scale={scale} analysis={analysis} pictures={pictures} />
          {weak.length > 0 ? (
            <h3 className="border-t border-line px-4 pt-3.5 pb-0.5 text-note font-strong desk:px-6">
              {texts.expected.weak}
            </h3>
          ) : null}
          <ExpectedRows
            label={texts.expected.weak}
            posts={weak}
            scale={scale}
            analysis={analysis}
            pictures={pictures}
          />
        </div>
      ) : null}
    </AnswerPanel>
  )
}
