/** What was posted, where there are too few posts to compare: a dot for each post, and no advice. */
import { formatWhole } from '#lib/format.ts'
import type { IntervalRow } from '../rules/rows.ts'
import { texts } from '../texts/panels.ts'

/** Dots stand this close, or closer where one row has many. */
const DOTS_ACROSS = 24

export function CountRows({ label, rows }: { readonly label: string; readonly rows: readonly IntervalRow[] }) {
  const most = Math.max(DOTS_ACROSS, ...rows.map(({ posts }) => posts))
  return (
    <div className="intervals" data-counts="">
      <ul aria-label={label} className="contents">
        {rows.map(({ key, label: name, posts }) => (
          <li key={key} className="interval-row" data-thin="">
            <span className="interval-label">{name}</span>
            <svg aria-hidden="true">
              {Array.from({ length: posts }, (_, index) => {
                const place = `${(((index + 0.5) / most) * 100).toFixed(2)}%`
                return <circle key={place} cx={place} cy="16" r="3.5" className="fill-(--peer)" />
              })}
            </svg>
            <span className="interval-count">
              {formatWhole(posts)}
              <span className="sr-only"> {texts.posts.toLowerCase()}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
