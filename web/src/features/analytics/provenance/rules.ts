/** How each figure is explained: from what it was made, in words and in numbers, so that anyone can make it again (D38). */
import { formatExactMoment, formatExactPercent, formatPercentChange, formatSigned, formatWhole } from '#lib/format.ts'
import type { Provenance } from './queries.ts'
import { type FigureName, texts } from './texts.ts'

type Latest = NonNullable<Provenance['latest']>
type Plain = 'followers' | 'following' | 'posts'

export interface Explanation {
  /** The figure in full. */
  readonly value: string
  /** Words and numbers; null where there is nothing to calculate. */
  readonly formula: string | null
  readonly words: string
  /** It compares with the base snapshot. */
  readonly compares: boolean
  /** It was made from posts. */
  readonly usesPosts: boolean
}

export function explain(figure: FigureName, provenance: Provenance): Explanation {
  const { latest } = provenance
  if (!latest) return explainUnknown(texts.nothing)
  if (figure === 'engagement') return rate(latest)
  if (figure === 'engagementChange') return rateChange(latest, provenance)
  if (figure === 'followersChange') return change('followers', latest, provenance)
  if (figure === 'followingChange') return change('following', latest, provenance)
  if (figure === 'postsChange') return change('posts', latest, provenance)
  const value = latest[figure]
  if (value === null) return explainUnknown(texts.notTold)
  const words = latest.source === 'import' ? texts.asTyped : texts.asTold
  return { value: formatWhole(value), formula: null, words, compares: false, usesPosts: false }
}

function explainUnknown(words: string, part: Partial<Explanation> = {}): Explanation {
  return { value: texts.unknown, formula: null, words, compares: false, usesPosts: false, ...part }
}

function rate({ engagementRate, engagement, followers, source }: Latest): Explanation {
  if (!engagement) {
    if (engagementRate === null) return explainUnknown(texts.notTold)
    const words = source === 'import' ? texts.asTyped : texts.rateAsTold
    return { value: formatExactPercent(engagementRate), formula: null, words, compares: false, usesPosts: false }
  }
  const { likesSum, likesKnown, commentsSum, commentsKnown } = engagement
  if (engagementRate === null) {
    const words = likesKnown === 0 ? texts.noLikes : followers ? texts.impossible : texts.noFollowers
    return explainUnknown(words, { usesPosts: true })
  }
  const value = formatExactPercent(engagementRate)
  const mean = (sum: number, count: number): string => (count === 0 ? texts.unknown : formatMean(sum / count))
  const formula = texts.rate(
    mean(likesSum, likesKnown),
    texts.postsCount(likesKnown),
    mean(commentsSum, commentsKnown),
    texts.postsCount(commentsKnown),
    formatWhole(followers),
    value,
  )
  return { value, formula, words: texts.rateWords, compares: false, usesPosts: true }
}

/** A mean needs a decimal only while it is small. */
function formatMean(mean: number): string {
  return mean < 100 ? String(Math.round(mean * 10) / 10) : formatWhole(mean)
}

function change(name: Plain, latest: Latest, { base, countsBrokenAt }: Provenance): Explanation {
  if (!base) return explainUnknown(texts.noBase)
  if (countsBrokenAt !== null)
    return explainUnknown(texts.newSource(formatExactMoment(countsBrokenAt)), { compares: true })
  const now = latest[name]
  const then = base[name]
  if (now === null || then === null) return explainUnknown(texts.notThen, { compares: true })
  const value = formatSigned(now - then)
  const formula = texts.difference(formatWhole(now), formatWhole(then), value)
  return { value, formula, words: texts.differenceWords, compares: true, usesPosts: false }
}

function rateChange({ engagementRate: now }: Latest, { base, engagementBrokenAt }: Provenance): Explanation {
  if (!base) return explainUnknown(texts.noBase)
  if (engagementBrokenAt !== null)
    return explainUnknown(texts.newMethod(formatExactMoment(engagementBrokenAt)), { compares: true })
  const then = base.engagementRate
  if (now === null || then === null) return explainUnknown(texts.notThen, { compares: true })
  if (then === 0) return explainUnknown(texts.zeroThen, { compares: true })
  const value = formatPercentChange(((now - then) / then) * 100)
  const formula = texts.percentChange(formatExactPercent(now), formatExactPercent(then), value)
  return { value, formula, words: texts.percentWords, compares: true, usesPosts: false }
}

/** The figure of a snapshot that a change is counted from. */
export function figureAt(figure: FigureName, snapshot: Latest | NonNullable<Provenance['base']>): string {
  const name = figure.replace('Change', '')
  if (name === 'engagement') {
    return snapshot.engagementRate === null ? texts.unknown : formatExactPercent(snapshot.engagementRate)
  }
  const value = snapshot[name === 'followers' ? 'followers' : name === 'following' ? 'following' : 'posts']
  return value === null ? texts.unknown : formatWhole(value)
}

const STORED_LATER_MS = 10 * 60_000

/** Whether figures were stored so long after they were read that both moments are worth telling. */
export function isStoredLater({ capturedAt, recordedAt }: Latest): boolean {
  return Date.parse(recordedAt) - Date.parse(capturedAt) > STORED_LATER_MS
}
