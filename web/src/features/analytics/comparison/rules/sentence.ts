/** What a comparison says before it shows anything. */
import { formatDay, formatWhole } from '#lib/format.ts'
import { texts } from '../texts/compare.ts'
import { type AccountSeries, type Comparison, gainOf, rankSeries, type Scale } from './series.ts'
import { formatGain, formatShare } from './words.ts'

/** What is less than half of it reads as nothing. */
const LEAST_SHARE = 0.001

interface SentencePart {
  readonly text: string
  readonly isStrong: boolean
}

/** Between asterisks stands what is shown strongly. */
export function splitStrong(text: string): SentencePart[] {
  return text.split('*').flatMap((part, index) => (part === '' ? [] : [{ text: part, isStrong: index % 2 === 1 }]))
}

/** A day, with its year where the period began in another. */
export const sayDay = (day: string, { to }: Pick<Comparison, 'to'>): string =>
  formatDay(day, day.slice(0, 4) !== to.slice(0, 4))

function saySize(gain: number, scale: Scale): string {
  if (scale !== 'indexed') return texts.series.followers(formatWhole(Math.abs(gain)))
  return gain !== 0 && Math.abs(gain) < LEAST_SHARE / 2
    ? texts.series.lessThan(formatShare(LEAST_SHARE))
    : formatShare(Math.abs(gain))
}

/** Who grew fastest since when; never across a change of source. */
export function sayFastest(comparison: Comparison, scale: Scale): string {
  const { base, series } = comparison
  const ranked = rankSeries(comparison, scale).flatMap((one) => {
    const gain = one.apart === null ? gainOf(one, scale) : null
    return gain === null ? [] : [{ name: one.username, gain }]
  })
  const [first, second] = ranked
  if (!first || base === null) return texts.series.none
  const day = sayDay(base, comparison)
  const words = texts.series
  if (!second) {
    const only = sayOnly(first, day, scale)
    return series.length > 1 ? only : `${only} ${words.addMore}`
  }
  if (first.gain < 0) return words.noneGrew(first.name, day, saySize(first.gain, scale))
  if (first.gain === 0) return words.noneChanged(day)
  const best = (scale === 'indexed' ? words.fastest : words.most)(first.name, day, saySize(first.gain, scale))
  if (second.gain > 0) return best + words.second(second.name, saySize(second.gain, scale))
  return second.gain < 0 && ranked.length === 2 ? best + words.alone(second.name, saySize(second.gain, scale)) : best
}

function sayOnly({ name, gain }: { name: string; gain: number }, day: string, scale: Scale): string {
  if (gain === 0) return texts.series.singleSame(name, day)
  return (gain > 0 ? texts.series.singleGrew : texts.series.singleFell)(name, day, saySize(gain, scale))
}

/** Why the common day is later than asked for, who is compared up to a change of source, and who by itself only. */
export function sayApart(comparison: Comparison, scale: Scale): string[] {
  const { base, delayedBy, series } = comparison
  const isBreak = delayedBy?.points.some((point) => point.isBreak)
  const delay =
    delayedBy && base !== null
      ? [texts.series.delayed[isBreak ? 'break' : 'late'](delayedBy.username, sayDay(base, comparison))]
      : []
  const apart = series.filter((one) => one.apart !== null)
  return [...delay, ...sayCutShort(comparison), ...apart.map((one) => `${sayOneApart(one, comparison, scale)}.`)]
}

function sayCutShort(comparison: Comparison): string[] {
  const cut = comparison.series.filter(({ apart, isCutShort }) => apart === null && isCutShort)
  const days = [...new Set(cut.flatMap(({ last }) => last?.day ?? []))]
  return days.map((day) => {
    const names = cut.filter(({ last }) => last?.day === day).map(({ username }) => `@${username}`)
    const isAll = names.length > 1 && names.length === comparison.series.length
    return texts.series.cutShort(isAll ? texts.series.all : joinWords(names), sayDay(day, comparison), names.length)
  })
}

const joinWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

function sayOneApart(one: AccountSeries, comparison: Comparison, scale: Scale): string {
  const { apart, username, first, last } = one
  const words = texts.series.apart
  if (apart === 'none' || apart === null || !first || !last) return words.none(username)
  const gain = gainOf(one, scale)
  if (apart === 'ended') return words.ended(username, sayDay(last.day, comparison))
  const reason = words[apart](username, sayDay(first.day, comparison))
  return gain === null ? reason : `${reason} (${formatGain(gain, scale)} since then)`
}

const STANDING_OUT =
  /(?:faster|more slowly|more often|less often|(?:more|fewer) (?:likes|comments per like))(?: than most)?|In nothing does it differ/g

/** The server's sentence about the peers, its finding marked. */
export const markFinding = (sentence: string): string => sentence.replace(STANDING_OUT, (found) => `*${found}*`)
