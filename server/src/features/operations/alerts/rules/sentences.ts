/** What an alert says of its causes: one by itself, many as one; in the words of what needs attention. Pure. */
import type { AlertKind, MoveKind } from '@tangelo/contract/limits'
import { FAILED_SENTENCES, sayCreditsLeft } from '../../attention/rules/failed.ts'
import { sayMoved } from '../../attention/rules/moves.ts'
import { sayWithoutReading } from '../../attention/rules/readings.ts'
import { say } from '../../attention/rules/words.ts'
import { type Cause, DRILL_GROUP } from './causes.ts'

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

const FAILED_GROUPS: Readonly<Record<string, keyof typeof FAILED_SENTENCES>> = {
  'failed:render': 'failed-reels',
  'failed:publication': 'publications',
}

type Said = Pick<AlertText, 'sentence' | 'cause'>

const TEXTS: Record<AlertKind, (facts: CauseFacts, top: Cause) => Said> = {
  anomaly({ count, cleanups }, { name: username, marker: day, amount, detail }) {
    const kind = (detail ?? 'unexplained') as MoveKind
    return sayMoved({ count, cleanups, top: { username, day, change: amount ?? 0, kind } })
  },
  threshold: (_, top) => ({ sentence: top.name, cause: top.detail }),
  unread({ count, top: some }, top) {
    const { sentence, listed } = sayWithoutReading(
      count,
      some.map(({ name }) => name),
    )
    return { sentence, cause: count === 1 ? top.detail : listed }
  },
  approval({ count }, top) {
    return { sentence: count === 1 ? top.name : `${say(count, 'post')} answered by a client`, cause: top.detail }
  },
  failed({ count }, { groupKey, name, detail }) {
    return { sentence: FAILED_SENTENCES[FAILED_GROUPS[groupKey] ?? 'failed-imports'](count, name), cause: detail }
  },
  credits: (_, { name, amount, detail }) => ({ sentence: sayCreditsLeft(name, amount ?? 0), cause: detail }),
  token(_, top) {
    const days = top.amount ?? 0
    return {
      sentence: `The token of the ${top.name} ${days < 1 ? 'has ended' : days === 1 ? 'ends in a day' : `ends in ${say(days, 'day')}`}`,
      cause: 'No figures are read without a new one',
    }
  },
  access(_, { name, amount, detail }) {
    const days = amount ?? 0
    const ends = days < 1 ? 'has ended' : days === 1 ? 'ends in a day' : `ends in ${say(days, 'day')}`
    return {
      sentence: `The access to @${name} ${ends}`,
      cause: detail ?? 'Connect it again on the page of the account',
    }
  },
  backup: (_, top) =>
    top.groupKey === DRILL_GROUP
      ? {
          sentence: 'A backup was tried and does not hold',
          cause: top.detail,
        }
      : {
          sentence: top.amount === null ? 'There is no backup' : `The newest backup is ${say(top.amount, 'day')} old`,
          cause: 'Make one in the Admin Panel, under System',
        },
}
