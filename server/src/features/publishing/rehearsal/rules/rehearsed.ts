/** What is looked at of a post. */
import type { PublicationKind, PublicationWay } from '@tangelo/contract/limits'
import type { MediaFacts } from './picture-fit.ts'

/** How Instagram gets the bytes. */
export type Way =
  /** Sent from here; also works behind a router. */
  | 'upload'
  /** Fetched by Instagram: from the bucket, or from this server. */
  | 'bucket'
  | 'server'

export interface Rehearsed {
  kind: PublicationKind
  /** As it will be sent: with the hashtags of the item. */
  text: string
  /** Without @. */
  tagged: readonly string[]
  collaborators: readonly string[]
  /** As the item has it: a name, or the number of a Page that is a place. */
  location: string | null
  /** Whether the login sends places. */
  takesPlaces: boolean
  altTexts: readonly string[]
  firstComment: string | null
  cover: { source: 'frame'; ms: number } | { source: 'image'; facts: MediaFacts } | null
  media: readonly MediaFacts[]
  /** Whether the person agreed that pictures are cut to what Instagram takes. */
  crops: boolean
  /** Null where none works. */
  way: Way | null
  /** Whether a video can be sent from here, which "publish as a reel" would use. */
  canUpload: boolean
  account: {
    username: string
    /** `gone`: never connected, or disconnected. */
    state: 'connected' | 'gone' | 'expired' | 'denied'
    /** Null where there is no end. */
    expiresAt: number | null
    pausedBecause: string | null
  }
  /** `unseen`: approved, but what would go out holds media that the client was not shown. */
  approval: 'not_needed' | 'approved' | 'missing' | 'edited' | 'unseen'
  /** Null where the service gave no answer; `later` where it is asked right before the order. A total of null is no limit. */
  quota: { used: number; total: number | null } | 'later' | null
  now: number
  /** When it goes out. */
  at: number
  /** By hand, what is sent from here is offered to copy. */
  how: PublicationWay
  /** Days are named on its clocks. */
  timeZone: string
}
