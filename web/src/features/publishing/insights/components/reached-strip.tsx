/** Views on a scale from nothing: the interval that was to be expected, its median, and what was reached. */
import type { CSSProperties } from 'react'
import { shorten } from '#lib/format.ts'
import type { Reached } from '../queries/insights.ts'
import { stripOf } from '../rules.ts'
import { texts } from '../texts/posts.ts'

type Place = CSSProperties & Record<'--from' | '--to', string>
const placeOf = (from: number, to: number): Place => ({ '--from': `${from}%`, '--to': `${to}%` })

export function ReachedStrip({ views }: { readonly views: Reached }) {
  const { low, high, median, reached, most } = stripOf(views)
  return (
    <div className="reached" aria-hidden="true">
      <div className="reached-scale">
        {low !== null && high !== null ? <i className="is-expected" style={placeOf(low, high)} /> : null}
        {median === null ? null : <i className="is-median" style={placeOf(median, median)} />}
        {reached === null ? null : <i className="is-reached" style={placeOf(reached, reached)} />}
      </div>
      <div className="reached-ends">
        <span>0</span>
        <span>{texts.post.expected(views.items, shorten(views.median))}</span>
        <span>{shorten(Math.round(most))}</span>
      </div>
    </div>
  )
}
