/** Three sentences at the top: how followers did, what works, and the best post. Nothing that the sections do not hold. */
import type { Analysis } from '@tangelo/contract'
import { dayFromText } from '#platform/calendar.ts'
import { type AccountFigures, perPost } from '../figures.ts'
import type { AccountInput, RankedPost } from '../input.ts'
import { cell, type Rich, type Section } from '../model.ts'
import type { NamedPeriod, Period } from '../periods.ts'
import type { Totals } from '../totals.ts'
import { sayCount, sayDayBeside, sayMultiple, sayShort, sayWhole } from '../words.ts'
import { richAnswer } from './answers.ts'
import { growthLead } from './growth.ts'

type Made = Omit<Section, 'kind' | 'note'>

/** A move is worth a word in the first sentence when it is this share of the change. */
const LARGE_SHARE = 0.3

const REASONS = {
  cleanup: 'in what looks like a cleanup by Instagram',
  unexplained: 'for a reason the figures do not show',
  giveaway: 'after what looks like a giveaway',
  viral: 'after one post',
} as const

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function largestMove(moves: Analysis['moves'], { from, to }: Period) {
  return moves
    .filter(({ day }) => dayFromText(day) >= from && dayFromText(day) <= to)
    .toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change))[0]
}

function growthSentence(figures: AccountFigures, analysis: Analysis | null, period: NamedPeriod): Rich {
  const lead = growthLead(figures, period)
  const { change } = figures
  if (!analysis || !change) return lead
  const move = largestMove(analysis.moves, { from: Math.max(period.from, change.from.day + 1), to: period.to })
  if (!move || Math.sign(move.change) !== Math.sign(change.value)) return lead
  const [moved, all] = [Math.abs(move.change), Math.abs(change.value)]
  if (moved < all * LARGE_SHARE) return lead
  const day = sayDayBeside(dayFromText(move.day), period.to)
  const when = move.evidence.gap === 0 ? `around ${day}` : `by ${day}`
  const [verb, opposite] = move.change > 0 ? ['came', 'left'] : ['left', 'came']
  const sentence =
    moved <= all
      ? ` Of these, ${sayWhole(moved)} ${verb} ${when}, ${REASONS[move.kind]}.`
      : ` ${upper(when)}, ${sayWhole(moved)} ${verb}, ${REASONS[move.kind]}; others ${opposite}.`
  return [...lead, sentence]
}

/** The first question with an answer, or why there is none. */
function answerSentence(analysis: Analysis | null): Rich | null {
  if (!analysis) return null
  const found = [analysis.posting, analysis.formats].find(({ verdict }) => verdict === 'found')
  return richAnswer((found ?? analysis.posting).sentence)
}

function bestPost([best]: readonly RankedPost[], isOne: boolean): Rich | null {
  if (!best) return null
  // Inside a sentence of ours a caption ends without its own full stop.
  const caption = best.caption.replace(/[\s.,:;]+$/u, '') || best.caption
  const whose = isOne ? '' : ` of @${best.username}`
  if (best.multiple === null)
    return [`The post${whose} with the most likes, `, { strong: caption }, `, got ${sayWhole(best.likes)}.`]
  return [
    `The best post${whose}, `,
    { strong: caption },
    ', reached ',
    { strong: sayMultiple(best.multiple) },
    ' the likes expected of it.',
  ]
}

const asSection = (sentences: readonly (Rich | null)[]): Made => {
  const known = sentences.filter((sentence) => sentence !== null)
  return {
    heading: 'In short',
    lead: null,
    drawing: { kind: 'sentences', sentences: known },
    caption: null,
    tables: [
      {
        caption: 'In short',
        columns: [{ name: 'Sentence' }],
        rows: known.map((sentence) => [cell(plain(sentence))]),
      },
    ],
    showsTable: false,
  }
}

const plain = (rich: Rich): string =>
  rich.map((part) => (typeof part === 'string' ? part : 'strong' in part ? part.strong : part.soft)).join('')

export function accountSummary(
  figures: AccountFigures,
  account: AccountInput,
  ranked: readonly RankedPost[],
  period: NamedPeriod,
): Made {
  return asSection([
    growthSentence(figures, account.ofPeriod, period),
    answerSentence(account.ofYear),
    bestPost(ranked, true),
  ])
}

export function totalSummary(totals: Totals, accounts: readonly AccountFigures[], ranked: readonly RankedPost[]): Made {
  const { compared, known, change } = totals
  const all = sayCount(accounts.length, 'account')
  const has = known === 1 ? 'has' : 'have'
  const [who, have] =
    compared === accounts.length
      ? [all, ` and ${has} `]
      : [`${sayWhole(compared)} of ${all}`, known === accounts.length ? '; all have ' : `; ${sayWhole(known)} ${has} `]
  const together: Rich =
    change === null
      ? [`${all}, with no figures of one source over the whole period.`]
      : [
          `${who} ${change < 0 ? 'lost' : 'gained'} `,
          { strong: `${sayWhole(Math.abs(change))} followers` },
          have,
          { strong: sayShort(totals.followers) },
          known === 1 ? '.' : ' together.',
        ]
  const best = accounts
    .filter(({ isWhole }) => isWhole)
    .toSorted((one, other) => (other.change?.value ?? 0) - (one.change?.value ?? 0))[0]
  const grew: Rich | null =
    accounts.length > 1 && best?.change && best.change.value > 0
      ? [{ strong: `@${best.username}` }, ` grew the most, by ${sayWhole(best.change.value)}`, sayLikes(best), '.']
      : null
  return asSection([together, grew, bestPost(ranked, accounts.length === 1)])
}

function sayLikes({ likes, hiddenLikes, posts }: AccountFigures): string {
  const mean = perPost(likes)
  // The mean is of the posts that are known: those that only a counter knows have no likes.
  return mean === null || !posts || posts > likes.posts + hiddenLikes
    ? ''
    : `, with ${sayCount(posts, 'post')} and ${sayWhole(mean)} likes on each`
}
