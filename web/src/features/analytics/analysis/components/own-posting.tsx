/** When to post by what only the owner of the account sees: the choice, and the answer in its four states. Loaded where there are such readings. */
import type { OwnMeasure } from '@tangelo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { QueryFailed } from '#ui/failed-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import type { Analysis } from '../queries/analysis.ts'
import { ownPosting } from '../queries/posting.ts'
import { texts } from '../texts/own-posting.ts'

interface MeasureChoiceProps {
  readonly measures: readonly OwnMeasure[]
  readonly value: OwnMeasure | 'likes'
  readonly onChange: (measure: OwnMeasure | 'likes') => void
  /** Whether the choice had the focus in the panel before: each measure has a panel of its own. */
  readonly hasFocus: RefObject<boolean>
}

export function MeasureChoice({ measures, value, onChange, hasFocus }: MeasureChoiceProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (hasFocus.current && document.activeElement === document.body)
      element?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus()
    return () => {
      hasFocus.current = element?.contains(document.activeElement) ?? false
    }
  }, [hasFocus])
  const options = (['likes', ...measures] as const).map((name) => ({
    value: name,
    label: texts.measures[name],
  }))
  return (
    <div ref={box}>
      <Segmented label={texts.by} value={value} onChange={onChange} options={options} />
    </div>
  )
}

interface OwnPostingProps {
  readonly accountId: number
  readonly analysis: Analysis
  readonly measure: OwnMeasure
  readonly choice: ReactNode
  /** Draws the answer, in the form of the analysis. */
  readonly children: (own: Analysis) => ReactNode
}

export function OwnPosting({ accountId, analysis, measure, choice, children }: OwnPostingProps) {
  const { from, to } = analysis.period
  const answer = useQuery(ownPosting(accountId, measure, from, to))
  const isLate = useDelayed(answer.isPending)
  if (answer.data) {
    const { posting, period } = answer.data
    // The same panel, with the posts of this answer; none of them is left out for its likes.
    return children({
      ...analysis,
      posting: { ...posting, measures: analysis.posting.measures },
      period: {
        ...analysis.period,
        posts: period.posts,
        leftOut: { sentence: null, hidden: 0, gone: 0, unread: period.unread },
      },
    })
  }
  return (
    <Panel aria-label={texts.title} aria-busy={answer.isPending}>
      <div className="px-4 py-3.5 desk:px-6">
        <h2 className="mb-3 text-label font-medium text-ink-2">{texts.title}</h2>
        {choice}
        {answer.isPending ? (
          <div className="grid h-40 content-start gap-4 pt-5" role="status" aria-label={texts.loading}>
            {isLate
              ? ['w-3/5', 'w-full', 'w-4/5'].map((width) => <Skeleton key={width} className={`h-4 ${width}`} />)
              : null}
          </div>
        ) : null}
        {answer.isError ? <QueryFailed title={texts.failed} query={answer} /> : null}
      </div>
    </Panel>
  )
}
