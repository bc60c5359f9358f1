/** New followers per day, slowly changing: the estimate and the band it lies in, on the days of the line above. */

import { dayNumber } from '#lib/days.ts'
import { formatDay, formatSigned, withSign } from '#lib/format.ts'
import { ScrollBox } from '#ui/scroll-box.tsx'
import type { Analysis } from '../queries/analysis.ts'
import type { Period } from '../rules/period.ts'
import { texts } from '../texts/growth.ts'
import type { View } from './answer-panel.tsx'

type Trend = Analysis['growth']['trend']

interface TrendBandProps {
  readonly trend: Trend
  readonly period: Period
  readonly view: View
}

const HEIGHT = 96
const TOP = 8
const BOTTOM = 88

export function TrendBand({ trend, period, view }: TrendBandProps) {
  const [first, last] = [trend[0], trend.at(-1)]
  if (!first || !last) return null
  return (
    <section className="border-t border-line px-4 py-3.5 desk:px-6" aria-label={texts.growth.trend}>
      <h3 className="answer-subhead">
        {texts.growth.trend} <span className="max-desk:hidden">{texts.growth.trendBand}</span>
      </h3>
      {view === 'table' ? (
        <TrendTable trend={trend} />
      ) : (
        <Band
          trend={trend}
          period={period}
          label={texts.growth.trendLabel(perDay(first.perDay), perDay(last.perDay))}
        />
      )}
    </section>
  )
}

const perDay = (value: number): string =>
  Math.abs(value) >= 10 || Number.isInteger(value) ? formatSigned(value) : withSign(value, Math.abs(value).toFixed(1))

function Band({ trend, period, label }: { trend: Trend; period: Period; label: string }) {
  const from = dayNumber(period.from)
  const days = Math.max(1, dayNumber(period.to) - from)
  const x = (day: string): number => ((dayNumber(day) - from) / days) * 1_000
  const lowest = Math.min(0, ...trend.map(({ low }) => low))
  const highest = Math.max(0, ...trend.map(({ high }) => high))
  const y = (value: number): number => BOTTOM - ((value - lowest) / (highest - lowest || 1)) * (BOTTOM - TOP)
  const path = (points: readonly (readonly [number, number])[]): string =>
    points.map(([px, py], index) => `${index ? 'L' : 'M'}${px.toFixed(1)} ${py.toFixed(1)}`).join('')
  const upper = trend.map(({ day, high }) => [x(day), y(high)] as const)
  const lower = trend.map(({ day, low }) => [x(day), y(low)] as const).toReversed()
  const last = trend.at(-1)
  return (
    <div className="mt-2 pr-13 pl-11">
      <svg className="drawing" height={HEIGHT} role="img" aria-label={label}>
        <line x1="0" x2="100%" y1={Math.round(y(0)) + 0.5} y2={Math.round(y(0)) + 0.5} className="stroke-(--usual)" />
        <text x="-8" y={y(0) + 4} textAnchor="end">
          0
        </text>
        <svg viewBox={`0 0 1000 ${HEIGHT}`} preserveAspectRatio="none" width="100%" height={HEIGHT} aria-hidden="true">
          <path d={`${path([...upper, ...lower])}Z`} className="fill-(--interval)" />
          <path className="drawing-line" d={path(trend.map(({ day, perDay: won }) => [x(day), y(won)]))} />
        </svg>
        {last ? (
          <text x={`${x(last.day) / 10}%`} dx="8" y={y(last.perDay) + 4} data-tone="strong">
            {perDay(last.perDay)}
          </text>
        ) : null}
      </svg>
    </div>
  )
}

function TrendTable({ trend }: { trend: Trend }) {
  const head = 'py-2 pl-3 text-right text-caption font-medium text-ink-3'
  return (
    <ScrollBox className="mt-1 max-h-60 overflow-y-auto" label={texts.growth.trend}>
      <table className="w-full text-label">
        <thead className="sticky top-0 bg-surface">
          <tr>
            <th scope="col" className={`${head} !pl-0 !text-left`}>
              {texts.growth.day}
            </th>
            <th scope="col" className={head}>
              {texts.growth.trend}
            </th>
            <th scope="col" className={head}>
              {texts.growth.low}
            </th>
            <th scope="col" className={head}>
              {texts.growth.high}
            </th>
          </tr>
        </thead>
        <tbody>
          {trend.toReversed().map(({ day, perDay: won, low, high }) => (
            <tr key={day} className="border-t border-line">
              <td className="py-1.5">{formatDay(day, true)}</td>
              <td className="text-right font-medium">{perDay(won)}</td>
              <td className="text-right text-ink-2">{perDay(low)}</td>
              <td className="text-right text-ink-2">{perDay(high)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
