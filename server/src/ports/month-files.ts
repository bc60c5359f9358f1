/** Where exported months are put, under names that tell what is in them: a folder, or the bucket under `months/`. */
import type { Readable } from 'node:stream'

export interface MonthFiles {
  /** For what is printed: 'the bucket tangelo'. */
  readonly place: string
  /** All of a small file; null where there is none. */
  read(name: string): Promise<Uint8Array | null>
  /** Not whether it is whole. */
  has(name: string): Promise<boolean>
  /** The caller reads it to its end or destroys it. Null where there is none. */
  open(name: string): Promise<Readable | null>
  /** Puts a file there, whole or not at all, in the place of an earlier one. The file stays where it is. */
  put(name: string, path: string): Promise<void>
  /** Removing a missing one is no error. */
  remove(name: string): Promise<void>
}
