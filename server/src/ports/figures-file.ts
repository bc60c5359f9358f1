/**
 * A file of Instagram figures that a person brought: a data set of a scraper, or a table.
 * Readers translate a vendor's words into these; nothing of the vendor's shape goes further.
 */
import type { ImportColumn } from '@tangelo/contract/limits'

/** One post as a source sent it. Null is unknown: a hidden like is never zero (D14). */
export interface PostReading {
  id: string
  shortCode: string | null
  type: 'image' | 'video' | 'carousel' | 'reel'
  caption: string | null
  url: string | null
  /** Where the source shows the picture; such links die within days. */
  sourceImageUrl: string | null
  likes: number | null
  comments: number | null
  /** Of films, where the source states them. */
  views: number | null
  /** Epoch milliseconds. */
  postedAt: number | null
  isPinned: boolean
}

export interface ProfileReading {
  fullName: string | null
  bioText: string | null
  externalUrl: string | null
  inputUrl: string | null
  sourcePictureUrl: string | null
  /** In the order of the source (pinned ones may come first). A file may list more than a source answers with. */
  latestPosts: PostReading[]
  /** The answer as it came, for provenance: JSON text. */
  raw: string
}

/** What a source says of one account at one moment. */
export interface FiguresReading {
  /** Without a leading @, in the case the source wrote. */
  username: string
  /** Epoch milliseconds; null when the source gives a calendar day only, or no time at all. */
  capturedAt: number | null
  /** YYYY-MM-DD, when the source gives a calendar day instead of a moment. */
  day: string | null
  followers: number | null
  following: number | null
  posts: number | null
  /** Percent, only where the source itself states it (a table); else it is made from `profile.latestPosts`. */
  engagementRate: number | null
  /** Only sources that read whole profiles have one. */
  profile: ProfileReading | null
}

/** One post of an account as a table states it. */
export interface PostRow {
  /** Without a leading @, in the case that the table has. */
  username: string
  /** When the figures were read, epoch milliseconds; null where the table does not say. */
  readAt: number | null
  /** Never marked as pinned: a table says nothing about that. */
  post: PostReading
}

/** One row or item of the file; `line` counts from 1 (for a table its header is line 1; for JSON the item's number). */
export type FileRecord =
  | { line: number; reading: FiguresReading; post?: undefined; refused?: undefined }
  | { line: number; post: PostRow; reading?: undefined; refused?: undefined }
  /** `breaksOff`: the file ends or is damaged here, and nothing after it was read. */
  | { line: number; refused: string; breaksOff?: true; reading?: undefined; post?: undefined }

/** Some records of the file in order, and how many bytes of it have been read so far. */
export interface FileBatch {
  records: FileRecord[]
  bytesRead: number
}

/** A file that as a whole is not what it should be: empty, binary, no such format, a missing column. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** What each column of a table holds, in the order of the file; null is left out. */
export type ColumnMapping = readonly (ImportColumn | null)[]

/** A column as its table names it, with its first cells that are not empty. */
export interface FileColumn {
  name: string
  samples: string[]
  /** What it seems to hold, by its name and its cells. */
  guess: ImportColumn | null
}

export type Separator = ',' | ';' | '\t'

export type FileShape = { format: 'json' } | { format: 'table'; separator: Separator; columns: FileColumn[] }

export interface ReadOptions {
  /** Of a table; by the names of its columns unless given. */
  columns?: ColumnMapping | undefined
}

export interface FiguresFile {
  /** What the beginning of the file says. Throws `UnreadableFile` as `read` does. */
  shape(path: string): Promise<FileShape>

  /**
   * Reads the file in order, in batches of at most 500 records, holding a few batches in memory at most.
   * Throws `UnreadableFile` with a sentence for the person who brought it, before the first batch where the text is not UTF-8.
   * A bad row is a `refused` record, not an error.
   */
  read(path: string, options?: ReadOptions): AsyncIterable<FileBatch>
}

export const FIGURES_REQUIRED = ['username', 'date', 'followers'] as const
export const POSTS_REQUIRED = ['username', 'post_id', 'posted_at', 'type', 'likes', 'comments'] as const

/** The columns of a table of posts, in the order in which an export writes them. */
export const POST_COLUMNS = [
  'username',
  'post_id',
  'posted_at',
  'type',
  'likes',
  'comments',
  'views',
  'caption',
  'url',
  'read_at',
] as const
