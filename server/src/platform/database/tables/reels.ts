/** Reels: their images and music, how they are rendered, and the videos that come of it. */
import type { Generated } from 'kysely'

export interface ReelsTables {
  /** What reels have beside the content item: items of a table that no user has changed here have no row. */
  reels: {
    item_id: string
    company_id: number
    /** Of images and settings. */
    version: number
    account_id: number | null
    /** The newest of its renders. */
    render_id: string | null
    /** The video that is shown. */
    video_id: string | null
    /** JSON array of names and sizes, in the order of the item's images; null for unknown ones. */
    image_sizes: string
    /** JSON (contract/src/reels/reel.ts). */
    settings: string
  }
  /** Reels being made, or that were. */
  renders: {
    /** UUID. */
    id: string
    company_id: number
    item_id: string
    /** The user who requested it. */
    user_id: number | null
    user_name: string
    state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
    created_at: number
    ended_at: number | null
    /** 0 to 1. Of all tries: it never goes back. */
    progress: Generated<number>
    frames_done: number | null
    frames: number | null
    /** When it will be done, by the speed of this try. */
    ends_at: number | null
    video_id: string | null
    /** Why it failed, in a sentence. */
    message: string | null
    /** JSON: images and settings as they were at the request. */
    images: string
    settings: string
  }
  /** Videos of reels, with their covers. Each has files of its own, so removing one takes nothing from another. */
  videos: {
    /** 128 random bits: knowing them grants access to the video. */
    id: string
    company_id: number
    item_id: string
    hash: string
    bytes: number
    cover_hash: string
    created_at: number
    /** When it ceased to be shown; it is kept for a while. */
    replaced_at: number | null
    /** JSON (contract/src/reels/renders.ts). */
    reel_check: string
  }
  /** Music that people brought, once for each company. */
  music: {
    /** 128 random bits: knowing them grants access to the music. */
    id: string
    company_id: number
    user_id: number | null
    hash: string
    type: string
    name: string
    seconds: number
    bytes: number
    created_at: number
    /** As that of an upload. */
    removed_at: Generated<number | null>
  }
  /** Images that people brought, once for each company. */
  uploads: {
    /** 128 random bits: knowing them grants access to the image. */
    id: string
    company_id: number
    user_id: number | null
    hash: string
    type: string
    width: number
    height: number
    /** With the small copy that is made at once. */
    bytes: number
    created_at: number
    /** As it was called when it came first; null for those of earlier versions. */
    name: string | null
    /** When a person deleted it: no answer contains it, and its row goes an hour later unless it is in use by then. */
    removed_at: Generated<number | null>
  }
  /** Smaller copies of pictures: uploads, covers, and pictures of accounts alike (docs/decisions/0034). */
  image_variants: {
    /** The blob that it was made of. */
    source_hash: string
    width: number
    /** Null where none can be made: then the picture itself is shown. */
    hash: string | null
  }
  /** Blobs that were put, or lost a row, and whether a row names them is yet to be seen. */
  blob_claims: {
    hash: string
    /** When the sweep looks. Until then the blob is left alone. */
    until: number
    /** 1 while the sweep removes it: a new copy waits for that. */
    is_removing: Generated<0 | 1>
  }
}
