/** The tiles of the four figures, and the cells of their tables. */

import type { DayChange, NoChange } from '#features/analytics/index.ts'
import type { AccountFigures } from '../figures.ts'
import { type Cell, cell, type Tile, UNKNOWN } from '../model.ts'
import type { NamedPeriod } from '../periods.ts'
import { NOT_KNOWN, sayDayBeside, sayPercent, sayShort, saySigned, saySignedPercent, sayWhole } from '../words.ts'

export const whole = (value: number | null): Cell => (value === null ? UNKNOWN : cell(sayWhole(value), value))
export const toSignedCell = (value: number | null): Cell => (value === null ? UNKNOWN : cell(saySigned(value), value))
export const round = (value: number) => Number(value.toFixed(2))
export const rate = (value: number | null): Cell =>
  value === null ? UNKNOWN : cell(sayPercent(value, 2), round(value))
export const points = (value: number | null): Cell =>
  value === null ? UNKNOWN : cell(`${saySignedPercent(value, 2).replace('%', '')} points`, round(value))

/** ' since Sep 28' where the change is not counted from the day before the period. */
function sayFrom(change: DayChange, { from, to }: NamedPeriod): string {
  if (change.isAfterBreak) return ` since the source changed on ${sayDayBeside(change.from.day, to)}`
  return change.from.day === from - 1 ? '' : ` since ${sayDayBeside(change.from.day, to)}`
}

const NO_CHANGE: Record<NoChange, string> = {
  'no-reading': 'No reading in this period',
  'one-reading': 'No earlier figure to compare with',
  'source-changed': 'The source has just changed',
}

export function followersTile(figures: AccountFigures, period: NamedPeriod): Tile {
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

export function likesTile(now: number | null, before: number | null): Tile {
  const name = 'Likes per post'
  if (now === null) return { name, text: NOT_KNOWN, exact: null, change: 'No post with known likes' }
  const change =
    before === null
      ? 'No earlier posts to compare with'
      : `${saySigned(Math.round(now) - Math.round(before))}, was ${sayWhole(before)}`
  return { name, text: sayShort(now), exact: sayWhole(now), change }
}

export function postsTile(
  now: number | null,
  before: number | null,
  { duringPrevious }: NamedPeriod,
  accounts = 1,
): Tile {
  const name = 'Posts'
  if (now === null)
    return { name, text: NOT_KNOWN, exact: null, change: `${accounts === 1 ? 'Its' : 'Their'} posts are not known` }
  if (before === null) return { name, text: sayWhole(now), exact: null, change: 'Posts before are not known' }
  const more = now - before
  const change =
    more === 0
      ? 'As many as before'
      : `${sayWhole(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} than ${duringPrevious}`
  return { name, text: sayWhole(now), exact: null, change }
}

export function engagementTile(figures: AccountFigures, period: NamedPeriod): Tile {
  const { engagement, engagementChange } = figures
  if (!engagement) return { name: 'Engagement', text: NOT_KNOWN, exact: null, change: 'No rate up to this day' }
  const at = engagement.day === period.to ? '' : `, on ${sayDayBeside(engagement.day, period.to)}`
  const change = engagementChange
    ? `${points(engagementChange.value).text}${sayFrom(engagementChange, period)}`
    : 'No earlier rate to compare with'
  return {
    name: 'Engagement',
    text: sayPercent(engagement.value),
    exact: rate(engagement.value).text,
    change: `${change}${at}`,
  }
}
