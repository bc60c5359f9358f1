/** Figures of a comparison as text: no space before %, a real minus. */
import type { PeerMeasure } from '@tangelo/contract/limits'
import { formatSigned, withSign } from '#lib/format.ts'
import type { Scale } from './series.ts'

const MINUS = '\u2212'

/** '2.9%', '−0.4%'. */
export function formatShare(ratio: number): string {
  const size = Math.abs(ratio * 100).toFixed(1)
  const isZero = Number(size) === 0
  return `${ratio < 0 && !isZero ? MINUS : ''}${Number(size).toLocaleString('en-US', { minimumFractionDigits: 1 })}%`
}

/** '+2.9%'; '0.0%' has no sign. */
export function formatGrowth(ratio: number): string {
  const size = formatShare(Math.abs(ratio))
  return Number.parseFloat(size) === 0 ? size : withSign(ratio, size)
}

/** What an account won: '+26.1%', or '+4,021'. */
export const formatGain = (gain: number, scale: Scale): string =>
  scale === 'indexed' ? formatGrowth(gain) : formatSigned(gain)

export const formatIndex = (index: number): string => index.toFixed(1)

const DECIMALS = { postsPerWeek: 1, likes: 2, comments: 1 } as const

/** A figure of one measure: '2.9%', '3.5', '1.34'. */
export const formatMeasure = (measure: PeerMeasure, value: number): string =>
  measure === 'growth' ? formatShare(value) : formatFixed(value, DECIMALS[measure])

/** The same in lists, where growth is a change. */
export const formatListed = (measure: PeerMeasure, value: number): string =>
  measure === 'growth' ? formatGrowth(value) : formatMeasure(measure, value)

/** Labels of an axis, with as few decimals as tell them apart. */
export function formatTicks(measure: PeerMeasure, ticks: readonly number[]): string[] {
  const scaled = measure === 'growth' ? ticks.map((tick) => tick * 100) : ticks
  const decimals = [0, 1, 2, 3].find((digits) => scaled.every((tick) => isRound(tick * 10 ** digits))) ?? 3
  return scaled.map((tick) => `${formatFixed(tick, decimals)}${measure === 'growth' ? `%` : ''}`)
}

const isRound = (value: number): boolean => Math.abs(value - Math.round(value)) < 1e-6

function formatFixed(value: number, decimals: number): string {
  const size = Math.abs(value).toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return value < 0 && Number.parseFloat(size) !== 0 ? `${MINUS}${size}` : size
}

/** Of a name in a narrow place; longer ones lose their ends. */
const SHORT_NAME_LETTERS = 14

/** Names in a narrow place: where one does not fit, all are without what each of them begins with, '…kids'. */
export function shortNames(names: readonly string[]): string[] {
  const [first = '', ...others] = names
  if (others.length === 0 || names.every(({ length }) => length <= SHORT_NAME_LETTERS)) return [...names]
  const differsAt = [...first].findIndex((letter, at) => others.some((name) => name[at] !== letter))
  const alike = differsAt === -1 ? first : first.slice(0, differsAt)
  const cut = Math.max(alike.lastIndexOf('.'), alike.lastIndexOf('_')) + 1
  return cut > 0 && names.every(({ length }) => length > cut) ? names.map((name) => `…${name.slice(cut)}`) : [...names]
}
