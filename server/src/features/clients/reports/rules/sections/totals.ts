/** The figures of several accounts: their sums, and a row for each. */
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
import { likesTile, postsTile, rate, round, signed, whole } from './tiles.ts'

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
    const isLate = change !== null && (change.isAfterBreak || change.from.day >= period.from)
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
      share === null ? UNKNOWN : cell(saySignedPercent(share), round(share)),
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
