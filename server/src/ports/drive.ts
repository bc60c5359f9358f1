/**
 * The drive where people collect pictures: folders in a folder named 'reels', each of them one reel. Answers are in our
 * words; a provider's queries, page tokens and shortcuts stay in its adapter (docs/decisions/0020).
 */

/** `folder`: one on this machine. `google`: Google Drive, which each company connects for itself. */
export type DriveName = 'folder' | 'google'

/** A folder that can become a reel. */
export interface DriveFolder {
  /** Of the folder that holds the pictures; stays when it is renamed. What was imported is known by it. */
  id: string
  /** What a rename changes: the folder itself, or the shortcut by which it was found. */
  entryId: string
  name: string
  /** Null where there is none. */
  description: string | null
  /** Epoch milliseconds. */
  createdAt: number
  /** Where the folder named 'reels' is that this one was found in; null while there is only one. Differs for each of them. */
  place: string | null
}

/** A picture as the drive describes it; only its bytes decide what it is. */
export interface DriveImage {
  /** Works for `thumbnail` and `download`; at most 1,000 characters, none of which mean anything. */
  id: string
  folderId: string
  name: string
  /** As the drive calls it: 'image/jpeg', 'image/heif'. */
  type: string
  /** Null where the drive does not say. */
  bytes: number | null
  /** Another text as soon as the picture is another one. */
  version: string
}

export interface Thumbnail {
  bytes: Uint8Array
  type: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif'
}

/**
 * Why a call failed, in a sentence for users, without tokens and addresses. `connection_lost`: the company has to
 * connect again. `refused`: not allowed, and a retry changes nothing. `limited`: too many calls; `retryAt` is the
 * moment to retry. `gone`: the folder or picture is not there any more, or not for us. `too_large`: a picture with more
 * bytes than were wanted. `unavailable`: network, time-outs and faults at the drive; a retry may help.
 * `not_understood`: an answer that does not fit what was agreed.
 */
export class DriveFailure extends Error {
  override name = 'DriveFailure'
  readonly kind: 'connection_lost' | 'refused' | 'limited' | 'gone' | 'too_large' | 'unavailable' | 'not_understood'
  /** Epoch milliseconds; null where it is unknown. */
  readonly retryAt: number | null
  constructor(kind: DriveFailure['kind'], message: string, retryAt: number | null = null) {
    super(message)
    this.kind = kind
    this.retryAt = retryAt
  }
}

/**
 * The content of a drive. Every call may be repeated without harm, `rename` too. Reads are retried twice after a
 * temporary failure. All of them throw `DriveFailure`, or the signal's reason when the caller aborted.
 */
export interface DriveFiles {
  /**
   * The folders of every folder named 'reels', page by page, each folder once; newest first within each 'reels'. No page at
   * all where there is no folder named 'reels'.
   */
  folders(signal: AbortSignal): AsyncGenerator<DriveFolder[], void, undefined>
  /**
   * The pictures that lie directly in these folders, page by page, in no promised order; a folder that is gone has none. One
   * call to the drive for up to fifty folders and a thousand pictures.
   */
  images(folderIds: readonly string[], signal: AbortSignal): AsyncGenerator<DriveImage[], void, undefined>
  /** A small picture of it, at most 1 MB; null where the drive has none. */
  thumbnail(imageId: string, signal: AbortSignal): Promise<Thumbnail | null>
  /**
   * Writes the picture to a new file at `path`, in chunks, and returns how many bytes it has. Throws `too_large` as
   * soon as there are more than `bytesMax`. After a failure there is no file.
   */
  download(
    imageId: string,
    options: { path: string; bytesMax: number; signal: AbortSignal },
  ): Promise<{ bytes: number }>
  /** Gives the entry this name; nothing happens when it has it already. Not tried again by itself. */
  rename(folder: Pick<DriveFolder, 'id' | 'entryId'>, name: string, signal: AbortSignal): Promise<void>
}

/** What a company gave us: opens its drive, so it is kept sealed and never shown. */
export interface DriveGrant {
  secret: string
  /** Whose drive it is, for people: an e-mail address or a name; null where the drive does not say. */
  owner: string | null
}

/** How a company's drive is connected (OAuth with PKCE). The addresses that people come back to are the caller's. */
export interface DriveConnect {
  /** The page on which a user allows access. `challenge` is the S256 of the verifier that `exchange` is given. */
  address(request: { state: string; challenge: string; returnAddress: string }): string
  /**
   * Exchanges the code, good for one use. Throws `refused` for a wrong code, and where the user has not allowed all
   * that is needed.
   */
  exchange(answer: { code: string; verifier: string; returnAddress: string }, signal: AbortSignal): Promise<DriveGrant>
  /** Ends the grant at the provider, where it is still alive. */
  revoke(secret: string, signal: AbortSignal): Promise<void>
}

export interface Drive {
  readonly name: DriveName
  /** As people call it: 'Google Drive'. */
  readonly title: string
  /** Null where nothing has to be connected. */
  readonly connect: DriveConnect | null
  /**
   * Makes a small call with the installation's settings, and changes nothing. Throws `DriveFailure` with what to
   * correct, or the signal's reason.
   */
  test(signal: AbortSignal): Promise<void>
  /**
   * The files that a grant opens; null for a drive that has no `connect`. `onNewSecret` is called, and awaited, when
   * the provider replaces the secret.
   */
  files(secret: string | null, onNewSecret?: (secret: string) => Promise<void>): DriveFiles
  /**
   * Notifies, soon after, that folders were added, removed or renamed or hold other pictures; now and then also for
   * nothing. Null for a drive that has to be polled. The caller ends the watch.
   */
  readonly watch: ((onChange: () => void) => { end(): void }) | null
}
