/** How often a real effect is found, by number of posts, with the account that is looked at on the same scale. */
import type { PowerTruth } from '@tangelo/contract/truth-bench'
import { ChartLine, Table2 } from 'lucide-react'
import { useState } from 'react'
import { formatWhole } from '#lib/format.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { formatShare } from '../rules/words.ts'
import { texts } from '../texts/truth.ts'

const HEIGHT = 150
const TOP = 12
const BOTTOM = 120
const TICKS = [0, 0.5, 1]

interface TruthPowerProps {
  readonly power: readonly PowerTruth[]
  readonly posts: number
}

export function TruthPower({ power, posts }: TruthPowerProps) {
  const [isTable, setIsTable] = useState(false)
  const points = power.filter(({ effect }) => effect === power[0]?.effect).toSorted((a, b) => a.posts - b.posts)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || first === last) return null
  const title = texts.powerTitle(formatShare(first.effect))
  return (
    <section aria-label={title}>
      <div className="flex items-center gap-2">
        <h3 className="min-w-0 flex-1 text-label font-strong">{title}</h3>
        <IconButton
          size="small"
          icon={isTable ? <ChartLine /> : <Table2 />}
          label={isTable ? texts.showChart : texts.showTable}
          onClick={() => setIsTable(!isTable)}
        />
      </div>
      {isTable ? <PowerTable points={points} /> : <PowerLine points={points} first={first} last={last} posts={posts} />}
    </section>
  )
}

interface PowerLineProps {
  points: readonly PowerTruth[]
  first: PowerTruth
  last: PowerTruth
  posts: number
}

function PowerLine({ points, first, last, posts }: PowerLineProps) {
  const x = (at: number): number => (Math.log(at / first.posts) / Math.log(last.posts / first.posts)) * 100
  const y = (share: number): number => BOTTOM - share * (BOTTOM - TOP)
  const own = posts > first.posts && posts < last.posts ? x(posts) : null
  const summary = points.map(({ found, posts: at }) => texts.powerPoint(formatShare(found), formatWhole(at))).join(', ')
  return (
    <div className="pt-2.5 pr-9 pl-11">
      <svg className="drawing" height={HEIGHT} role="img" aria-label={texts.powerSummary(summary)}>
        {TICKS.map((tick) => (
          <g key={tick}>
            <line x1="0" x2="100%" y1={y(tick) + 0.5} y2={y(tick) + 0.5} className="stroke-line" />
            <text x="-10" y={y(tick) + 4} textAnchor="end">
              {formatShare(tick)}
            </text>
          </g>
        ))}
        <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" width="100%" height={HEIGHT} aria-hidden="true">
          <path
            className="drawing-line"
            d={points.map(({ posts: at, found }, index) => `${index ? 'L' : 'M'}${x(at)} ${y(found)}`).join('')}
          />
        </svg>
        {points.map(({ posts: at, found }) => (
          <g key={at}>
            <circle cx={`${x(at)}%`} cy={y(found)} r="4" className="fill-mark stroke-(--raised)" strokeWidth="2" />
            <text
              x={`${x(at)}%`}
              dx={at === last.posts ? 8 : 0}
              y={at === last.posts ? y(found) + 4 : y(found) - 10}
              textAnchor={at === last.posts ? 'start' : 'middle'}
              data-tone="strong"
            >
              {formatShare(found)}
            </text>
            <text x={`${x(at)}%`} y="144" textAnchor="middle">
              {texts.posts(formatWhole(at))}
            </text>
          </g>
        ))}
        {own === null ? null : (
          <>
            <line
              x1={`${own}%`}
              x2={`${own}%`}
              y1="30"
              y2={BOTTOM}
              className="stroke-(--usual)"
              strokeDasharray="2 3"
            />
            <text x={`${own}%`} dx="7" y={BOTTOM - 7} data-tone="middle">
              {texts.you(formatWhole(posts))}
            </text>
          </>
        )}
      </svg>
    </div>
  )
}

function PowerTable({ points }: { points: readonly PowerTruth[] }) {
  const head = 'py-2 text-right text-caption font-medium text-ink-3 first:text-left'
  return (
    <table className="w-full text-label">
      <thead>
        <tr>
          <th scope="col" className={head}>
            {texts.effect}
          </th>
          <th scope="col" className={head}>
            {texts.postsHead}
          </th>
          <th scope="col" className={head}>
            {texts.found}
          </th>
        </tr>
      </thead>
      <tbody>
        {points.map(({ posts, effect, found }) => (
          <tr key={posts} className="border-t border-line">
            <td className="py-2">{formatShare(effect)}</td>
            <td className="text-right">{formatWhole(posts)}</td>
            <td className="text-right font-strong">{formatShare(found, 1)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
