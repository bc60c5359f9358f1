/** The smallest effect that would show, by number of posts: where the account is, and where more posts would lead. */
import { formatWhole } from '#lib/format.ts'
import type { Question } from '../queries/analysis.ts'
import { powerCurve } from '../rules/power.ts'
import { formatShare } from '../rules/words.ts'
import { texts } from '../texts/panels.ts'

const HEIGHT = 156
const TOP = 20
const BOTTOM = 130
const TICKS = [0.25, 0.5, 1, 2, 4, 8]

interface PowerChartProps {
  readonly detectable: NonNullable<Question['detectable']>
  readonly posts: number
}

export function PowerChart({ detectable, posts }: PowerChartProps) {
  const curve = powerCurve(detectable, posts)
  const end = curve.at(-1)?.posts ?? posts
  const x = (at: number): number => (Math.log(at / posts) / Math.log(end / posts)) * 100
  const top = detectable.effect * 1.08
  const y = (effect: number): number => BOTTOM - (effect / top) * (BOTTOM - TOP)
  const step = TICKS.find((tick) => top / tick <= 3) ?? top / 2
  const goalPosts = posts + detectable.morePosts
  const here = texts.noDifference.here(formatWhole(posts), formatShare(roundEffect(detectable.effect)))
  const goal = texts.noDifference.goal(formatShare(detectable.goal), formatWhole(goalPosts))
  const labels = [posts, goalPosts, end].map((at) => Math.round(at))
  return (
    <div className="pr-4 pl-10">
      <svg className="drawing" height={HEIGHT} role="img" aria-label={texts.noDifference.summary(here, goal)}>
        {Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step).map((tick) => (
          <g key={tick}>
            <line
              x1="0"
              x2="100%"
              y1={Math.round(y(tick)) + 0.5}
              y2={Math.round(y(tick)) + 0.5}
              className="stroke-line"
            />
            <text x="-8" y={y(tick) + 4} textAnchor="end">
              {formatShare(tick)}
            </text>
          </g>
        ))}
        {labels.map((at) => (
          <text key={at} x={`${x(at)}%`} y="150" textAnchor="middle">
            {formatWhole(at)}
          </text>
        ))}
        <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" width="100%" height={HEIGHT} aria-hidden="true">
          <path
            className="drawing-line"
            d={curve
              .map(({ posts: at, effect }, index) => `${index ? 'L' : 'M'}${x(at).toFixed(2)} ${y(effect).toFixed(2)}`)
              .join('')}
          />
        </svg>
        <circle cx="0%" cy={y(detectable.effect)} r="5" className="fill-mark stroke-surface" strokeWidth="2" />
        <text x="0" dx="12" y={y(detectable.effect) - 2} data-tone="strong">
          {here}
        </text>
        <circle
          cx={`${x(goalPosts)}%`}
          cy={y(detectable.goal)}
          r="4.5"
          className="fill-surface stroke-mark"
          strokeWidth="2"
        />
        <text x={`${x(goalPosts)}%`} dx="8" y={y(detectable.goal) - 8} data-tone="middle">
          {goal}
        </text>
      </svg>
    </div>
  )
}

/** As the answer says it: to five percent, since more would be false precision. */
const roundEffect = (effect: number): number => Math.max(0.05, Math.round(effect * 20) / 20)
