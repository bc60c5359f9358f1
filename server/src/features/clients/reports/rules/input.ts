/** What a report is made from: figures, posts and answers as the services give them to the screens. */
import type { Analysis, MetricHistoryEntry, Peers, Post } from '@tangelo/contract'
import type { PostFormat, ReportSection, ReportSubject } from '@tangelo/contract/limits'
import type { NamedPeriod } from './periods.ts'

export interface AccountInput {
  id: number
  username: string
  /** It is read once in so many days. */
  everyDays: number
  /** Oldest first; it begins before the period, so that a gap at its beginning has a last known figure. */
  history: readonly MetricHistoryEntry[]
  /** The latest first, since the beginning of the previous period. */
  posts: readonly Post[]
  /** Whether posts are known from before the previous period: those that are known are then all of both periods. */
  knowsPostsBefore: boolean
  ofPeriod: Analysis | null
  /** The year that ends with the period: questions about kinds of posts need many. */
  ofYear: Analysis | null
  peers: Peers | null
}

/** An item of the content database. */
export interface PlannedInput {
  caption: string | null
  mediaType: string | null
  imageUrl: string | null
  status: string
  publishDate: string | null
  username: string | null
  needsApproval: boolean
}

export interface PlanInput {
  /** In the order of their days. */
  posts: readonly PlannedInput[]
  /** There are more, which one report does not hold. */
  isCut: boolean
}

/** A post that may stand out. */
export interface RankedPost {
  id: string
  username: string
  caption: string
  day: number
  format: PostFormat
  likes: number
  comments: number | null
  url: string | null
  imageUrl: string | null
  /** Of the likes expected of it; null where nothing was expected. */
  multiple: number | null
}

export interface ReportInput {
  title: string
  subject: { kind: ReportSubject; name: string }
  period: NamedPeriod
  /** The last day of the period that has come. */
  until: number
  timeZone: string
  brand: { name: string | null; colour: string; logo: string | null }
  sections: readonly { kind: ReportSection; note: string | null }[]
  accounts: readonly AccountInput[]
  /** Smaller accounts that one report does not hold. */
  accountsLeftOut: number
  planned: PlanInput
  published: PlanInput
  /** The posts that stand out, the best first. */
  ranked: readonly RankedPost[]
  /** `data:` addresses by media address. */
  pictures: ReadonlyMap<string, string>
}
