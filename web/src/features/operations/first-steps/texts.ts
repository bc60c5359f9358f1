/** Every sentence about the first steps. */
import type { FirstStep } from '@tangelo/contract/limits'

interface StepTexts {
  readonly title: string
  readonly hint: string
  readonly action: string
}

export const texts = {
  title: 'First steps',
  done: (done: number, all: number) => `${done} of ${all} done`,
  isDone: 'Done',
  hide: 'Hide',
  hidden: 'First steps hidden',
  undo: 'Show again',
  hideFailed: 'The first steps could not be hidden',
  steps: {
    password: { title: 'Set your own password', hint: 'The generated one is in the server log', action: 'Set' },
    accounts: { title: 'Add your accounts', hint: 'Import a file or add them by name', action: 'Import' },
    source: { title: 'Connect a source', hint: 'Fresh figures every day', action: 'Connect' },
    reel: { title: 'Make a reel', hint: 'Six pictures, about a minute', action: 'Start' },
    colleague: { title: 'Invite a colleague', hint: 'Planners see drafts, not settings', action: 'Invite' },
  } satisfies Record<FirstStep, StepTexts>,
} as const
