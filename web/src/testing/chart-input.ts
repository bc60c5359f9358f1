/** A line chart for tests of its geometry: values of days one after the other. */
import { addDays } from '#lib/days.ts'
import { type ChartInput, chartGeometry } from '../ui/chart-geometry.ts'

export function input(values: (number | null)[], extra: Partial<ChartInput> = {}): ChartInput {
  const from = extra.from ?? '2026-10-22'
  return {
    points: values.map((value, index) => ({ day: addDays(from, index), value })),
    from,
    to: addDays(from, Math.max(0, values.length - 1)),
    width: 560,
    height: 232,
    wholeNumbers: false,
    formatScale: (steps) => steps.map(String),
    formatLast: String,
    ...extra,
  }
}

export function buildGeometry(values: (number | null)[], extra: Partial<ChartInput> = {}) {
  const geometry = chartGeometry(input(values, extra))
  if (!geometry) throw new Error('nothing was drawn')
  return geometry
}
