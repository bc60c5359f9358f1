/** Four figures of the period, each with its change and where that is counted from; with several accounts also their table. */
import type { Dated, DayChange } from '#features/analytics/index.ts'
import { type AccountFigures, perPost } from '../figures.ts'
import { cell, type Section, type Table, UNKNOWN } from '../model.ts'
import type { NamedPeriod } from '../periods.ts'
import { sayCount, sayFullDay } from '../words.ts'
import { engagementTile, followersTile, likesTile, points, postsTile, rate, toSignedCell, whole } from './tiles.ts'

export type Made = Omit<Section, 'kind' | 'note'>

/** Of one account. */
export function accountSection(figures: AccountFigures, period: NamedPeriod): Made {
  const { followers, change, engagement, engagementChange } = figures
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
        toSignedCell(change?.value ?? null),
        cell(sayCounted(followers, change)),
      ],
      [
        cell('Followers, change in the period before'),
        UNKNOWN,
        toSignedCell(figures.changeBefore),
        cell(period.previousName),
      ],
      [
        cell('Likes per post'),
        whole(perPost(figures.likes)),
        toSignedCell(differenceOf(perPost(figures.likes), perPost(figures.likesBefore))),
        cell(`${sayCount(figures.likes.posts, 'post')} with known likes`),
      ],
      [
        cell('Posts'),
        whole(figures.posts),
        toSignedCell(differenceOf(figures.posts, figures.postsBefore)),
        cell(`against ${period.previousName}`),
      ],
      [
        cell('Engagement'),
        rate(engagement?.value ?? null),
        points(engagementChange?.value ?? null),
        cell(sayCounted(engagement, engagementChange)),
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

/** Sep 30, 2026 to Oct 31, 2026; without a change only the day of the figure. */
function sayCounted(last: Dated | null, change: DayChange | null): string {
  if (!last) return ''
  return change ? `${sayFullDay(change.from.day)} to ${sayFullDay(last.day)}` : sayFullDay(last.day)
}

const differenceOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null ? null : Math.round(now) - Math.round(before)
