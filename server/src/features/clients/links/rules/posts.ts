/** Planned content as a shared calendar shows it, in the time zone of its company. Pure. */
import type { PlannedItem } from '@tangelo/contract'
import { PLANNED_CAPTION_CHARACTERS } from '@tangelo/contract/limits'
import { dayFromText, dayOf } from '#platform/calendar.ts'
import { sayCaption } from '../../reports/rules/words.ts'

export type PostState = 'draft' | 'asked' | 'approved' | 'published'

export interface CalendarPost {
  id: string
  day: number
  /** Null where only the day is known. */
  moment: string | null
  /** 18:30, on the clocks of the time zone. */
  clock: string | null
  username: string | null
  /** Reel. */
  kind: string
  caption: string
  state: PostState
  hasPicture: boolean
}

const DAY_LENGTH = 'YYYY-MM-DD'.length
const OWN_PICTURE = /^\/media\//

/** In the order of their moments; those of a day without an hour come first. */
export function calendarPosts(items: readonly PlannedItem[], timeZone: string): CalendarPost[] {
  const clocks = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const posts = items.flatMap((item) => {
    const { publishDate } = item
    if (publishDate === null) return []
    const isDay = publishDate.length === DAY_LENGTH
    const moment = isDay ? null : publishDate
    const at = Date.parse(publishDate)
    return {
      id: item.id,
      day: isDay ? dayFromText(publishDate) : dayOf(at, timeZone),
      moment,
      clock: isDay ? null : clocks.format(at),
      username: item.account?.username ?? null,
      kind: nameOf(item.mediaType),
      caption: sayCaption(item.caption, PLANNED_CAPTION_CHARACTERS),
      state: stateOf(item),
      hasPicture: item.imageUrl !== null && OWN_PICTURE.test(item.imageUrl),
    }
  })
  return posts.toSorted((one, other) => one.day - other.day || (one.clock ?? '').localeCompare(other.clock ?? ''))
}

const nameOf = (mediaType: string | null) =>
  mediaType === null ? 'Post' : mediaType.charAt(0).toUpperCase() + mediaType.slice(1)

function stateOf({ status, approvalAskedAt }: PlannedItem): PostState {
  const key = status.trim().toLowerCase()
  if (key === 'approved' || key === 'published') return key
  return approvalAskedAt === null ? 'draft' : 'asked'
}
