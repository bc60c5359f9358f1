/** Figures of posts and accounts that only their owner sees. */

/** Figures of one post. Watch times are milliseconds, `skipPercent` percent, all others counts. */
export type PostFigure =
  | 'views'
  | 'reach'
  | 'likes'
  | 'comments'
  | 'saves'
  | 'shares'
  | 'reposts'
  | 'interactions'
  | 'follows'
  | 'profileVisits'
  | 'profileActions'
  | 'replies'
  | 'navigation'
  | 'linkClicks'
  | 'averageWatchMs'
  | 'totalWatchMs'
  | 'skipPercent'

/** Figures of an account over a window. `reach` counts people: windows are never added. */
export type AccountFigure =
  | 'views'
  | 'reach'
  | 'engagedAccounts'
  | 'interactions'
  | 'likes'
  | 'comments'
  | 'saves'
  | 'shares'
  | 'replies'
  | 'reposts'
  | 'profileLinkTaps'

/** What is missing was not answered: it is unknown, not 0. */
export type Figures<Name extends string> = Readonly<Partial<Record<Name, number>>>

/** Epoch milliseconds. */
export interface Window {
  since: number
  until: number
}

export interface DayFigure {
  value: number
  /** When the service's day ended, in epoch milliseconds. */
  endsAt: number
}

/** A share of the followers; `value` as the service spells it, without regard to case. */
export interface AudiencePart {
  value: string
  people: number
}
