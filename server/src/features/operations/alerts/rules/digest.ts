/** What a weekly digest says. Pure: the same week gives the same text. Null for a week in which nothing happened. */
import type { Digest } from '#features/mail/index.ts'
import { sayMove } from '../../attention/rules/moves.ts'
import { say, sayDay } from '../../attention/rules/words.ts'

export interface DigestFacts {
  /** Days since 1970-01-01, both included. */
  from: number
  to: number
  /** The largest first. */
  moves: readonly { username: string; day: number; change: number }[]
  /** Of each client, over the week. */
  clients: readonly {
    name: string
    accounts: number
    followers: number | null
    followerChange: number | null
    posts: number | null
  }[]
  /** Posts of the next seven days. */
  due: number
  /** What waits: sentences of what needs attention. */
  waiting: readonly { sentence: string; cause: string | null }[]
}

const MOVES_MAX = 10
const CLIENTS_MAX = 20
const sayNumber = (value: number): string => value.toLocaleString('en-US').replace('-', '−')
const saySigned = (value: number): string => (value > 0 ? `+${sayNumber(value)}` : sayNumber(value))

export function sayDigest({ from, to, moves, clients, due, waiting }: DigestFacts): Digest | null {
  const changed = clients.filter(({ followerChange, posts }) => (followerChange ?? 0) !== 0 || (posts ?? 0) !== 0)
  if (moves.length === 0 && changed.length === 0 && due === 0 && waiting.length === 0) return null
  const sections: { heading: string; lines: string[]; link?: Digest['link'] }[] = []
  if (moves.length > 0)
    sections.push({
      heading: 'What moved',
      lines: [...moves.slice(0, MOVES_MAX).map(sayMove), ...more(moves.length - MOVES_MAX, 'account')],
    })
  if (changed.length > 0)
    sections.push({
      heading: 'Clients',
      lines: [...changed.slice(0, CLIENTS_MAX).map(sayClient), ...more(changed.length - CLIENTS_MAX, 'client')],
    })
  if (due > 0)
    sections.push({
      heading: 'This week',
      lines: [`${say(due, 'post')} due in the next seven days`],
      link: { path: '/planning?tab=calendar', label: 'Open the calendar' },
    })
  if (waiting.length > 0)
    sections.push({
      heading: 'What waits for you',
      lines: waiting.map(({ sentence, cause }) => (cause === null ? sentence : `${sentence}: ${cause}`)),
    })
  return {
    topic: 'weekly-digest',
    title: `Your week: ${sayDay(from)} to ${sayDay(to)}`,
    lines: [],
    sections,
    link: { path: '/', label: 'Open tangelo' },
  }
}

function sayClient({ name, accounts, followers, followerChange, posts }: DigestFacts['clients'][number]): string {
  const parts = [
    followers === null ? null : `${say(followers, 'follower')}`,
    followerChange === null ? null : `${saySigned(followerChange)} this week`,
    posts === null ? null : say(posts, 'new post'),
  ].filter((part) => part !== null)
  return `${name} (${say(accounts, 'account')}): ${parts.join(', ')}`
}

const more = (left: number, one: string): string[] => (left > 0 ? [`and ${say(left, `other ${one}`)}`] : [])
