/**
 * Public Instagram profiles, read from the sources that the installation has connected. Each source returns our types;
 * its own requests and its token stay in its adapter.
 */
import type { FiguresReading, PostReading, ProfileReading } from './figures-file.ts'

/** The sources of any public profile, which administrators connect (D11). */
export type InstagramSourceName = 'graph' | 'apify'

/** Everything that reads profiles over the network: those, and accounts by what their owners have connected. */
export type ProfileSourceName = InstagramSourceName | 'own'

/** A whole profile as it is now. `raw` in its profile is this account's part of the answer, as it came. */
export type LiveReading = FiguresReading & { profile: ProfileReading; followers: number }

/**
 * Why one account gave no figures, as a sentence for users, without tokens. `not_found`: the source has no account of
 * this name that it may show (Graph: also personal and age-gated accounts). `no_figures`: it is there, but empty,
 * private or blocked. `not_understood`: the answer does not fit what was agreed. The others are of an account's own
 * connection, and mean what they mean for a `SourceFailure`.
 */
export interface ProfileFailure {
  kind: 'not_found' | 'no_figures' | 'not_understood' | SourceFailure['kind']
  message: string
}

export type ProfileOutcome =
  | { reading: LiveReading; failure?: undefined }
  | { failure: ProfileFailure; reading?: undefined }

/** The posts in an answer as it was stored, of whichever source; null where it cannot be understood any more. */
export type ReadStoredPosts = (raw: string) => readonly PostReading[] | null

/**
 * A call that returned nothing about any account. `refused`: token, permission or credit; it stays so until an
 * administrator acts. `limited`: too many calls; `retryAt` is the moment to retry. `unavailable`: network, time-outs
 * and faults at the source; a retry may help.
 */
export class SourceFailure extends Error {
  override name = 'SourceFailure'
  readonly kind: 'refused' | 'limited' | 'unavailable'
  /** Epoch milliseconds; null where the source does not say. */
  readonly retryAt: number | null
  constructor(kind: SourceFailure['kind'], message: string, retryAt: number | null = null) {
    super(message)
    this.kind = kind
    this.retryAt = retryAt
  }
}

/** Some posts of an account, from the newest backwards. */
export interface PostPage {
  posts: readonly PostReading[]
  /** Where the next page begins; null where this is the last. */
  next: string | null
}

export type PostPageOutcome = { page: PostPage; failure?: undefined } | { failure: ProfileFailure; page?: undefined }

/** Reads a page of posts of one account in one call, after a cursor or from the newest; throws and retries as `read` does. */
export type ReadPostPage = (
  username: string,
  after: string | null,
  signal: AbortSignal,
) => Promise<{ outcome: PostPageOutcome; use: SourceUse }>

/** A source's report on our use of it, beside its response. */
export interface SourceUse {
  /** The highest of the source's own gauges, in percent of what it allows; null where it says nothing. */
  percent: number | null
}

export interface InstagramSource<Name extends ProfileSourceName = InstagramSourceName> {
  readonly name: Name
  /** As people call it: 'Instagram Graph API'. */
  readonly title: string
  /** Names of one call at most. */
  readonly namesPerCall: number
  /** Calls that the source allows, on average; the quota of all processes together. */
  readonly callsPerHour: number
  /**
   * Reads these profiles in one call. Every name has an outcome, keyed in lower case. Throws `SourceFailure` when the
   * call as a whole failed. Retries nothing: the caller keeps to the quota and counts.
   */
  read(
    usernames: readonly string[],
    signal: AbortSignal,
  ): Promise<{ outcomes: ReadonlyMap<string, ProfileOutcome>; use: SourceUse }>
  /** Null for a source that shows the latest posts only. */
  readonly readPosts: ReadPostPage | null
}
