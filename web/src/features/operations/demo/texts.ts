/** Every sentence about the demo workspace. */
import { formatWhole } from '#lib/format.ts'

export const texts = {
  badge: 'Demo',

  title: 'See it filled first',
  about:
    'A marked workspace with 200 invented accounts, two years of figures, 60 drafts, 5 finished reels and a full calendar. Your own data stays apart.',
  open: 'Open the demo workspace',
  openHint: 'About 20 seconds. Remove it with one click.',
  control: 'Companies with invented data, to try things out:',
  openFailed: 'The demo workspace could not be opened',

  filling: 'Filling the demo workspace',
  removing: 'Removing the demo workspace',
  secondsLeft: (seconds: number) => `${formatWhole(seconds)} s left`,
  progress: 'Progress of the demo workspace',
  accounts: (done: number, total: number) =>
    `${formatWhole(done)} of ${formatWhole(total)} accounts. You can look around already.`,
  cancel: 'Cancel and remove',
  failedTitle: 'The demo workspace is not complete',
  again: 'Try again',
  example: { followers: 'Followers', growth: 'Growth', engagement: 'Engagement' },

  here: 'The demo workspace is open.',
  reels: (done: number, total: number) => `${formatWhole(done)} of ${formatWhole(total)} reels are rendered.`,
  remove: 'Remove demo',
  question: {
    title: 'Remove the demo workspace?',
    description:
      'Its five companies go, with all accounts, drafts, reels and files in them, also those that you have added there. Your own companies stay as they are.',
    confirm: 'Remove demo',
    busy: 'Removing...',
  },
  removed: 'The demo workspace is removed',
  removeFailed: 'The demo workspace could not be removed',
} as const
