/** The figures of several accounts: their sums, and a row for each. */
import { beginningOf } from '#features/analytics/index.ts'
import { type AccountFigures, perPost } from '../figures.ts'
import { type Cell, cell, type Table, type Tile, UNKNOWN } from '../model.ts'
import type { NamedPeriod } from '../periods.ts'
import type { Totals } from '../totals.ts'
import {
  NOT_KNOWN,
  sayCount,
  sayDayBeside,
  sayPercent,
  sayShort,
  saySigned,
  saySignedPercent,
  sayWhole,
} from '../words.ts'
import type { Made } from './figures.ts'
import { likesTile, postsTile, rate, round, toSignedCell, whole } from './tiles.ts'

/** Rows of accounts that are printed; the others are behind a fold, and in the CSV. */
export const ACCOUNTS_PRINTED = 40

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
        postsTile(totals.posts, totals.postsBefore, period, accounts.length),
        engagement,
      ],
    },
    caption: sayAccounts(accounts, totals, leftOut),
    tables: [accountsTable(accounts, totals, period)],
    showsTable: true,
  }
}

function sayAccounts(accounts: readonly AccountFigures[], { compared, stale }: Totals, leftOut: number): string {
  const rest = accounts.length - compared
  const parts = [
    leftOut > 0
      ? `The ${sayWhole(accounts.length)} largest accounts; ${sayCount(leftOut, 'smaller one')} left out.`
      : '',
    stale > 0
      ? `${sayCount(stale, 'account')} whose last figures are more than two days older than the end ${stale === 1 ? 'is' : 'are'} in no sum.`
      : '',
    rest > 0
      ? `Changes are sums of the accounts with figures of one source over the whole period, counted from at most two days before it; ${sayCount(rest, 'other')} ${rest === 1 ? 'is' : 'are'} in no sum of changes.`
      : '',
  ]
  return parts.filter(Boolean).join(' ')
}

/** Where the change of an account is not of the whole period, or its figures are not of the end: since when, and up to when. */
function sayCounted(
  { followers, change, isStale, engagement, isRateStale }: AccountFigures,
  period: NamedPeriod,
): string {
  const isOfPart = change !== null && (change.isAfterBreak || beginningOf(change, period) !== 'near')
  return [
    isOfPart ? `since ${sayDayBeside(change.from.day, period.to)}` : '',
    isStale && followers ? `up to ${sayDayBeside(followers.day, period.to)}` : '',
    isRateStale && !isStale && engagement ? `engagement of ${sayDayBeside(engagement.day, period.to)}` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

function accountsTable(accounts: readonly AccountFigures[], totals: Totals, period: NamedPeriod): Table {
  const counted = accounts.map((figures) => sayCounted(figures, period))
  const hasParts = counted.some((text) => text !== '')
  const part = (text: string): Cell[] => (hasParts ? [cell(text, text || null)] : [])
  const row = (figures: AccountFigures, at: number): Cell[] => {
    const { followers, change } = figures
    const share = change && change.from.value > 0 ? (change.value / change.from.value) * 100 : null
    return [
      cell(`@${figures.username}`),
      whole(followers?.value ?? null),
      toSignedCell(change?.value ?? null),
      share === null ? UNKNOWN : cell(saySignedPercent(share), round(share)),
      whole(figures.posts),
      figures.posts === 0 ? cell('no posts', null) : whole(perPost(figures.likes)),
      rate(figures.engagement?.value ?? null),
      ...part(counted[at] ?? ''),
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
      ...(hasParts ? [{ name: 'Only' }] : []),
    ],
    rows: [
      ...accounts.map(row),
      [
        cell('Together'),
        whole(totals.known === 0 ? null : totals.followers),
        toSignedCell(totals.change),
        cell('', null),
        whole(totals.posts),
        whole(totals.likesPerPost),
        rate(totals.engagement),
        ...part(''),
      ],
    ],
  }
}
