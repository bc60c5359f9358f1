/**
 * A line of one value per calendar day: hover or arrow keys read it, a table says the same in figures.
 * Days without data are breaks, never zeros; a change of source stops the line on both sides. It draws as wide as its place is.
 */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { formatDay } from '#lib/format.ts'
import { useWidth } from '#lib/use-width.ts'
import { ChartDrawing } from './chart-drawing.tsx'
import { type ChartGeometry, chartGeometry, pointAt } from './chart-geometry.ts'
import type { ChartPoint } from './chart-points.ts'
import { Guide, missingText, ReadingBox, readingOf } from './chart-reading.tsx'
import { ChartTable } from './chart-table.tsx'

/** How far beside the plot the pointer still reads its ends. */
const EDGE = 12
/** How far beside the day that it reads a finger still means it. */
const FINGER = 22
const NO_DATA = 'No data'
const ENTER = 'Enter'
const READING_HELP = 'Arrow keys read the days, Home and End go to the first and the last.'

export interface LineChartProps {
  /** What the picture says as a whole, in one sentence. */
  readonly label: string
  /** The name of the value, heading its column in the table. */
  readonly valueLabel: string
  readonly points: readonly ChartPoint[]
  readonly from: string
  readonly to: string
  readonly wholeNumbers?: boolean
  readonly formatScale: (values: readonly number[]) => string[]
  /** Beside the last point. */
  readonly formatLast: (value: number) => string
  /** In the table. */
  readonly formatExact: (value: number) => string
  /** In the box, exact as well: '200,812 followers'. */
  readonly formatRead: (value: number) => string
  /** Below it: '+12 since the day before'. */
  readonly formatStep: (change: number) => string
  readonly view?: 'chart' | 'table'
  readonly height?: number
  /** A day was chosen, by a click or the Enter key. */
  readonly onDay?: ((day: string) => void) | undefined
  /** In the box and for screen readers: what choosing a day does. */
  readonly dayHint?: string | undefined
  /** A second, pale series on the same days. */
  readonly before?: readonly ChartPoint[] | undefined
  /** Drawn over the lines. */
  readonly overlay?: (geometry: ChartGeometry) => ReactNode
}

export function LineChart({ view = 'chart', ...props }: LineChartProps) {
  return view === 'table' ? <ChartTable {...props} /> : <Picture {...props} />
}

function Picture({
  label,
  points,
  from,
  to,
  wholeNumbers = false,
  formatScale,
  formatLast,
  formatRead,
  formatStep,
  height = 232,
  before,
  overlay,
  onDay,
  dayHint,
}: LineChartProps) {
  const { measure: box, width } = useWidth<HTMLDivElement>()
  const help = useId()
  const geometry = useMemo(
    () => chartGeometry({ points, from, to, width, height, wholeNumbers, formatScale, formatLast, before }),
    [points, from, to, width, height, wholeNumbers, formatScale, formatLast, before],
  )
  // The day alone: it is read on when the picture is drawn anew, as for the line of the period before, which comes later.
  const [day, setDay] = useState<string | null>(null)
  const current = geometry && day !== null ? readingOf(geometry, day) : null

  const read = (index: number): void => {
    const point = geometry?.placed[index]
    if (point) setDay(point.day)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!geometry) return
    const end = geometry.placed.length - 1
    const at = current?.index ?? end + 1
    const target = { ArrowLeft: at - 1, ArrowRight: current ? at + 1 : end, Home: 0, End: end }[event.key]
    if (event.key === 'Escape') setDay(null)
    if (event.key === 'Enter' && current) onDay?.(current.day)
    if (target === undefined) return
    event.preventDefault()
    read(Math.min(end, Math.max(0, target)))
  }
  // A finger has not read the day before it touches it: its first tap reads, the next one, there or close by, chooses.
  const isChoice = useRef(true)
  const onPointer = (event: PointerEvent): void => {
    if (!geometry) return
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    const isInside = x >= geometry.plot.left - EDGE && x <= geometry.plot.right + EDGE
    const under = isInside ? (pointAt(geometry, x)?.day ?? geometry.dayAt(x)) : null
    const isTouch = event.pointerType === 'touch'
    const isNear = !isTouch || under === day || (current !== null && Math.abs(x - current.x) <= FINGER)
    isChoice.current = isNear && (isChoice.current || event.type === 'pointerdown')
    if (!isTouch || !isChoice.current) setDay(under)
  }

  const source = current?.point?.source
  const step = current?.point?.change
  const texts = current && {
    value: current.point ? formatRead(current.point.value) : NO_DATA,
    step: step == null ? '' : formatStep(step),
    day: `${formatDay(current.day, geometry?.withYear)}${source ? `, ${source}` : ''}`,
  }
  return (
    <div ref={box} className="relative" style={{ height }}>
      {geometry ? (
        <>
          <div
            className={`chart rounded-control focus-visible:-outline-offset-2 ${onDay && current ? 'cursor-pointer' : ''}`}
            role="application"
            aria-roledescription="chart"
            aria-label={label}
            aria-describedby={help}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the picture is read with the arrow keys
            tabIndex={0}
            onKeyDown={onKeyDown}
            onPointerMove={onPointer}
            onPointerDown={onPointer}
            onClick={() => current && isChoice.current && onDay?.(current.day)}
            // A finger leaves when it is lifted: the reading stays for it, unless it has scrolled.
            onPointerLeave={(event) => event.pointerType !== 'touch' && setDay(null)}
            onPointerCancel={() => setDay(null)}
            onBlur={() => setDay(null)}
          >
            <svg
              width={width}
              height={height}
              viewBox={`0 0 ${width} ${height}`}
              className="block select-none"
              aria-hidden
            >
              <ChartDrawing geometry={geometry} />
              {current ? <Guide geometry={geometry} x={current.x} point={current.point} /> : null}
            </svg>
          </div>
          {overlay?.(geometry)}
          {current && texts ? (
            <ReadingBox geometry={geometry} reading={current} {...texts} hint={onDay ? dayHint : undefined} />
          ) : null}
        </>
      ) : null}
      <p id={help} className="sr-only">
        {READING_HELP}
        {onDay && dayHint ? ` ${ENTER}: ${dayHint}.` : null}
      </p>
      <p className="sr-only" aria-live="polite">
        {texts
          ? `${[`${texts.day}: ${texts.value}`, texts.step].filter(Boolean).join(', ')}${missingText(current?.point)}`
          : ''}
      </p>
    </div>
  )
}
