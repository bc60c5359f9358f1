/** Each account by itself on the scale of all, the one that won most first. */
import { shorten } from '#lib/format.ts'
import { smallLines } from '../rules/geometry.ts'
import { sayDay } from '../rules/sentence.ts'
import { type AccountSeries, type Comparison, gainOf, rankSeries, type Scale } from '../rules/series.ts'
import { formatGain } from '../rules/words.ts'
import { texts } from '../texts/compare.ts'

const HEIGHT = 72

interface SmallMultiplesProps {
  readonly comparison: Comparison
  readonly scale: Scale
}

export function SmallMultiples({ comparison, scale }: SmallMultiplesProps) {
  const { series, from, to } = comparison
  const { placed, baseY } = smallLines(series, from, to, HEIGHT)
  return (
    <ul className="multiples" aria-label={texts.series.multiples}>
      {rankSeries(comparison, scale).map((one) => {
        const gain = gainOf(one, scale)
        const own = series.indexOf(one)
        const last = placed[own]?.last
        return (
          <li key={one.accountId} className="flex flex-col">
            <p className="truncate text-label font-medium">@{one.username}</p>
            <p className="flex flex-wrap items-baseline gap-x-1.5">
              {gain === null ? (
                <b className="text-section text-ink-3">{texts.series.noGrowth}</b>
              ) : (
                <b className="text-name font-[600]">{formatGain(gain, scale)}</b>
              )}
              {one.apart !== null && gain !== null && one.first ? (
                <span className="text-caption text-ink-3">
                  {texts.series.sinceDay(sayDay(one.first.day, comparison))}
                </span>
              ) : null}
            </p>
            <p className="mb-1.5 text-caption text-ink-3">{followersText(one)}</p>
            <svg className="mt-auto block w-full flex-none overflow-visible" height={HEIGHT} aria-hidden="true">
              <line className="multiples-base" x1="0" x2="100%" y1={baseY} y2={baseY} />
              <svg
                viewBox={`0 0 1000 ${HEIGHT}`}
                preserveAspectRatio="none"
                width="100%"
                height={HEIGHT}
                aria-hidden="true"
              >
                {placed.map(({ series: other, lines }) =>
                  other === one ? null : lines.map((path) => <path key={path} className="multiples-other" d={path} />),
                )}
                <g className="series-line" data-series={own + 1} data-small="">
                  {placed[own]?.lines.map((path) => (
                    <path key={path} d={path} />
                  ))}
                </g>
              </svg>
              {last ? (
                <circle className="series-end" data-series={own + 1} cx={`${last.x / 10}%`} cy={last.y} r="3" />
              ) : null}
            </svg>
          </li>
        )
      })}
    </ul>
  )
}

const followersText = ({ points }: AccountSeries): string => {
  const newest = points.at(-1)
  return newest ? texts.series.followers(shorten(newest.followers)) : ''
}
