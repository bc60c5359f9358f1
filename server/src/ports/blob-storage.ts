import type { Readable } from 'node:stream'

/**
 * Bytes kept by what they are: the name of a blob is the SHA-256 of its content.
 * Storing the same bytes twice keeps them once; a blob never changes under its name.
 */
export interface BlobStorage {
  /** Stores the bytes and answers their hash, 64 hex digits. Safe to repeat. `compress` saves room for texts. */
  put(bytes: Uint8Array, options?: { compress?: boolean }): Promise<string>
  /** The bytes, or null when there is no such blob. `compress` as in `put` finds it sooner. */
  get(hash: string, options?: { compress?: boolean }): Promise<Uint8Array | null>
  /** Stores a file without reading it whole into memory, and answers its hash. The file stays where it is. */
  putFile(path: string): Promise<string>
  /**
   * Reads a blob, or its bytes `range.start` to `range.end`, both included, as a stream; `bytes` is what the stream
   * will hold. The caller reads the stream to its end or destroys it. Null when there is no such blob. Only of what
   * `put` did not compress. Throws `RangeError` for a range that is not within the blob.
   */
  open(hash: string, range?: BlobRange): Promise<OpenBlob | null>
  /**
   * As `open`, in chunks that are good until the next one is asked for: their memory is used again, so that a large blob that is
   * sent on leaves none behind.
   */
  readChunks(hash: string, range: BlobRange): Promise<AsyncIterable<Uint8Array> | null>
  /**
   * As `open`, the bytes as they are stored, also of what `put` compressed (`isCompressed`). `compress` as in `get`. For
   * copies of all of it: nothing is checked.
   */
  openStored(hash: string, options?: { compress?: boolean }): Promise<(OpenBlob & { isCompressed: boolean }) | null>
  /** Removes a blob; removing a missing one is no error. */
  remove(hash: string): Promise<void>
  /**
   * Names of blobs that were stored before a moment, some at a time, without compressed ones. Null where other installations
   * may keep blobs in the same place: what this one does not know may be theirs.
   */
  readonly listStoredBefore: ((moment: number) => AsyncIterable<string[]>) | null
  /** Addresses at which others fetch a blob without a key, until they end. Null where there are none. */
  readonly temporaryAddress: {
    /** Of the storage, as this server names it. */
    readonly origin: string
    of(hash: string, options: { type: string; lastsMs: number }): Promise<string>
  } | null
}

/** Places of the first and the last byte, from 0. */
export interface BlobRange {
  start: number
  end: number
}

export interface OpenBlob {
  stream: Readable
  bytes: number
}

const HASH = /^[0-9a-f]{64}$/

export const isHash = (name: string): boolean => HASH.test(name)

/** Throws for what is no name of a blob: it may become part of a path or an address. */
export function checkHash(hash: string): string {
  if (!isHash(hash)) throw new Error(`Not the name of a blob: ${JSON.stringify(hash.slice(0, 80))}`)
  return hash
}

/** The range, or all of it. Throws `RangeError` as `open` promises. */
export function rangeWithin(size: number, range: BlobRange = { start: 0, end: size - 1 }): BlobRange {
  const { start, end } = range
  const isWhole = start === 0 && end === size - 1
  if (
    !isWhole &&
    !(Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= start && start <= end && end < size)
  )
    throw new RangeError(`Bytes ${start} to ${end} do not lie within a blob of ${size}`)
  return range
}
