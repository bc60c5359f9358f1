/** Every sentence about the demo workspace. */
import { formatWhole } from '#lib/format.ts'

export const texts = {
  badge: 'Demo',

  title: 'Explore with demo data',
  about:
    'A marked workspace with 200 invented accounts, two years of figures, 60 drafts, 5 finished reels, a full calendar and a report. Your own data stays apart.',
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
  again: 'Try Again',
  example: { followers: 'Followers', growth: 'Growth', engagement: 'Engagement' },

  here: 'The demo workspace is open.',
  reels: (done: number, total: number) => `${formatWhole(done)} of ${formatWhole(total)} reels are rendered.`,
  remove: 'Remove demo',
  question: {
    title: 'Remove the demo workspace?',
    description:
      'Its five companies are deleted with all their accounts, drafts, reels and files, including what you added to them. Your own companies stay as they are.',
    confirm: 'Remove demo',
    busy: 'Removing...',
  },
  removed: 'Demo workspace removed',
  removeFailed: 'The demo workspace could not be removed',
} as const
