/** Pictures from addresses that others wrote: a source's response, a file, a user. Nothing in them is trusted. */
export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif' | 'image/avif'

export interface Picture {
  bytes: Uint8Array
  /** By their first bytes, whatever type the server declares. */
  type: PictureType
}

/**
 * Why there is no picture, in a sentence for users that does not contain the address. `refused`: an address that is
 * never called. `gone`: nothing there, or the link has expired; a fresh link may help. `not_a_picture`: something else,
 * or too large. `unavailable`: network, time-outs and faults; a retry may help.
 */
export class NoPicture extends Error {
  override name = 'NoPicture'
  readonly kind: 'refused' | 'gone' | 'not_a_picture' | 'unavailable'
  constructor(kind: NoPicture['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

export interface PictureFetch {
  /** At most 15 MB. Throws `NoPicture`, or the signal's reason when the caller aborted. Retries nothing. */
  fetch(url: string, signal: AbortSignal): Promise<Picture>
}
