/** Every sentence about the ways figures come in, for an administrator without accounts. */

export const texts = {
  file: {
    title: 'Import a file',
    text: 'A CSV or an Apify data set. You see what is in it before anything is stored.',
    action: 'Choose a file',
  },
  source: {
    title: 'Connect Instagram',
    text: 'Free and official. Reads your professional accounts once a day.',
    action: 'See how',
  },
  typed: {
    title: 'Type figures in',
    text: 'For a single account, or to try a chart. Two days are enough for a line.',
    action: 'Add one account',
  },
} as const
