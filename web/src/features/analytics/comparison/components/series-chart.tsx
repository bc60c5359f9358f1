/**
 * Up to five lines over the same days: names and figures at the line ends, one guide with every exact value. The pointer or the
 * arrow keys read it, a table says the same. A gap is a break with dots at both ends; a change of source stops the line.
 */
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { addDays } from '#lib/days.ts'
import { formatDay } from '#lib/format.ts'
import { formatScale } from '#lib/format-scale.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { useWidth } from '#lib/use-width.ts'
import { seriesGeometry } from '../rules/geometry.ts'
import type { PlacedSeries } from '../rules/runs.ts'
import { sayDay } from '../rules/sentence.ts'
import type { Comparison, Scale } from '../rules/series.ts'
import { texts } from '../texts/compare.ts'
import { Drawing, Guide } from './series-drawing.tsx'
import { EndLabels, formatExact, ReadingBox, readRows } from './series-labels.tsx'

interface SeriesChartProps {
  readonly comparison: Comparison
  readonly scale: Scale
}

const HEIGHTS = { wide: 372, phone: 320 }
const NAME_LETTER = 7
const PHONE_NAMES = 112
const NAMES_MAX = 236
/** Of the figure at a line's end, with the room before the name. */
const FIGURE_ROOM = 72

const formatIndexScale = (values: readonly number[]): string[] => {
  const digits = values.every((value) => Number.isInteger(value)) ? 0 : 1
  return values.map((value) => value.toFixed(digits))
}

export function SeriesChart({ comparison, scale }: SeriesChartProps) {
  const { from, to, series } = comparison
  const isPhone = useMediaQuery('(max-width: 599px)')
  const { measure, width } = useWidth<HTMLDivElement>()
  const help = useId()
  const height = isPhone ? HEIGHTS.phone : HEIGHTS.wide
  const longest = Math.max(0, ...series.map(({ username }) => username.length))
  const right = isPhone ? PHONE_NAMES : Math.min(NAMES_MAX, (longest + 1) * NAME_LETTER + FIGURE_ROOM)
  const geometry = useMemo(
    () =>
      seriesGeometry({
        series,
        scale,
        from,
        to,
        width,
        height,
        right,
        formatScale: scale === 'indexed' ? formatIndexScale : formatScale,
      }),
    [series, scale, from, to, width, height, right],
  )
  const [read, setRead] = useState<string | null>(null)
  const day = geometry && read && read >= from && read <= to ? read : null

  const readDay = (next: string): void => {
    setRead(next < from ? from : next > to ? to : next)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') setRead(null)
    const target = {
      ArrowLeft: day ? addDays(day, -1) : to,
      ArrowRight: day ? addDays(day, 1) : to,
      Home: from,
      End: to,
    }[event.key]
    if (target === undefined) return
    event.preventDefault()
    readDay(target)
  }
  const onPointer = (event: { clientX: number; currentTarget: Element }): void => {
    if (!geometry) return
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    if (x < geometry.plot.left - 12 || x > geometry.plot.right + 12) setRead(null)
    else if (geometry.dayAt(x) !== day) readDay(geometry.dayAt(x))
  }
  const rows = geometry && day ? readRows(geometry, day) : []
  const label = texts.series.chart(
    texts.series[scale],
    sayDay(comparison.base ?? from, comparison),
    series.flatMap((one) => endText(one.username, geometry?.placed, scale)).join(', '),
  )
  return (
    <div ref={measure} className="relative" style={{ height }}>
      {geometry ? (
        <>
          <div
            className="rounded-control focus-visible:-outline-offset-2"
            role="application"
            aria-roledescription="chart"
            aria-label={label}
            aria-describedby={help}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the picture is read with the arrow keys
            tabIndex={0}
            onKeyDown={onKeyDown}
            onPointerMove={onPointer}
            onPointerDown={onPointer}
            // A finger leaves when it is lifted: the reading stays for it, unless it has scrolled.
            onPointerLeave={(event) => event.pointerType !== 'touch' && setRead(null)}
            onPointerCancel={() => setRead(null)}
            onBlur={() => setRead(null)}
          >
            <svg
              width={width}
              height={height}
              viewBox={`0 0 ${width} ${height}`}
              className="block select-none"
              aria-hidden
            >
              <Drawing geometry={geometry} />
              {day ? <Guide geometry={geometry} day={day} /> : null}
            </svg>
          </div>
          <EndLabels geometry={geometry} scale={scale} isPhone={isPhone} />
          {day ? <ReadingBox geometry={geometry} day={day} rows={rows} scale={scale} width={width} /> : null}
        </>
      ) : null}
      <p id={help} className="sr-only">
        {texts.series.readingHelp}
      </p>
      <p className="sr-only" aria-live="polite">
        {day
          ? `${formatDay(day, true)}: ${rows
              .map(({ name, value }) => `@${name} ${value === null ? texts.series.noData : formatExact(value, scale)}`)
              .join(', ')}`
          : ''}
      </p>
    </div>
  )
}

function endText(username: string, placed: readonly PlacedSeries[] | undefined, scale: Scale): string[] {
  const last = placed?.find(({ series }) => series.username === username)?.last
  return last ? [texts.series.chartValue(username, formatExact(last.value, scale))] : []
}
