/** What moved the followers, with the evidence of the screen. */
import { dayFromText } from '#platform/calendar.ts'
import { cell, type Table } from '../model.ts'
import type { NamedPeriod } from '../periods.ts'
import { sayDayBeside, sayFullDay, saySigned, sayWhole } from '../words.ts'
import { type AnalysedAccount, countAsked, joinSentences, type Made, NOTHING_TO_COMPARE, sayAsked } from './answers.ts'

const MOVES_MAX = 6
const MOVE_TITLES = {
  cleanup: 'A cleanup by Instagram',
  unexplained: 'Unexplained',
  giveaway: 'A giveaway',
  viral: 'One post brought them',
} as const

/** Of one account, or of several with their names; the largest first, then in the order of days. */
export function movesSection(accounts: readonly AnalysedAccount[], { from, to }: NamedPeriod): Made {
  const isOne = accounts.length === 1
  const all = accounts.flatMap(({ username, analysis }) =>
    (analysis?.moves ?? []).flatMap((move) => {
      const day = dayFromText(move.day)
      return day >= from && day <= to ? [{ username, move, day }] : []
    }),
  )
  const largest = all
    .toSorted((one, other) => Math.abs(other.move.change) - Math.abs(one.move.change))
    .slice(0, MOVES_MAX)
    .toSorted((one, other) => one.day - other.day || one.username.localeCompare(other.username, 'en'))
  const table: Table = {
    caption: 'What moved the followers',
    columns: [{ name: 'Day' }, { name: 'Account' }, { name: 'Change', isNumber: true }, { name: 'What it looks like' }],
    rows: all.map(({ username, move, day }) => [
      cell(sayFullDay(day)),
      cell(`@${username}`),
      cell(saySigned(move.change), move.change),
      cell(move.sentence),
    ]),
  }
  return {
    heading: 'What moved',
    lead:
      all.length > 0
        ? null
        : [
            countAsked(accounts) === 0
              ? NOTHING_TO_COMPARE
              : 'Followers moved as usual: no day stands out beyond chance.',
          ],
    drawing:
      all.length === 0
        ? { kind: 'none' }
        : {
            kind: 'events',
            events: largest.map(({ username, move, day }) => ({
              title: isOne ? MOVE_TITLES[move.kind] : `@${username}`,
              about: move.sentence,
              when: sayDayBeside(day, to),
              change: saySigned(move.change),
              isRise: move.change >= 0,
            })),
          },
    caption: joinSentences(
      all.length > largest.length ? `The ${sayWhole(largest.length)} largest of ${sayWhole(all.length)}.` : '',
      sayAsked(accounts),
    ),
    tables: all.length === 0 ? [] : [table],
    showsTable: false,
  }
}
