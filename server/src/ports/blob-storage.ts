/**
 * Bytes kept by what they are: the name of a blob is the SHA-256 of its content.
 * Storing the same bytes twice keeps them once; a blob never changes under its name.
 */
export interface BlobStorage {
  /** Stores the bytes and answers their hash, 64 hex digits. Safe to repeat. `compress` saves room for texts. */
  put(bytes: Uint8Array, options?: { compress?: boolean }): Promise<string>
  /** The bytes, or null when there is no such blob. */
  get(hash: string): Promise<Uint8Array | null>
  /** Removes a blob; removing a missing one is no error. */
  remove(hash: string): Promise<void>
}
