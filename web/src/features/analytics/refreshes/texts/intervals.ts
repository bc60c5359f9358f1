/** How often accounts are read by the clock. Apart from the other sentences, because only the choice needs them. */
import type { RefreshIntervalName } from '@tangelo/contract/limits'

export const texts = {
  title: 'Refresh interval',
  titleOf: (username: string) => `How often to read @${username}`,
  description: 'A refresh by hand stays possible at any time, and the next one is counted from it.',
  names: {
    daily: 'Every day',
    'three-days': 'Every 3 days',
    weekly: 'Every 7 days',
    activity: 'By activity',
  } satisfies Record<RefreshIntervalName, string>,
  about: {
    daily: 'One reading a day (UTC). Moves are found on the day.',
    'three-days': 'Takes a third of the readings. Charts have a point every third day.',
    weekly: 'For accounts that hardly change.',
    activity:
      'Daily with two posts in 7 days, or followers that move by 0.5% a day. Every 3 days with a post in 14 days, or 0.1% a day. Else every 7 days. Decided again at each reading.',
  } satisfies Record<RefreshIntervalName, string>,
  save: 'Save',
  busy: 'Saving...',
  done: 'Refresh interval changed',
  doneDescription: (count: number, name: string) =>
    `${count === 1 ? '1 account is' : `${count} accounts are`} read ${name.charAt(0).toLowerCase()}${name.slice(1)} from now on`,
  failed: 'The interval was not changed',
} as const
