/** Every sentence of the dialog that publishes, beside those of the checks, which the server writes. */
import type { PublicationKind } from '@tangelo/contract/limits'
import { padTwo } from '#lib/days.ts'

const things: Record<PublicationKind, string> = {
  image: 'A picture',
  carousel: 'A carousel',
  reel: 'A reel',
  story: 'A story',
}

export const texts = {
  button: 'Publish',

  title: (username: string | null) => (username ? `Publish to @${username}` : 'Publish'),
  description: (kind: PublicationKind | null) =>
    `${kind ? things[kind] : 'A post'}, sent once, at the time you choose. You can stop it until then.`,
  close: 'Close',
  account: 'Account',
  loading: 'Looking for connected accounts...',
  failed: 'The connected accounts could not be loaded',
  none: {
    title: 'No account is connected',
    hint: 'To publish from here, the owner of an account of this client allows it once on Instagram.',
    account: (username: string) => `Connect @${username}`,
    accounts: 'Choose an account to connect',
    notOffered: 'Connecting is not set up on this server. An administrator finds out how under Connections.',
    connections: 'Open Connections',
  },
  when: {
    title: 'When',
    planned: 'as planned',
    next: 'next free slot',
    slot: 'free slot',
    now: 'Now',
    nowHint: 'in a minute or two',
    other: 'Another time',
    otherHint: 'a day and an hour',
    day: 'Day',
    time: 'Time',
    noDay: 'Choose a day.',
    noTime: 'Write a time like 18:30.',
    past: 'This time has passed. Choose a later one.',
    far: 'Choose a day within a year.',
    noSlots: 'This account has no slots yet. You set them under Planning, Publishing.',
    strong: (hours: string, posts: string) => `Posts of this account did better at ${hours}, from ${posts} in a year.`,
    hours: (from: number, to: number) => `${padTwo(from)}:00 to ${padTwo(to)}:00`,
    and: ' and ',
  },
  rehearsal: {
    title: 'Rehearsal',
    running: 'Checking...',
    counted: (checks: number, blocked: number, warnings: number) =>
      [
        `${checks} checks`,
        [
          ...(blocked > 0 ? [`${blocked} blocking`] : []),
          ...(warnings > 0 ? [warnings === 1 ? '1 warning' : `${warnings} warnings`] : []),
          `${checks - blocked - warnings} passed`,
        ].join(', '),
      ].join(': '),
    failed: 'The post could not be checked',
    blocked: 'Blocking',
    warning: 'Warning',
    passed: 'Passed',
    waiting: 'Choose a time, then everything is checked.',
    foot: (problems: number) =>
      problems === 0
        ? 'Everything is checked again right before it goes out.'
        : `${problems === 1 ? '1 problem' : `${problems} problems`} to fix. Everything is checked again right before it goes out.`,
  },
  fixes: {
    connect: 'Connect',
    resume: 'Resume',
    edit: 'Edit the post',
    editOptions: 'Change it below',
    crop: 'Cut it to fit',
    asReel: 'Make a reel of it',
    asReelBusy: 'Making it...',
    asReelFailed: 'The reel could not be made',
    asReelMade: 'A reel was made of it',
    asReelMadeHint: (left: number) =>
      left > 0
        ? `It has the first pictures; ${left} did not fit. Generate its video, then choose “Publish” there.`
        : 'Its pictures are in place. Generate its video, then choose “Publish” there.',
    asReelCost: '1 credit',
    publicUrl: 'Open Connections',
    askAdministrator: 'An administrator can set this up.',
    later: 'Choose a later time',
    resumeFailed: 'Publishing could not be resumed',
  },
  options: {
    title: 'More',
    summary: (count: number) => (count === 0 ? 'Nothing added' : count === 1 ? '1 added' : `${count} added`),
    as: 'Publish as',
    asUsual: 'By its kind',
    asReel: 'A reel',
    asStory: 'A story, for 24 hours',
    asFirst: 'A carousel, the video first',
    asLast: 'A carousel, the video last',
    crops: 'Cut pictures to what Instagram takes',
    altText: (at: number, count: number) => (count === 1 ? 'Alternative text' : `Alternative text of picture ${at}`),
    altTextHint: 'For people who do not see the picture.',
    collaborators: 'Collaborators',
    collaboratorsHint: (max: number) => `Up to ${max} names, separated by commas. They are asked on Instagram.`,
    collaboratorsWrong: (name: string) => `“${name}” is not the name of an account.`,
    collaboratorsMany: (max: number) => `At most ${max}.`,
    firstComment: 'First comment',
    firstCommentHint: 'Written under the post right after it is out.',
    cover: 'Cover, in seconds',
    coverHint: 'The moment of the video that is its cover. The first frame where it is empty.',
    coverWrong: 'Write seconds, like 3 or 2.5.',
    feed: 'Also show the reel in the feed',
    ai: 'Say that it was made with AI',
  },
  preview: {
    label: 'What is sent',
    noPicture: 'No picture yet',
    pictures: (count: number) => `${count} pictures`,
    noCaption: 'No caption',
    edit: 'Edit the post',
    cut: 'What is outside of the frame is cut off.',
  },
  order: {
    now: 'Publish now',
    plan: (when: string) => `Plan for ${when}`,
    planOpen: 'Plan',
    busy: 'Ordering...',
    planned: 'Queued',
    plannedFor: (what: string, when: string) => `${what} goes out ${when}.`,
    open: 'Open',
    failed: 'It could not be queued',
    there: 'Open the existing one',
    reasons: {
      checking: 'It is being checked.',
      time: 'Choose a time first.',
      options: 'Correct what is marked under More.',
      unchecked: 'It could not be checked.',
    },
  },
} as const
