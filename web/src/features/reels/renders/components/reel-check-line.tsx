/** Whether a video keeps to what Instagram asks of a reel, and point by point why. */
import './renders.css'
import type { RenderResult } from '@tangelo/contract'
import { Check, ChevronRight, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { texts } from '../texts.ts'

type ReelCheck = NonNullable<RenderResult['check']>

/** Opens automatically when a requirement is not met, since the user has to know before posting. */
export function ReelCheckLine({ check }: { readonly check: ReelCheck }) {
  const missed = check.points.filter(({ isMet }) => !isMet)
  return (
    <details className="reel-check" open={!check.isFit}>
      <summary>
        {check.isFit ? <CircleCheck className="text-good" /> : <TriangleAlert className="text-bad" />}
        <b className="min-w-0 flex-1">{check.isFit ? texts.check.fit : texts.check.unfit(missed.length)}</b>
        <ChevronRight className="reel-check-arrow" />
      </summary>
      <ul aria-label={texts.check.list}>
        {check.points.map((point) => (
          <li key={point.name}>
            <Mark isMet={point.isMet} isAdvice={check.isFit} />
            <span className="min-w-0 flex-1">{point.name}</span>
            <span className="text-right text-ink-2">{point.found}</span>
            {point.isMet ? null : <small>{texts.check.wanted(point.wanted)}</small>}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** In a video that is fit, what is not met is advice. */
function Mark({ isMet, isAdvice }: { isMet: boolean; isAdvice: boolean }) {
  if (isMet) return <Check className="text-good" aria-label={texts.check.met} role="img" />
  if (isAdvice) return <Info className="text-ink-3" aria-label={texts.check.advice} role="img" />
  return <X className="text-bad" aria-label={texts.check.notMet} role="img" />
}
