/** When to post: by likes, or where the account has such readings by views or saves. What that takes is loaded with the choice. */
import type { OwnMeasure } from '@tangelo/contract/limits'
import { useRef, useState } from 'react'
import { makePreloadable } from '#lib/preloadable.tsx'
import type { Analysis } from '../queries/analysis.ts'
import { PostingAnswer } from './posting-answer.tsx'

const OwnPosting = makePreloadable(async () => (await import('./own-posting.tsx')).OwnPosting)
const MeasureChoice = makePreloadable(async () => (await import('./own-posting.tsx')).MeasureChoice)

interface PostingPanelProps {
  readonly accountId: number
  readonly analysis: Analysis
  readonly onImport: (() => void) | undefined
}

export function PostingPanel({ accountId, analysis, onImport }: PostingPanelProps) {
  const { measures } = analysis.posting
  const [chosen, setMeasure] = useState<OwnMeasure | 'likes'>('likes')
  const hasFocus = useRef(false)
  const measure = measures.find((name) => name === chosen)
  const choice =
    measures.length > 0 ? (
      <MeasureChoice measures={measures} value={measure ?? 'likes'} onChange={setMeasure} hasFocus={hasFocus} />
    ) : undefined
  return measure ? (
    <OwnPosting accountId={accountId} analysis={analysis} measure={measure} choice={choice}>
      {(own) => <PostingAnswer analysis={own} onImport={undefined} choice={choice} by={measure} />}
    </OwnPosting>
  ) : (
    <PostingAnswer analysis={analysis} onImport={onImport} choice={choice} />
  )
}
