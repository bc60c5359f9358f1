/** Pure decisions of the palette: what a query asks, what fits it, and what comes first. */
import type { Analysis } from '@tangelo/contract'
import { texts } from './texts.ts'

export type Question = keyof typeof texts.questions

/** Words that ask a question, the longest first. The rest of the query names the account. */
const ASKED: readonly (readonly [words: string, question: Question])[] = [
  ['best time to post', 'posting'],
  ['best time', 'posting'],
  ['when to post', 'posting'],
  ['best hour', 'posting'],
  ['best day', 'posting'],
  ['best format', 'formats'],
  ['which format', 'formats'],
  ['what moved', 'moves'],
  ['best posts', 'posts'],
  ['top posts', 'posts'],
]

export interface AskedQuestion {
  readonly question: Question
  /** What names the account; empty when nothing does. */
  readonly about: string
}

/** 'best time nasa' asks when to post on the account that 'nasa' finds; null for a query that asks nothing. */
export function readQuestion(query: string): AskedQuestion | null {
  const text = normalize(query)
  for (const [words, question] of ASKED) {
    const at = ` ${text} `.indexOf(` ${words} `)
    if (at < 0) continue
    const rest = `${text.slice(0, at)} ${text.slice(at + words.length)}`
    const about = rest.replace(/(^|\s)(for|on|of|at)(?=\s)/g, ' ').replace(/[@?]/g, '')
    return { question, about: about.trim().replace(/\s+/g, ' ') }
  }
  return null
}

/** Whom a question is about: the account of exactly this name, which is lower-case, else the first that was found. */
export const pickAccount = <Account extends { readonly username: string }>(
  found: readonly Account[],
  name: string,
): Account | undefined => found.find(({ username }) => username.toLowerCase() === name) ?? found[0]

/** The words of a question that was probably meant: at most two letters wrong in each word. */
export function suggestQuestion(query: string): Question | null {
  const typed = normalize(query).split(' ')
  for (const [words, question] of ASKED) {
    const parts = words.split(' ')
    if (parts.length <= typed.length && parts.every((part, at) => distance(part, typed[at] ?? '') <= 2)) return question
  }
  return null
}

const normalize = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ')

/** Levenshtein; the words are short. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1)
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1),
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}

/** True when each word of the query begins a word of the text. */
export function fitsWords(query: string, text: string): boolean {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const wanted = normalize(query).split(/[^\p{L}\p{N}]+/u)
  return wanted.every((part) => words.some((word) => word.startsWith(part)))
}

/** The text in pieces, those that the query names marked. */
export function markMatches(text: string, query: string): { text: string; isMatch: boolean }[] {
  const wanted = normalize(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
  if (wanted.length === 0) return [{ text, isMatch: false }]
  const pattern = new RegExp(`(${wanted.join('|')})`, 'giu')
  return text
    .split(pattern)
    .map((piece, at) => ({ text: piece, isMatch: at % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

/** An Instagram name that can be added, from what was typed. */
export const asUsername = (query: string): string | null =>
  /^@?([a-z0-9._]{1,30})$/i.exec(query.trim())?.[1]?.toLowerCase() ?? null

/** How often, and when last, something was opened in the palette. */
export type Uses = Readonly<Record<string, readonly [count: number, last: number]>>

const HALF_LIFE_MS = 14 * 86_400_000

/** A use counts half after two weeks. */
const weighUse = (uses: Uses, key: string, now: number): number => {
  const [count, last] = uses[key] ?? [0, now]
  return count * 0.5 ** ((now - last) / HALF_LIFE_MS)
}

/** Those that were used come first, the others in the order they have. */
export const rankByUse = <Item extends { readonly key: string }>(
  items: readonly Item[],
  uses: Uses,
  now: number,
): Item[] => items.toSorted((a, b) => weighUse(uses, b.key, now) - weighUse(uses, a.key, now))

interface Answer {
  /** The answer in a few words. */
  readonly title: string
  /** What it rests on: the analysis' own sentence, with its interval and number of posts (D49). */
  readonly basis: string
  /** Effects by time of day, for a small picture; none where the question is another. */
  readonly bars: readonly { readonly height: number; readonly isStrong: boolean }[]
}

export function answerFrom(analysis: Analysis, question: Question): Answer {
  if (question === 'moves') {
    const newest = analysis.moves.toSorted((a, b) => (a.day < b.day ? 1 : -1))[0]
    return { title: newest?.sentence ?? texts.noMoves, basis: analysis.growth.sentence, bars: [] }
  }
  if (question === 'posts') return { title: texts.questions.posts, basis: analysis.posts.sentence, bars: [] }
  const section = question === 'posting' ? analysis.posting : analysis.formats
  const title = section.verdict === 'found' ? nameFound(analysis, question) : texts.verdicts[section.verdict]
  return { title, basis: section.sentence, bars: question === 'posting' ? barsOf(analysis) : [] }
}

function nameFound(analysis: Analysis, question: 'posting' | 'formats'): string {
  if (question === 'formats') {
    const best = analysis.formats.cells
      .filter(({ significant, effect }) => significant && (effect ?? 0) > 0)
      .map(({ format }) => texts.formats[format])
    return best.join(texts.and) || analysis.formats.sentence
  }
  const best = analysis.posting.cells.filter(({ significant, effect }) => significant && (effect ?? 0) > 0)
  const days = best.filter(({ family }) => family === 'weekdays').map(({ from }) => texts.weekdays[from - 1] ?? '')
  const hours = best.filter(({ family }) => family === 'hours').map(({ from, to }) => texts.hours(from, to))
  return [days.join(texts.and), hours.join(texts.and)].filter(Boolean).join(', ') || analysis.posting.sentence
}

function barsOf(analysis: Analysis): Answer['bars'] {
  const cells = analysis.posting.cells.filter(({ family }) => family === 'hours')
  const most = Math.max(...cells.map(({ effect }) => Math.abs(effect ?? 0)), 0.01)
  return cells.map(({ effect, significant }) => ({
    height: 0.15 + 0.85 * Math.max(0, ((effect ?? -most) + most) / (2 * most)),
    isStrong: significant && (effect ?? 0) > 0,
  }))
}
