/** Pure: figures of posts and accounts in our words; what was not answered is left out. */
import type { AudiencePart, DayFigure, Figures } from '#ports/publishing-figures.ts'
import { type Fields, isFields, list } from '../figures-file/fields.ts'
import { fieldsIn, momentOf } from './readings.ts'

/** All others count people, taps or milliseconds, and are whole. The service may answer any number. */
const WITH_FRACTION: ReadonlySet<string> = new Set(['skipPercent'])

/** What was answered, by our names; a figure without a value is left out, never 0. */
export function figuresIn<Name extends string>(
  json: Fields,
  names: Readonly<Record<Name, string>>,
  readValue: (item: Fields) => unknown,
): Figures<Name> {
  const items = fieldsIn(json)
  const found: Partial<Record<Name, number>> = {}
  for (const name of Object.keys(names) as Name[]) {
    const item = items.find((one) => one.name === names[name])
    const value = item && readValue(item)
    if (typeof value === 'number' && Number.isFinite(value))
      found[name] = WITH_FRACTION.has(name) ? value : Math.round(value)
  }
  return found
}

/** Posts have their figure in a list of one, also where a breakdown has a total beside it. */
export const lifetimeValue = (item: Fields): unknown => fieldsIn(item, 'values')[0]?.value

export const totalValue = (item: Fields): unknown => (isFields(item.total_value) ? item.total_value.value : undefined)

/** A series in `values`, each with when its day ended. */
export function seriesIn(json: Fields): { value: unknown; endsAt: number }[] {
  return fieldsIn(json)
    .flatMap((item) => fieldsIn(item, 'values'))
    .flatMap(({ value, end_time: end }) => {
      const endsAt = typeof end === 'string' ? momentOf(end) : Number.NaN
      return Number.isNaN(endsAt) ? [] : [{ value, endsAt }]
    })
}

export const daysIn = (json: Fields): DayFigure[] =>
  seriesIn(json).flatMap(({ value, endsAt }) =>
    typeof value === 'number' ? [{ value: Math.round(value), endsAt }] : [],
  )

/** The parts of a breakdown by one dimension, wherever it stands among the keys. */
export function partsIn(json: Fields, dimension: string): AudiencePart[] {
  return fieldsIn(json)
    .flatMap(({ total_value: total }) => (isFields(total) ? fieldsIn(total, 'breakdowns') : []))
    .flatMap((breakdown) => {
      const at = list(breakdown, 'dimension_keys').indexOf(dimension)
      return fieldsIn(breakdown, 'results').flatMap((result) => {
        const value = list(result, 'dimension_values')[at]
        return at >= 0 && typeof value === 'string' && typeof result.value === 'number'
          ? [{ value, people: Math.round(result.value) }]
          : []
      })
    })
}
