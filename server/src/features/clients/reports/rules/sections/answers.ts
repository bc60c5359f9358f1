/** What an analysis answers: what moved, when to post, which formats work. Its sentences are those of the screen. */
import type { Analysis } from '@tangelo/contract'
import { type Cell, cell, type Interval, type Rich, type Section, type Table } from '../model.ts'
import { sayCount, sayEffect, sayWhole } from '../words.ts'

export type Made = Omit<Section, 'kind' | 'note'>

export interface AnalysedAccount {
  username: string
  analysis: Analysis | null
}
const FORMAT_NAMES = { image: 'Image', video: 'Video', carousel: 'Carousel', reel: 'Reel' } as const
const HOW_SURE =
  'The bar is where the true difference lies in 95 of 100 cases. Grey bars cross “as usual”: nothing can be shown there.'

/** The strong parts of a sentence about an effect, and its range set back. */
export function richAnswer(sentence: string): Rich {
  const match = /^(.*?)(\d[\d,]*% (?:more|fewer) likes) (\(likely [^)]*\), from [\d,]+ of [\d,]+ posts?)(.*)$/s.exec(
    sentence,
  )
  if (!match) return [sentence]
  const [, before = '', effect = '', range = '', after = ''] = match
  return [before, { strong: effect }, ' ', { soft: range }, after]
}

export const countAsked = (accounts: readonly AnalysedAccount[]) =>
  accounts.filter(({ analysis }) => analysis !== null).length

/** Where only some accounts were asked, how many; else nothing. */
export function sayAsked(accounts: readonly AnalysedAccount[]): string {
  const asked = countAsked(accounts)
  return asked > 0 && asked < accounts.length ? `Asked of the ${sayCount(asked, 'largest account')}.` : ''
}

export const joinSentences = (...sentences: string[]) => sentences.filter(Boolean).join(' ') || null

export const NOTHING_TO_COMPARE = 'There is nothing to compare yet.'

function rangeOf({ low, high }: { low: number | null; high: number | null }): Cell {
  if (low === null || high === null) return cell('', null)
  return cell(`${sayEffect(low)} to ${sayEffect(high)}`)
}

/** Of a ratio, as its text. */
const asPercent = (ratio: number) => Math.round(ratio * 10_000) / 100

function effectsTable(caption: string, intervals: readonly Interval[]): Table {
  return {
    caption,
    columns: [
      { name: 'Group' },
      { name: 'Likes', isNumber: true },
      { name: 'Likely', isNumber: true },
      { name: 'Posts', isNumber: true },
      { name: 'Beyond chance' },
    ],
    rows: intervals.map((interval) => [
      cell(interval.name),
      interval.effect === null ? cell('too few', null) : cell(sayEffect(interval.effect), asPercent(interval.effect)),
      rangeOf(interval),
      cell(sayWhole(interval.posts), interval.posts),
      cell(interval.isFound ? 'yes' : 'no'),
    ]),
  }
}

function questionSection(
  heading: string,
  caption: string,
  { verdict, sentence }: { verdict: string; sentence: string },
  intervals: readonly Interval[],
): Made {
  const isAsked = verdict !== 'too-few-posts' && intervals.length > 0
  return {
    heading,
    lead: richAnswer(sentence),
    drawing: isAsked ? { kind: 'intervals', intervals } : { kind: 'none' },
    caption: isAsked ? HOW_SURE : null,
    tables: isAsked ? [effectsTable(caption, intervals)] : [],
    showsTable: false,
  }
}

const hour = (value: number) => `${String(value).padStart(2, '0')}:00`
const NOT_ASKED: Made = {
  heading: '',
  lead: [NOTHING_TO_COMPARE],
  drawing: { kind: 'none' },
  caption: null,
  tables: [],
  showsTable: false,
}

export function postingSection(accounts: readonly AnalysedAccount[]): Made {
  const heading = 'When to post'
  if (accounts.length !== 1) return answersOfAll(heading, accounts, ({ posting }) => posting)
  const posting = accounts[0]?.analysis?.posting
  if (!posting) return { ...NOT_ASKED, heading }
  const hours = posting.cells
    .filter(({ family }) => family === 'hours')
    .map(({ from, to, significant, ...cells }) => ({
      ...cells,
      name: `${hour(from)} to ${hour(to)}`,
      isFound: significant,
    }))
  return questionSection(heading, 'Likes by hour', posting, hours)
}

export function formatsSection(accounts: readonly AnalysedAccount[]): Made {
  const heading = 'Formats'
  if (accounts.length !== 1) return answersOfAll(heading, accounts, ({ formats }) => formats)
  const formats = accounts[0]?.analysis?.formats
  if (!formats) return { ...NOT_ASKED, heading }
  const kinds = formats.cells.map(({ format, significant, ...cells }) => ({
    ...cells,
    name: FORMAT_NAMES[format],
    isFound: significant,
  }))
  return questionSection(heading, 'Likes by format', formats, kinds)
}

/** A row for each account with an answer; the others are counted. */
function answersOfAll(
  heading: string,
  accounts: readonly AnalysedAccount[],
  answerOf: (analysis: Analysis) => { verdict: string; sentence: string; posts: number },
): Made {
  const answers = accounts.flatMap(({ username, analysis }) => (analysis ? [{ username, ...answerOf(analysis) }] : []))
  const found = answers.filter(({ verdict }) => verdict === 'found')
  const rest = answers.length - found.length
  const table: Table = {
    caption: `${heading}, by account`,
    columns: [{ name: 'Account' }, { name: 'What the posts show' }, { name: 'Posts', isNumber: true }],
    rows: found.map(({ username, sentence, posts }) => [
      cell(`@${username}`),
      cell(sentence),
      cell(sayWhole(posts), posts),
    ]),
  }
  return {
    heading,
    lead:
      found.length > 0
        ? null
        : [answers.length === 0 ? NOTHING_TO_COMPARE : 'In no account can a difference be shown yet.'],
    drawing: { kind: 'none' },
    caption: joinSentences(
      found.length > 0 && rest > 0 ? `In ${sayCount(rest, 'other account')} no difference can be shown yet.` : '',
      sayAsked(accounts),
    ),
    tables: found.length === 0 ? [] : [table],
    showsTable: true,
  }
}
