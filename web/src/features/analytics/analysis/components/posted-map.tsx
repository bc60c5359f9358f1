/** What was posted, for each hour of the week: a map only of that, and no advice. Its twin has the counts as figures. */
import type { CSSProperties } from 'react'
import { formatWhole } from '#lib/format.ts'
import { formatHour } from '../rules/words.ts'
import { texts } from '../texts/panels.ts'
import type { View } from './answer-panel.tsx'
import { Sentence } from './sentence.tsx'

/** From so many posts on, a cell is as dark as it gets. */
const DARKEST = 5
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const LABELLED_EVERY = 6

type Shade = CSSProperties & Record<'--posts', number>
const shadeOf = (posts: number): Shade => ({ '--posts': Math.min(DARKEST, posts) })

interface PostedMapProps {
  readonly posted: readonly (readonly number[])[]
  readonly zone: string
  readonly view: View
}

export function PostedMap({ posted, zone, view }: PostedMapProps) {
  const total = posted.flat().reduce((sum, posts) => sum + posts, 0)
  const isTable = view === 'table'
  return (
    <section className="border-t border-line px-4 py-4.5 desk:px-6" aria-label={texts.posting.showPosted}>
      <Sentence small text={`${texts.posting.posted(formatWhole(total), zone)} ${texts.posting.postedNoAdvice}`} />
      <div className="mt-3.5 overflow-x-auto" tabIndex={isTable ? 0 : undefined}>
        <table className="posted" data-view={view}>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{texts.posting.weekday}</span>
              </th>
              {HOURS.map((hour) => (
                <th key={hour} scope="col">
                  <span className={isTable || hour % LABELLED_EVERY === 0 ? '' : 'sr-only'}>{formatHour(hour)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {posted.map((counts, weekday) => {
              const day = texts.posting.days[weekday] ?? ''
              return (
                <tr key={day}>
                  <th scope="row">{day.slice(0, 3)}</th>
                  {HOURS.map((hour) => {
                    const posts = counts[hour] ?? 0
                    return (
                      <td
                        key={hour}
                        title={texts.posting.postedCell(day, formatHour(hour), posts)}
                        className={isTable ? '' : 'posted-shade'}
                        style={shadeOf(posts)}
                      >
                        <span className={isTable ? '' : 'sr-only'}>{posts}</span>
                      </td>
                    )
                  })}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {isTable ? null : (
        <p className="mt-3 flex gap-4 text-caption text-ink-3" aria-hidden="true">
          <span className="posted-key">
            {texts.posting.none}
            <i className="posted-shade" style={shadeOf(0)} />
          </span>
          <span className="posted-key">
            {texts.posting.orMore(DARKEST)}
            <i className="posted-shade" style={shadeOf(DARKEST)} />
          </span>
        </p>
      )}
    </section>
  )
}
