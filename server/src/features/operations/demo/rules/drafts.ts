/** The drafts of the demo: what they say, when they are due, and what state they are in. */
import { dayToText } from '#platform/calendar.ts'
import { DRAFT_CAPTIONS } from './captions.ts'
import { CLIENTS } from './clients.ts'
import { randomFor } from './random.ts'

export interface DemoDraft {
  caption: string
  status: 'Draft' | 'Approved' | 'Published'
  mediaType: 'image' | 'carousel' | 'video'
  /** A moment, or null for one without a date. */
  publishDate: string | null
  hashtags: readonly string[]
  location: string
  likes: number | null
  comments: number | null
  /** Which pictures of the client it shows. */
  pictures: readonly number[]
  /** Which account of the client it is for. */
  account: number
  isAssigned: boolean
  /** A draft that waits for approval. */
  isAsked: boolean
}

export const DRAFTS_PER_CLIENT = 12
/** Days from the last day of the demo on which each is due; null has no date yet. */
const DUE_DAYS = [-11, -7, -4, -1, 1, 2, 4, 6, 9, 13, null, null] as const
const HOURS = [8, 12, 17, 18, 19] as const

export function draftsOf(client: number, lastDay: number): DemoDraft[] {
  const { hashtags, places, name } = CLIENTS[client] ?? fail()
  const captions = DRAFT_CAPTIONS[client] ?? []
  return captions.slice(0, DRAFTS_PER_CLIENT).map((caption, at) => {
    const random = randomFor(`draft:${name}:${at}`)
    const days = DUE_DAYS[(at * 5 + client) % DUE_DAYS.length] ?? null
    const isPast = days !== null && days < 0
    // A day apart from one client to the next, and away from today: at this hour its moment may be over, or still to come.
    const due = days === null ? null : days + (isPast ? -1 : 1) * (client % 2)
    const isSoon = days !== null && days >= 0 && days <= 4
    const likes = isPast ? random.whole(240, 4_800) : null
    const hour = String(random.pick(HOURS)).padStart(2, '0')
    const isCarousel = at % 4 === 1
    return {
      caption,
      status: isPast ? 'Published' : isSoon && at % 3 !== 0 ? 'Approved' : 'Draft',
      mediaType: isCarousel ? 'carousel' : 'image',
      publishDate: due === null ? null : `${dayToText(lastDay + due)}T${hour}:${at % 2 === 0 ? '00' : '30'}:00.000Z`,
      hashtags,
      location: random.pick(places),
      likes,
      comments: likes === null ? null : Math.round(likes * 0.03),
      pictures: isCarousel ? [at, (at + 3) % DRAFTS_PER_CLIENT, (at + 7) % DRAFTS_PER_CLIENT] : [at],
      account: at % (CLIENTS[client]?.branches.length ?? 1),
      isAssigned: at % 3 !== 2,
      isAsked: !isPast && !(isSoon && at % 3 !== 0) && at % 4 === 2,
    }
  })
}

const fail = (): never => {
  throw new RangeError('The demo has no such client')
}
