/** Four figures of the period, each with its change and where that is counted from; with several accounts also their table. */
import { type AccountFigures, type Change, type NoChange, perPost, type Totals } from '../figures.ts'
import { type Cell, cell, type Section, type Table, type Tile, UNKNOWN } from '../model.ts'
import type { NamedPeriod } from '../periods.ts'
import { NOT_KNOWN, sayCount, sayDayBeside, sayFullDay, sayPercent, sayShort, saySigned, sayWhole } from '../words.ts'

type Made = Omit<Section, 'kind' | 'note'>

/** Rows of accounts that are printed; the others are behind a fold, and in the CSV. */
export const ACCOUNTS_PRINTED = 40

const whole = (value: number | null): Cell => (value === null ? UNKNOWN : cell(sayWhole(value), value))
const signed = (value: number | null): Cell => (value === null ? UNKNOWN : cell(saySigned(value), value))
const round = (value: number, decimals: number) => Number(value.toFixed(decimals))
const rate = (value: number | null): Cell => (value === null ? UNKNOWN : cell(sayPercent(value, 2), round(value, 2)))
const points = (value: number | null): Cell =>
  value === null
    ? UNKNOWN
    : cell(`${value > 0 ? '+' : ''}${sayPercent(value, 2).replace('%', '')} points`, round(value, 2))

/** ' since Sep 28' where the change is not counted from the first day. */
function sayFrom(change: Change, { from, to }: NamedPeriod): string {
  if (change.isAfterBreak) return ` since the source changed on ${sayDayBeside(change.from.day, to)}`
  return change.from.day === from ? '' : ` since ${sayDayBeside(change.from.day, to)}`
}

const NO_CHANGE: Record<NoChange, string> = {
  'no-reading': 'No reading in this period',
  'one-reading': 'No earlier figure to compare with',
  'source-changed': 'The source has just changed',
}

function followersTile(figures: AccountFigures, period: NamedPeriod): Tile {
  const { followers, change, noChange, changeBefore } = figures
  if (!followers) return { name: 'Followers', text: NOT_KNOWN, exact: null, change: 'No figures up to this day' }
  const at = followers.day === period.to ? '' : `, on ${sayDayBeside(followers.day, period.to)}`
  const then = changeBefore === null ? '' : `, was ${saySigned(changeBefore)}`
  const words = change
    ? `${saySigned(change.value)}${sayFrom(change, period)}${then}`
    : NO_CHANGE[noChange ?? 'one-reading']
  return {
    name: 'Followers',
    text: sayShort(followers.value),
    exact: sayWhole(followers.value),
    change: `${words}${at}`,
  }
}

function likesTile(now: number | null, before: number | null): Tile {
  const name = 'Likes per post'
  if (now === null) return { name, text: NOT_KNOWN, exact: null, change: 'No post with known likes' }
  const change =
    before === null
      ? 'No earlier posts to compare with'
      : `${saySigned(Math.round(now) - Math.round(before))}, was ${sayWhole(before)}`
  return { name, text: sayShort(now), exact: sayWhole(now), change }
}

function postsTile(now: number | null, before: number | null, { duringPrevious }: NamedPeriod): Tile {
  const name = 'Posts'
  if (now === null) return { name, text: NOT_KNOWN, exact: null, change: 'Its posts are not known' }
  if (before === null) return { name, text: sayWhole(now), exact: null, change: 'Posts before are not known' }
  const more = now - before
  const change =
    more === 0
      ? 'As many as before'
      : `${sayWhole(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} than ${duringPrevious}`
  return { name, text: sayWhole(now), exact: null, change }
}

function engagementTile(figures: AccountFigures, { to }: NamedPeriod): Tile {
  const { engagement, engagementChange } = figures
  if (!engagement) return { name: 'Engagement', text: NOT_KNOWN, exact: null, change: 'No rate up to this day' }
  const at = engagement.day === to ? '' : `, on ${sayDayBeside(engagement.day, to)}`
  const change = engagementChange === null ? 'No earlier rate to compare with' : points(engagementChange).text
  return {
    name: 'Engagement',
    text: sayPercent(engagement.value),
    exact: rate(engagement.value).text,
    change: `${change}${at}`,
  }
}

