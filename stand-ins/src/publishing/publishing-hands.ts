/** What tests and other processes do to the stand-in without a call. */
import type { ContainerHands } from './containers.ts'
import type { Container, Media, OwnAccount } from './own-account.ts'
import type { SignIns } from './sign-ins.ts'
import type { UploadHands } from './uploads.ts'

export interface PublishingHands extends ContainerHands, UploadHands {
  /** May be changed: quota, restriction, two-factor, whether it is professional. */
  /** What containers were asked for, in their order. */
  requests(): Readonly<Record<string, unknown>>[]
  accounts: readonly OwnAccount[]
  account(username: string): OwnAccount
  signIns: Pick<SignIns, 'endTokens' | 'withdraw' | 'living' | 'longToken'>
  /** The person posts in the app, without any call. */
  postByHand(username: string, post: Partial<Media>): Media
  /** Containers that became more than one post. */
  duplicates(): readonly Container[]
}
