/**
 * Publishing to own professional accounts, and figures that only their owner sees. Two logins open an account: that of
 * Instagram, and that of Facebook through a linked Page. Ids are texts of digits. An account's `secret` holds its tokens:
 * it is kept sealed, and stands in no answer, message or log. Nothing here is retried by itself: a caller decides by the
 * outcome, and repeats no write whose outcome is unclear (docs/decisions/0058).
 */
import type { OwnPermission, PublishingLoginName } from '@tangelo/contract/limits'
import type { LiveReading } from './instagram.ts'
import type { ContainerOptions, ContainerReading, MadeContainer, UploadFile } from './publishing-container.ts'
import type { AccountFigure, AudiencePart, DayFigure, Figures, PostFigure, Window } from './publishing-figures.ts'
import type { Outcome, Refusal } from './publishing-outcome.ts'

/** What opens an account. */
export interface Access {
  accountId: string
  secret: string
}

/** An account that a login opens. */
export interface OpenedAccount extends Access {
  username: string
  name: string | null
  /** The Page it was reached through; null with Instagram's own login. */
  page: { id: string; name: string | null } | null
  /** What this person may do with the account; without `publish` the Page's role is too small. */
  mayPublish: boolean
}

/** What a sign-in gave. */
export interface Grant {
  /** Empty where a person ticked no Page, or Pages without a professional account. */
  accounts: readonly OpenedAccount[]
  /** Why an account of a ticked Page could not be read, and is not among them; null where none is missing. */
  unread: Refusal | null
  /** What the person really granted. */
  permissions: readonly OwnPermission[]
  /** Epoch milliseconds; null where the service does not say, or the tokens have no end of their own. */
  expiresAt: number | null
}

export interface AccountDescription {
  username: string
  name: string | null
  biography: string | null
  pictureUrl: string | null
  /** Null where the service does not say. */
  followers: number | null
  following: number | null
  posts: number | null
}

export interface Quota {
  used: number
  /** Null where the service did not say: then no limit is assumed. */
  total: number | null
  windowSeconds: number | null
}

/** A post as the service lists it. */
export interface OwnPost {
  id: string
  /** Undefined where the service leaves captions out; null where it says that there is none. */
  caption: string | null | undefined
  kind: 'image' | 'video' | 'carousel' | null
  /** Null where the service leaves it out. */
  product: 'feed' | 'reel' | 'story' | 'ad' | null
  permalink: string | null
  /** Epoch milliseconds. */
  postedAt: number | null
}

/** An order to publish, on a connection that stands. */
export interface ReadyOrder {
  /**
   * The one call that makes a post. Any answer but a clear one is `unclear`, a fault at the service too: the post may be
   * live. Never send another order for the same container before having looked.
   */
  send(): Promise<Outcome<{ mediaId: string }>>
  /** Closes the connection of an order that is not sent. */
  drop(): void
}

/** What one login can do. Every call throws the signal's reason when the caller aborted. */
export interface PublishingLogin {
  readonly name: PublishingLoginName
  /** As people call it: 'Instagram Login'. */
  readonly title: string
  /** Videos may be uploaded from here; otherwise the service fetches them from a public address. */
  readonly takesUploads: boolean
  /** Places, comment prompts and paid partnerships. */
  readonly takesPlaces: boolean
  /** Where a person removes this installation's application, since no call revokes it. */
  readonly removalPage: string
  /** The page on which a person grants access. Neither login offers PKCE: `state` binds the way back. */
  address(request: { state: string; returnAddress: string }): string
  /** Exchanges the code, good for one use, for tokens that live about 60 days, and says what they open. */
  exchange(answer: { code: string; returnAddress: string }, signal: AbortSignal): Promise<Outcome<Grant>>
  /** Tokens that live anew; the former ones may go on for a while. Keep the secret that comes back. */
  renew(access: Access, signal: AbortSignal): Promise<Outcome<{ secret: string; expiresAt: number | null }>>
  describe(access: Access, signal: AbortSignal): Promise<Outcome<AccountDescription>>
  /** The account as any source reads a profile: its figures and latest posts, in two calls. `username` is its name here. */
  profile(access: Access, username: string, signal: AbortSignal): Promise<Outcome<LiveReading>>
  quota(access: Access, signal: AbortSignal): Promise<Outcome<Quota>>
  /** A write: an unclear outcome may have left a container, which harms nothing and expires. */
  createContainer(access: Access, options: ContainerOptions, signal: AbortSignal): Promise<Outcome<MadeContainer>>
  /** Sends the file from `offset` on. After any other outcome read the container: it says how much arrived. */
  upload(
    access: Access,
    request: { uploadUrl: string; file: UploadFile; offset: number },
    signal: AbortSignal,
  ): Promise<Outcome<null>>
  readContainer(access: Access, containerId: string, signal: AbortSignal): Promise<Outcome<ContainerReading>>
  /** Opens the connection on which the order to publish can leave at once. Whatever it answers, nothing was ordered. */
  prepareOrder(access: Access, containerId: string, signal: AbortSignal): Promise<Outcome<ReadyOrder>>
  /** Newest first, at most 100; stories are never among them. */
  newestPosts(access: Access, count: number, signal: AbortSignal): Promise<Outcome<readonly OwnPost[]>>
  /** At most 100, the newest first, after where `next` of the page before says; never stories. */
  postPage(
    access: Access,
    request: { count: number; after: string | null },
    signal: AbortSignal,
  ): Promise<Outcome<{ posts: readonly OwnPost[]; next: string | null }>>
  /** Those of the last 24 hours. */
  stories(access: Access, signal: AbortSignal): Promise<Outcome<readonly OwnPost[]>>
  readPost(access: Access, mediaId: string, signal: AbortSignal): Promise<Outcome<OwnPost>>
  /** A write: an unclear outcome may have left the comment. */
  comment(
    access: Access,
    request: { mediaId: string; text: string },
    signal: AbortSignal,
  ): Promise<Outcome<{ id: string }>>
  /** One figure that the post does not have refuses the whole call (`figure_not_offered`): then ask one by one. */
  postFigures(
    access: Access,
    request: { mediaId: string; figures: readonly PostFigure[] },
    signal: AbortSignal,
  ): Promise<Outcome<Figures<PostFigure>>>
  accountFigures(
    access: Access,
    request: Window & { figures: readonly AccountFigure[] },
    signal: AbortSignal,
  ): Promise<Outcome<Figures<AccountFigure>>>
  accountDays(
    access: Access,
    request: Window & { figure: 'reach' | 'newFollowers' },
    signal: AbortSignal,
  ): Promise<Outcome<readonly DayFigure[]>>
  followsAndUnfollows(
    access: Access,
    window: Window,
    signal: AbortSignal,
  ): Promise<Outcome<{ follows: number | null; unfollows: number | null }>>
  /** Who follows, of the last month. Empty below 100 followers. */
  audience(
    access: Access,
    of: 'age' | 'city' | 'country' | 'gender',
    signal: AbortSignal,
  ): Promise<Outcome<readonly AudiencePart[]>>
  /** Followers online by hour of each day, hours as the service counts them. */
  onlineHours(
    access: Access,
    window: Window,
    signal: AbortSignal,
  ): Promise<Outcome<readonly { endsAt: number; hours: Readonly<Record<string, number>> }[]>>
}

/** The logins that the installation has set up. */
export type PublishingLogins = Partial<Readonly<Record<PublishingLoginName, PublishingLogin>>>
