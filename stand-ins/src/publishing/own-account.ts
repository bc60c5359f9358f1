/** A professional account that people connect, and everything that calls and people leave on it. */
import type { Hash } from 'node:crypto'
import type { MediaFile } from './media-files.ts'

/** As tests describe one; what is missing comes from the seed. */
export interface OwnAccountSample {
  username: string
  followers?: number
  /** A Page that Facebook Login finds it by; true unless it says otherwise. */
  hasPage?: boolean
  /** What the person may do on the Page. */
  tasks?: readonly string[]
  /** Feed posts that are there from the beginning, one a day. */
  posts?: number
}

export type MediaKind = 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM'
export type Product = 'FEED' | 'REELS' | 'STORY'

export interface Media {
  id: string
  shortcode: string
  kind: MediaKind
  product: Product
  /** Undefined where none was given: it is left out then. */
  caption: string | undefined
  altText: string | undefined
  isSharedToFeed: boolean
  isMarkedAsAi: boolean
  /** Epoch milliseconds. */
  at: number
  childIds: readonly string[]
  /** Of a carousel's items: they are in no list and have no insights. */
  isChild: boolean
  /** Null for what people post by hand. */
  containerId: string | null
  /** Posted before the account became professional: has no insights. */
  isFromBefore: boolean
  comments: Comment[]
}

export interface Comment {
  id: string
  text: string
  at: number
  username: string
}

export interface Container {
  id: string
  accountId: string
  madeAt: number
  /** As it was sent, read from JSON or the form. */
  request: Readonly<Record<string, unknown>>
  /** Epoch milliseconds from which it is finished; null while its bytes are missing. */
  readyAt: number | null
  /** What it fetches before that. */
  fetching: Promise<void> | undefined
  /** The subcode with which it fails. */
  fault: number | undefined
  upload: Upload | undefined
  durationMs: number | undefined
  /** The posts it became: more than one is a duplicate. */
  mediaIds: string[]
}

export interface Upload {
  /** Undefined until the first call names it. */
  size: number | undefined
  arrived: number
  hash: Hash
  file: MediaFile
}

export interface OwnAccount {
  id: string
  /** Of Instagram Login, for one application alone. */
  scopedId: string
  username: string
  name: string
  followers: number
  pageId: string | null
  tasks: readonly string[]
  /** False once it was turned into a personal one. */
  isProfessional: boolean
  isRestricted: boolean
  wantsTwoFactor: boolean
  quotaTotal: number
  /** Oldest first. */
  media: Media[]
}
