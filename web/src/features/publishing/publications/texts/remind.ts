/** Every sentence about posts that their people publish by hand: in the dialog, and on the page of a reminder. */
import type { PublicationKind } from '@tangelo/contract/limits'

const things: Record<PublicationKind, string> = {
  image: 'A picture',
  carousel: 'A carousel',
  reel: 'A reel',
  story: 'A story',
}

export const texts = {
  title: (username: string) => `Post to @${username} yourself`,
  description: (kind: PublicationKind | null) =>
    `${kind ? things[kind] : 'A post'}, posted by you. You are reminded at the time you choose, and can stop it until then.`,
  how: {
    title: 'How',
    publish: 'Publish',
    publishHint: 'goes out by itself, once',
    publishOff: 'the account is not connected',
    remind: 'Remind me',
    remindHint: 'you post it yourself',
    connect: (username: string) => `Connect @${username}`,
    notConnected: (username: string) => `@${username}, not connected`,
    instead: 'Remind me instead',
  },
  note: {
    what: 'Caption, tags and files come ready to copy. You post them in the app of Instagram, and say here that you did.',
    mail: (address: string, other: string | null) =>
      `A mail goes to ${address}${other ? ` and to ${other}` : ''}; webhooks of the company are called as well.`,
    off: 'This server sends no mail.',
    none: 'You have no mail address here, so no mail comes.',
    unconfirmed: (address: string) => `${address} is not confirmed yet, so no mail comes.`,
    bounced: (address: string) => `A mail to ${address} came back, so no mail comes.`,
    without: 'Webhooks of the company are called, and it stays under “Needs you” until you say that it is posted.',
    address: 'Open my mail settings',
  },
  foot: (problems: number) =>
    problems === 0
      ? 'Nothing is sent to Instagram from here.'
      : `${problems === 1 ? '1 problem' : `${problems} problems`} to fix first.`,
  order: {
    now: 'Remind me now',
    plan: (when: string) => `Remind me ${when}`,
    planOpen: 'Remind me',
    planned: 'Reminder planned',
    plannedFor: (what: string, when: string) => `You are reminded of ${what} ${when}.`,
  },
  commentHint: 'To copy under the post, once it is out.',
  states: { planned: 'Reminder', failed: 'Not posted' },
  row: 'by hand',
  page: {
    person: 'Time to post it',
    upcoming: 'You are reminded',
    published: 'Posted by hand',
    over: 'Was not posted',
    until: 'You can move it or withdraw it until then.',
    byHand: 'posted by hand',
    address: 'Address of the post',
    addressHint: 'If you have it: it is shown with the post, and written to your table.',
    addressWrong: 'Write it like https://www.instagram.com/p/abc/',
  },
  copy: {
    title: 'To copy',
    caption: 'Caption',
    tags: 'Tag',
    collaborators: 'Collaborators',
    location: 'Place',
    comment: 'First comment',
    altText: (at: number, count: number) => (count === 1 ? 'Alternative text' : `Alternative text ${at}`),
    media: 'Files',
    picture: (at: number, count: number) => (count === 1 ? 'Save the picture' : `Save picture ${at}`),
    video: 'Save the video',
    copy: 'Copy',
    copied: 'Copied',
    copyOf: (what: string) => `Copy ${what.toLowerCase()}`,
    failed: 'The browser did not allow it. Select the text and copy it.',
  },
  withdraw: {
    description: 'You are not reminded of it. The post stays here.',
    withdrawn: 'You are not reminded of it. The post is still here.',
  },
  replan: {
    description: (account: string) => `For @${account}. You are reminded then.`,
    plannedFor: (what: string, when: string) => `You are reminded of ${what} ${when}.`,
  },
  sign: {
    planned: (account: string) => `you are reminded to post it to @${account}`,
    person: (account: string) => `waits for you to post it to @${account}`,
  },
} as const
