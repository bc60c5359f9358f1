/** What an alert says of its causes: one by itself, many as one. Pure. */
import type { AlertKind, MoveKind } from '@tangelo/contract/limits'
import type { Cause } from './causes.ts'

export interface AlertText {
  sentence: string
  cause: string | null
  number: number
  change: number | null
  accountId: number | null
  day: number | null
  companyId: number | null
}

/** The causes of an alert that last: how many, and the first of them, the largest first. */
export interface CauseFacts {
  kind: AlertKind
  count: number
  top: readonly Cause[]
  /** Of moves: how many look like a cleanup by Instagram. */
  cleanups: number
}

const DAY_MS = 86_400_000
const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })
const sayDay = (day: number): string => dayFormat.format(day * DAY_MS)
const sayNumber = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 0 })
const say = (count: number, one: string, many = `${one}s`): string => `${sayNumber(count)} ${count === 1 ? one : many}`

/** Null without any cause. */
export function sayAlert(facts: CauseFacts): AlertText | null {
  const [top] = facts.top
  if (!top) return null
  const one = facts.count === 1
  const said = TEXTS[facts.kind](facts, top)
  return {
    ...said,
    number: facts.count,
    change: one && facts.kind === 'anomaly' ? top.amount : null,
    accountId: one ? top.accountId : null,
    day: one && facts.kind === 'anomaly' ? top.marker : null,
    companyId: one ? top.companyId : null,
  }
}

type Said = Pick<AlertText, 'sentence' | 'cause'>

const TEXTS: Record<AlertKind, (facts: CauseFacts, top: Cause) => Said> = {
  anomaly({ count, cleanups }, top) {
    const largest = `@${top.name} ${(top.amount ?? 0) < 0 ? 'lost' : 'gained'} ${say(Math.abs(top.amount ?? 0), 'follower')} on ${sayDay(top.marker)}`
    if (count === 1) return { sentence: largest, cause: MOVES[(top.detail ?? 'unexplained') as MoveKind] }
    const share =
      cleanups === 0
        ? ''
        : cleanups === count
          ? '. It looks like a cleanup by Instagram'
          : `. ${sayNumber(cleanups)} look like a cleanup by Instagram`
    return { sentence: `Figures of ${say(count, 'account')} moved`, cause: `The largest: ${largest}${share}` }
  },
  threshold: (_, top) => ({ sentence: top.name, cause: top.detail }),
  unread({ count, top: some }, top) {
    if (count === 1) return { sentence: `@${top.name} has had no reading for 2 days`, cause: top.detail }
    const named = some.slice(0, 2).map(({ name }) => `@${name}`)
    const rest = count - named.length
    const listed = rest > 0 ? `${named.join(', ')} and ${sayNumber(rest)} more` : named.join(' and ')
    return { sentence: `${say(count, 'account')} without a reading for 2 days`, cause: listed }
  },
  approval({ count }, top) {
    return { sentence: count === 1 ? top.name : `${say(count, 'post')} answered by a client`, cause: top.detail }
  },
  failed({ count }, top) {
    const isReel = top.groupKey === 'failed:render'
    if (count === 1)
      return {
        sentence: isReel ? `A reel failed to render` : `${top.name} could not be imported`,
        cause: top.detail,
      }
    return {
      sentence: isReel ? `${say(count, 'reel')} failed to render` : `${say(count, 'import')} failed`,
      cause: top.detail,
    }
  },
  credits(_, top) {
    const left = !top.amount ? 'no credits' : say(top.amount, 'credit')
    return { sentence: `${top.name} has ${left} left`, cause: top.detail }
  },
  token(_, top) {
    const days = top.amount ?? 0
    return {
      sentence: `The token of the ${top.name} ${days < 1 ? 'has ended' : days === 1 ? 'ends in a day' : `ends in ${say(days, 'day')}`}`,
      cause: 'No figures are read without a new one',
    }
  },
  backup: (_, top) => ({
    sentence: top.amount === null ? 'There is no backup' : `The newest backup is ${say(top.amount, 'day')} old`,
    cause: 'Make one in the Admin Panel, under System',
  }),
}

const MOVES: Record<MoveKind, string> = {
  cleanup: 'Looks like a cleanup by Instagram',
  giveaway: 'Near a post that looks like a giveaway',
  viral: 'After a post with far more likes than expected',
  unexplained: 'Nothing we hold explains it',
}
