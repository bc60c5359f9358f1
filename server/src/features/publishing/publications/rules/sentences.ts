/** What people read about a publication: how it stands, and what they can do. */
import type { Refusal } from '#ports/publishing-outcome.ts'
import type { PublicationRow } from '../publications.store.ts'

/** What a person does about a refusal that did not pass. */
export function gaveUp(reason: Refusal['reason']): string {
  switch (reason) {
    case 'media_not_fetched':
    case 'file_not_fetched':
      return 'Instagram could not fetch the file from this server in several tries. Check that PUBLIC_URL can be reached from the internet, and plan the post again.'
    case 'processing_failed':
    case 'upload_refused':
      return 'Instagram could not process the video in several tries. Convert the video, and plan the post again.'
    case 'media_not_found':
      return 'Instagram did not find the prepared media in several tries. Check that the account is still connected, and plan the post again.'
    default:
      return 'Instagram could not do it in several tries. Nothing was published. Plan it again.'
  }
}

export const SENTENCES = {
  willRemind: (name: string) =>
    `You are reminded at its time, with everything to copy, and post it to @${name} yourself.`,
  reminded: (name: string) =>
    `It is time to post it to @${name}. Say here when it is posted, or plan it for another time.`,
  posted: (by: string, name: string) => `${by} posted it to @${name}.`,
  notPosted: (by: string) => `${by} did not post it. Plan it again when you like.`,
  planned: (name: string) => `It goes out to @${name} at its time.`,
  missed: (name: string) =>
    `Its time passed while nothing could be sent to @${name}. Choose another time, or withdraw it: it does not go out by itself.`,
  signIn: (name: string) => `Instagram's permission for @${name} has ended: connect it again, then it goes on.`,
  paused: (name: string, why: string) => `Publishing to @${name} is paused. ${why} Resume it, then it goes on.`,
  gone: 'The post was deleted before it went out.',
  approval: 'Not sent: the client has not approved the post as it is now. Ask for approval, and plan it again.',
  edited: 'The post was edited after it was planned: it is checked again.',
  account: (name: string) => `Not sent: @${name} is no longer connected. Connect it, and plan the post again.`,
  looking: 'The order to publish has left and its answer was lost. We look on the account, and send nothing again.',
  published: (name: string) => `It is live on @${name}, published once.`,
  unclear: (name: string, found: number) =>
    found === 0
      ? `We cannot tell whether it is live: the answer was lost and @${name} shows no such post. Look on Instagram and decide. Nothing is sent again by itself.`
      : `It is probably live, but ${found} new posts on @${name} fit. Say which one it is. Nothing is sent again by itself.`,
  unreadable: (name: string) =>
    `We cannot tell whether it is live: the answer was lost and @${name} cannot be read. Look on Instagram and decide. Nothing is sent again by itself.`,
  withdrawn: (by: string) => `${by} withdrew it before its time. Nothing was sent.`,
  notLive: (by: string) => `${by} looked and it is not live. Plan it again when you like.`,
  decidedLive: (by: string) => `${by} looked and it is live.`,
  silent: 'Instagram did not answer in many tries. Nothing was published. Plan it again.',
  slow: 'Instagram did not finish preparing it. Nothing was published. Plan it again.',
  broken: 'Something went wrong on the server before anything was published. Plan it again.',
} as const

export const describePlanned = ({ how, account_name }: Pick<PublicationRow, 'how' | 'account_name'>): string =>
  how === 'remind' ? SENTENCES.willRemind(account_name) : SENTENCES.planned(account_name)
