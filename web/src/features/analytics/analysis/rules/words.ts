/** Figures of the analysis as text: no space before %, a real minus, "to" between ends. */
import { withSign } from '#lib/format.ts'
import { texts } from '../texts/panels.ts'

const MINUS = '−'

const digits = (value: number): string => `${value < 0 ? MINUS : ''}${Math.abs(value).toLocaleString('en-US')}`

/** '+35%' for 0.35; '0%' has no sign. */
export function formatEffect(ratio: number, decimals = 0): string {
  const step = 10 ** decimals
  const percent = Math.round(ratio * 100 * step) / step || 0
  const size = Math.abs(percent).toLocaleString('en-US', { minimumFractionDigits: decimals })
  return texts.percent(percent === 0 ? size : withSign(percent, size))
}

/** Without a sign: '35%'. */
export const formatShare = (ratio: number, decimals = 0): string =>
  formatEffect(Math.abs(ratio), decimals).replace('+', '')

/** '12 to 61%'. */
export function formatRange(low: number, high: number): string {
  return texts.between(digits(Math.round(low * 100) || 0), digits(Math.round(high * 100) || 0))
}

/** '4.1', '0.31', '12': two digits that matter. */
export function formatMultiple(multiple: number): string {
  if (multiple >= 9.95) return Math.round(multiple).toLocaleString('en-US')
  return multiple >= 0.995 ? multiple.toFixed(1) : String(Number(multiple.toFixed(2)))
}

/** A scale's tick: '0.5', '1', '4'. */
export const formatTick = (multiple: number): string => String(Number(multiple.toPrecision(2)))

const TWO_DIGITS = 2
export const formatHour = (hour: number): string => String(hour).padStart(TWO_DIGITS, '0')

/** A caption in one line; the alternative where there is none. */
export const captionOf = (caption: string | null, none: string): string => caption?.replace(/\s+/g, ' ').trim() || none
