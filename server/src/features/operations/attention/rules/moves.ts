/** The sentences about accounts whose figures moved. */
import type { AttentionItem } from '@tangelo/contract'
import type { MoveKind } from '@tangelo/contract/limits'
import { dayToText } from '#platform/calendar.ts'
import { say, sayDay, sayNumber } from './words.ts'

export interface MoveFact {
  id: number
  username: string
  companyId: number
  day: number
  change: number
  kind: MoveKind
  others: number
}

export const sayMove = ({ username, day, change }: Pick<MoveFact, 'username' | 'day' | 'change'>): string =>
  `@${username} ${change < 0 ? 'lost' : 'gained'} ${say(Math.abs(change), 'follower')} on ${sayDay(day)}`

/** Of accounts that moved: how many, how many by a cleanup, and the largest. `others` where it is known. */
interface Moved {
  count: number
  cleanups: number
  top: Pick<MoveFact, 'username' | 'day' | 'change' | 'kind'> & { others?: number }
}

/** In the words of alerts, too. */
export function sayMoved({ count, cleanups, top }: Moved): { sentence: string; cause: string } {
  const largest = sayMove(top)
  if (count === 1) return { sentence: largest, cause: CAUSES[top.kind](top) }
  const share =
    cleanups === 0
      ? ''
      : cleanups === count
        ? '. It looks like a cleanup by Instagram'
        : `. ${sayNumber(cleanups)} look like a cleanup by Instagram`
  return { sentence: `Figures of ${say(count, 'account')} moved`, cause: `The largest: ${largest}${share}` }
}

export function sayMoves(scope: string, moves: readonly MoveFact[]): AttentionItem[] {
  const [top] = [...moves].sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.id - b.id)
  if (!top) return []
  const latest = Math.max(...moves.map(({ day }) => day))
  const cleanups = moves.filter(({ kind }) => kind === 'cleanup').length
  return [
    {
      ...sayMoved({ count: moves.length, cleanups, top }),
      id: `moved@${scope}:${dayToText(latest)}`,
      kind: 'moved',
      number: moves.length,
      change: top.change,
      accountId: top.id,
      day: dayToText(top.day),
      companyId: top.companyId,
    },
  ]
}

const CAUSES: Record<MoveKind, (move: Moved['top']) => string> = {
  cleanup: ({ others }) =>
    `Looks like a cleanup by Instagram${others === undefined ? '' : `, seen on ${say(others + 1, 'account')}`}`,
  giveaway: ({ change }) => (change < 0 ? 'Soon after a giveaway' : 'After a post that looks like a giveaway'),
  viral: () => 'After a post with far more likes than expected',
  unexplained: () => 'Nothing we hold explains it',
}
