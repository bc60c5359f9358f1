/** What only the owners of connected accounts see of their posts. In a report because who made it chose so: it is for clients. */
import { medianOf } from '#features/analytics/index.ts'
import { dayOf } from '#platform/calendar.ts'
import type { AccountInput } from '../input.ts'
import { type Cell, cell, type Rich, type Section, type Table, UNKNOWN } from '../model.ts'
import type { NamedPeriod } from '../periods.ts'
import { sayCaption, sayCount, sayFullDay, sayWhole } from '../words.ts'

const ROWS_MAX = 10

interface OwnPost {
  username: string
  caption: string | null
  format: string
  day: number
  readOn: number
  views: number | null
  reach: number | null
  saves: number | null
}

function ownPosts({ username, posts }: AccountInput, { from, to }: NamedPeriod, timeZone: string): OwnPost[] {
  return posts.flatMap(({ postedAt, own, caption, type: format }) => {
    if (postedAt === null || own === null) return []
    const day = dayOf(Date.parse(postedAt), timeZone)
    if (day < from || day > to) return []
    const { views, reach, saves } = own
    return [{ username, caption, format, day, readOn: dayOf(Date.parse(own.readAt), timeZone), views, reach, saves }]
  })
}

export function ownerSection(
  accounts: readonly AccountInput[],
  period: NamedPeriod,
  timeZone: string,
  isOne: boolean,
): Omit<Section, 'kind' | 'note'> {
  const found = accounts
    .flatMap((account) => ownPosts(account, period, timeZone))
    .toSorted((one, other) => (other.views ?? -1) - (one.views ?? -1) || one.day - other.day)
  const heading = 'Views, reach and saves'
  if (found.length === 0) {
    const lead = ['No post of this period has figures that only its owner sees.']
    return { heading, lead, drawing: { kind: 'none' }, caption: null, tables: [], showsTable: false }
  }
  const left = found.length - ROWS_MAX
  return {
    heading,
    lead: leadOf(found),
    drawing: { kind: 'none' },
    caption: `The last reading of each post, with the access of its owner. People reached are counted once for each post and never added up.${
      left > 0 ? ` ${sayCount(left, 'post')} with fewer views ${left === 1 ? 'is' : 'are'} not listed.` : ''
    }`,
    tables: [tableOf(found.slice(0, ROWS_MAX), isOne)],
    showsTable: true,
  }
}

/** In the middle of all posts, not only of those that are listed. */
function leadOf(found: readonly OwnPost[]): Rich {
  const middleOf = (figure: 'views' | 'reach' | 'saves') => {
    const known = found.flatMap((post) => post[figure] ?? [])
    return known.length === 0 ? null : sayWhole(Math.round(medianOf(known)))
  }
  const [views, reach, saves] = [middleOf('views'), middleOf('reach'), middleOf('saves')]
  const parts: Rich[] = [
    ...(views === null ? [] : [[{ strong: views }, ' views']]),
    ...(reach === null ? [] : [[{ strong: reach }, ' people reached']]),
    ...(saves === null ? [] : [[{ strong: saves }, ' saves']]),
  ]
  if (parts.length === 0) return ['The owner sees no figures of these posts yet.']
  const joined = parts.flatMap((part, at) => (at === 0 ? part : [at === parts.length - 1 ? ' and ' : ', ', ...part]))
  return [`The median of ${sayCount(found.length, 'post')}: `, ...joined, '.']
}

function tableOf(posts: readonly OwnPost[], isOne: boolean): Table {
  const figure = (value: number | null): Cell => (value === null ? UNKNOWN : cell(sayWhole(value), value))
  return {
    caption: 'Posts as their owners see them',
    columns: [
      { name: 'Post' },
      ...(isOne ? [] : [{ name: 'Account' }]),
      { name: 'Day' },
      { name: 'Format' },
      { name: 'Views', isNumber: true },
      { name: 'Reach', isNumber: true },
      { name: 'Saves', isNumber: true },
      { name: 'Read' },
    ],
    rows: posts.map((post) => [
      cell(sayCaption(post.caption)),
      ...(isOne ? [] : [cell(`@${post.username}`)]),
      cell(sayFullDay(post.day)),
      cell(post.format),
      figure(post.views),
      figure(post.reach),
      figure(post.saves),
      cell(sayFullDay(post.readOn)),
    ]),
  }
}
