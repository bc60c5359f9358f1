/** What is sent to Instagram before it is published: the container of a post, and the file of a video. */
import type { Refusal } from './publishing-outcome.ts'

/** `at`: where in the picture, from 0 to 1 of its width and height. */
export interface PersonTag {
  username: string
  at: { x: number; y: number } | null
}

/** The service fetches an address itself; `upload` is sent with `upload` below, where the login allows it. */
export type VideoSource = { from: 'address'; url: string } | { from: 'upload' }

interface Described {
  caption: string | null
  /** A Page with a location; Facebook's login only. */
  placeId?: string | null
  collaborators?: readonly string[]
  isMadeByAi?: boolean
  /** Facebook's login only. */
  asksForComments?: boolean
}

/** What a container is made of. Fields that a kind does not take are not in it. */
export type ContainerOptions =
  | (Described & { kind: 'image'; imageUrl: string; altText?: string | null; tags?: readonly PersonTag[] })
  | { kind: 'carousel_image'; imageUrl: string; altText?: string | null; tags?: readonly PersonTag[] }
  | { kind: 'carousel_video'; video: VideoSource }
  | (Described & { kind: 'carousel'; childIds: readonly string[] })
  | (Described & {
      kind: 'reel'
      video: VideoSource
      tags?: readonly PersonTag[]
      sharesToFeed?: boolean
      /** Beats `coverAtMs`. */
      coverUrl?: string | null
      coverAtMs?: number | null
      audioName?: string | null
      /** Shown to strangers first; then to followers by the person, or by the service. */
      trial?: 'by_hand' | 'by_performance' | null
    })
  | { kind: 'story_image'; imageUrl: string; tags?: readonly PersonTag[]; isMadeByAi?: boolean }
  | { kind: 'story_video'; video: VideoSource; tags?: readonly PersonTag[]; isMadeByAi?: boolean }

export interface MadeContainer {
  id: string
  /** Where the bytes go; null where there is nothing to upload. */
  uploadUrl: string | null
}

export interface ContainerReading {
  /** `published` does not name the post: look it up. `expired`: 24 hours have passed. */
  state: 'working' | 'ready' | 'published' | 'failed' | 'expired'
  /** Why it failed, as for a refused call; null in every other state. */
  failure: Refusal | null
  /** Bytes that have arrived, where the service says so. */
  bytesArrived: number | null
}

/**
 * A file that is read from any place in it, in chunks, so that it never is in memory as a whole. A chunk is good until the next one
 * is asked for.
 */
export interface UploadFile {
  bytes: number
  readFrom(offset: number): AsyncIterable<Uint8Array>
}
