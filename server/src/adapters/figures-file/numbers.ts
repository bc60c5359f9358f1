/** Figures as tables write them: plain whole numbers, and a percentage with a point or a comma. An empty cell is unknown. */
import { FIGURE_MAX } from '@tangelo/contract/limits'
import { Refusal, shown } from './refusal.ts'

/** More than a thousand reactions per follower and post is a mistake in the file. */
const RATE_MAX = 100_000
const MAX_SHOWN = FIGURE_MAX.toLocaleString('en-US')
/** `1234.0` is how some programs write the whole number 1234; three zeros would be a thousand. */
const WHOLE = /^(\d{1,15})(?:[.,]0{1,2})?$/
const GROUPED = /^[+-]?\d{1,3}(?:[.,'’ \u00a0\u202f]\d{2,3})*[.,'’ \u00a0\u202f]\d{3}(?:[.,]\d+)?$/
const FRACTION = /^\d*[.,]\d+$/
const SHORTENED = /^[\d.,]+ ?(?:k|m|b|bn|mio|mrd)\.?$/i
const RATE = /^(\d{1,12})(?:[.,](\d{1,20}))? ?%?$/

/** A count of people or posts; null for an empty cell. */
export function readCount(field: string, cell: string): number | null | Refusal {
  const plain = plainDigits(cell)
  if (plain >= 0) return plain
  const text = cell.trim()
  if (text === '') return null
  const whole = WHOLE.exec(text)
  if (whole) {
    const count = Number(whole[1])
    return count > FIGURE_MAX ? tooMany(field, text) : count
  }
  if (/^-\s?\d/.test(text)) return new Refusal(`${field} must not be negative, but is ${shown(text)}`)
  if (/^\d{16,}$/.test(text)) return tooMany(field, text)
  if (GROUPED.test(text)) {
    return new Refusal(`${field} ${shown(text)} has separators: write whole numbers with digits only, like 1234567`)
  }
  if (FRACTION.test(text)) return new Refusal(`${field} must be a whole number, not ${shown(text)}`)
  if (SHORTENED.test(text)) {
    return new Refusal(`${field} ${shown(text)} is shortened: write the whole number with digits only, like 1234567`)
  }
  return new Refusal(`${field} must be a whole number, not ${shown(text)}`)
}

/** An engagement rate in percent; null for an empty cell. A decimal comma is understood. */
export function readRate(field: string, cell: string): number | null | Refusal {
  const text = cell.trim()
  if (text === '') return null
  const parts = RATE.exec(text)
  if (parts) {
    const rate = Number(`${parts[1]}.${parts[2] ?? '0'}`)
    return rate > RATE_MAX
      ? new Refusal(`${field} ${shown(text)} is more than ${RATE_MAX.toLocaleString('en-US')} percent`)
      : rate
  }
  if (/^-\s?[\d.,]/.test(text)) return new Refusal(`${field} must not be negative, but is ${shown(text)}`)
  if (GROUPED.test(text)) {
    return new Refusal(`${field} ${shown(text)} has separators: write it with digits and one decimal point, like 3.4`)
  }
  return new Refusal(`${field} must be a percentage like 3.4, not ${shown(text)}`)
}

/** The way almost every cell is written, without a regular expression; -1 when it is not. Eleven digits stay below the limit. */
function plainDigits(cell: string): number {
  const { length } = cell
  if (length === 0 || length > 11) return -1
  let count = 0
  for (let at = 0; at < length; at += 1) {
    const digit = cell.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return -1
    count = count * 10 + digit
  }
  return count
}

const tooMany = (field: string, text: string) => new Refusal(`${field} ${shown(text)} is more than ${MAX_SHOWN}`)
