/** Every sentence around what needs attention; the server writes those about each thing. */
import type { AttentionKind } from '@tangelo/contract/limits'

export const texts = {
  title: 'Needs attention',
  loading: 'Looking for what needs attention...',
  failed: 'What needs attention could not be loaded.',
  retry: 'Try Again',
  nothing: 'Nothing needs your attention.',
  nothingButLater: (count: number) =>
    count === 1
      ? 'Nothing else needs your attention. One thing is put off.'
      : `Nothing else needs your attention. ${count} things are put off.`,
  more: (count: number) => `${count} more`,
  fewer: 'Show fewer',
  later: 'Later',
  laterOf: (sentence: string) => `Later: ${sentence}`,
  putOff: 'Put off',
  putOffDescription: 'It comes back tomorrow morning, or sooner if there is more of it.',
  undo: 'Undo',
  bringBack: (count: number) => (count === 1 ? 'Show the one put off' : `Show the ${count} put off`),
  laterFailed: 'It could not be put off',
  bringBackFailed: 'It could not be shown again',
  actions: {
    publications: 'See what to do',
    moved: 'See that day',
    due: 'Open today',
    approvals: 'Review',
    unread: 'Fix the source',
    capacity: 'Open Connections',
    'failed-reels': 'Open the reels',
    'failed-imports': 'Open the imports',
    'failed-work': 'See what failed',
    credits: 'Add credits',
  } satisfies Record<AttentionKind, string>,
  openAccount: 'Open the account',
} as const
