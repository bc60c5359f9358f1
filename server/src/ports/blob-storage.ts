import type { Readable } from 'node:stream'

/**
 * Bytes kept by what they are: the name of a blob is the SHA-256 of its content.
 * Storing the same bytes twice keeps them once; a blob never changes under its name.
 */
export interface BlobStorage {
  /** Stores the bytes and answers their hash, 64 hex digits. Safe to repeat. `compress` saves room for texts. */
  put(bytes: Uint8Array, options?: { compress?: boolean }): Promise<string>
  /** The bytes, or null when there is no such blob. */
  get(hash: string): Promise<Uint8Array | null>
  /** Stores a file without reading it whole into memory, and answers its hash. The file stays where it is. */
  putFile(path: string): Promise<string>
  /**
   * Reads a part: bytes `start` to `end`, both included, as a stream. Null when there is no such blob. Only of what `put`
   * did not compress.
   */
  open(hash: string, range?: { start: number; end: number }): Promise<{ stream: Readable; bytes: number } | null>
  /** Removes a blob; removing a missing one is no error. */
  remove(hash: string): Promise<void>
}
