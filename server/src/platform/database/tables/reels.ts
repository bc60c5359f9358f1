/** Reels: their images and music, how they are rendered, and the videos that come of it. */
import type { Generated } from 'kysely'

export interface ReelsTables {
  /** What reels have beside the content item: items of a table that nobody has changed here have no row. */
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
    /** JSON array of names and sizes, in the order of the item's images; null for those that nobody knows. */
    image_sizes: string
    /** JSON (contract/src/reels.ts). */
    settings: string
  }
  /** Reels being made, or that were. */
  renders: {
    /** UUID. */
    id: string
    company_id: number
    item_id: string
    /** Who asked for it. */
    user_id: number | null
    user_name: string
    state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
    created_at: number
    ended_at: number | null
    /** 0 to 1. Of all tries: it never goes back. */
    progress: Generated<number>
    frames_done: number | null
    frames: number | null
    /** When it will be done, by the pace of this try. */
    ends_at: number | null
    video_id: string | null
    /** Why it failed, in a sentence. */
    message: string | null
    /** JSON: images and settings as they were when it was asked for. */
    images: string
    settings: string
  }
  /** Videos of reels, with their covers. Each has files of its own, so removing one takes nothing from another. */
  videos: {
    /** 128 random bits: whoever knows it sees the video. */
    id: string
    company_id: number
    item_id: string
    hash: string
    bytes: number
    cover_hash: string
    created_at: number
    /** When it ceased to be shown; it is kept for a while. */
    replaced_at: number | null
    /** JSON (contract/src/renders.ts). */
    reel_check: string
  }
  /** Music that people brought, once for each company. */
  music: {
    /** 128 random bits: whoever knows it hears the music. */
    id: string
    company_id: number
    user_id: number | null
    hash: string
    type: string
    name: string
    seconds: number
    bytes: number
    created_at: number
  }
  /** Images that people brought, once for each company. */
  uploads: {
    /** 128 random bits: whoever knows it sees the image. */
    id: string
    company_id: number
    user_id: number | null
    hash: string
    type: string
    width: number
    height: number
    /** With the thumbnail. */
    bytes: number
    thumbnail_hash: string
    created_at: number
    /** As it was called when it came first; null for those of earlier versions. */
    name: string | null
  }
}