/** Of one account. */
export function accountSection(figures: AccountFigures, period: NamedPeriod): Made {
  const { followers, change, engagement } = figures
  const table: Table = {
    caption: 'Figures of the period',
    columns: [
      { name: 'Figure' },
      { name: 'Value', isNumber: true },
      { name: 'Change', isNumber: true },
      { name: 'Counted' },
    ],
    rows: [
      [
        cell('Followers'),
        whole(followers?.value ?? null),
        signed(change?.value ?? null),
        cell(followers ? `${change ? `${sayFullDay(change.from.day)} to ` : ''}${sayFullDay(followers.day)}` : ''),
      ],
      [
        cell('Followers, change in the period before'),
        UNKNOWN,
        signed(figures.changeBefore),
        cell(period.previousName),
      ],
      [
        cell('Likes per post'),
        whole(perPost(figures.likes)),
        signed(differenceOf(perPost(figures.likes), perPost(figures.likesBefore))),
        cell(`${sayCount(figures.likes.posts, 'post')} with known likes`),
      ],
      [
        cell('Posts'),
        whole(figures.posts),
        signed(differenceOf(figures.posts, figures.postsBefore)),
        cell(`against ${period.previousName}`),
      ],
      [
        cell('Engagement'),
        rate(engagement?.value ?? null),
        points(figures.engagementChange),
        cell(engagement ? sayFullDay(engagement.day) : ''),
      ],
    ],
  }
  return {
    heading: 'Figures',
    lead: null,
    drawing: {
      kind: 'tiles',
      tiles: [
        followersTile(figures, period),
        likesTile(perPost(figures.likes), perPost(figures.likesBefore)),
        postsTile(figures.posts, figures.postsBefore, period),
        engagementTile(figures, period),
      ],
    },
    caption: null,
    tables: [table],
    showsTable: false,
  }
}

const differenceOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null ? null : Math.round(now) - Math.round(before)

/** Of several accounts: the sums, and a row for each account. */
export function totalsSection(
  totals: Totals,
  accounts: readonly AccountFigures[],
  period: NamedPeriod,
  leftOut: number,
): Made {
  const { compared, known, change, changeBefore } = totals
  const of = compared === accounts.length ? '' : `, of ${sayCount(compared, 'account')}`
  const followers: Tile = {
    name: 'Followers',
    text: known === 0 ? NOT_KNOWN : sayShort(totals.followers),
    exact: known === 0 ? null : sayWhole(totals.followers),
    change:
      change === null
        ? 'No figures over the whole period'
        : `${saySigned(change)}${changeBefore === null ? '' : `, was ${saySigned(changeBefore)}`}${of}`,
  }
  const engagement: Tile = {
    name: 'Engagement',
    text: totals.engagement === null ? NOT_KNOWN : sayPercent(totals.engagement),
    exact: totals.engagement === null ? null : sayPercent(totals.engagement, 2),
    change: 'Mean of the accounts',
  }
  return {
    heading: 'Figures',
    lead: null,
    drawing: {
      kind: 'tiles',
      tiles: [
        followers,
        likesTile(totals.likesPerPost, totals.likesPerPostBefore),
        postsTile(totals.posts, totals.postsBefore, period),
        engagement,
      ],
    },
    caption: sayAccounts(accounts, compared, leftOut),
    tables: [accountsTable(accounts, totals, period)],
    showsTable: true,
  }
}

function sayAccounts(accounts: readonly AccountFigures[], compared: number, leftOut: number): string {
  const rest = accounts.length - compared
  const parts = [
    leftOut > 0
      ? `The ${sayWhole(accounts.length)} largest accounts; ${sayCount(leftOut, 'smaller one')} left out.`
      : '',
    rest > 0
      ? `Changes are sums of the accounts with figures of one source over the whole period; ${sayCount(rest, 'other')} ${rest === 1 ? 'is' : 'are'} in no sum of changes.`
      : '',
  ]
  return parts.filter(Boolean).join(' ')
}

function accountsTable(accounts: readonly AccountFigures[], totals: Totals, period: NamedPeriod): Table {
  const row = (figures: AccountFigures): Cell[] => {
    const { followers, change, isWhole } = figures
    const isLate = change !== null && (change.isAfterBreak || change.from.day > period.from)
    const end = isWhole || !followers ? '' : ` up to ${sayDayBeside(followers.day, period.to)}`
    const share = change && change.from.value > 0 ? (change.value / change.from.value) * 100 : null
    return [
      cell(`@${figures.username}`),
      whole(followers?.value ?? null),
      change === null
        ? UNKNOWN
        : cell(
            `${saySigned(change.value)}${isLate ? ` since ${sayDayBeside(change.from.day, period.to)}` : end}`,
            change.value,
          ),
      share === null ? UNKNOWN : cell(`${share > 0 ? '+' : ''}${sayPercent(share)}`, round(share, 2)),
      whole(figures.posts),
      figures.posts === 0 ? cell('no posts', null) : whole(perPost(figures.likes)),
      rate(figures.engagement?.value ?? null),
    ]
  }
  return {
    caption: 'Figures by account',
    columns: [
      { name: 'Account' },
      { name: 'Followers', isNumber: true },
      { name: 'Change', isNumber: true },
      { name: 'Growth', isNumber: true },
      { name: 'Posts', isNumber: true },
      { name: 'Likes per post', isNumber: true },
      { name: 'Engagement', isNumber: true },
    ],
    rows: [
      ...accounts.map(row),
      [
        cell('Together'),
        whole(totals.known === 0 ? null : totals.followers),
        signed(totals.change),
        cell('', null),
        whole(totals.posts),
        whole(totals.likesPerPost),
        rate(totals.engagement),
      ],
    ],
  }
}
