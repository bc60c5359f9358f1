/** How the approval of a post is named, and with which sign. Pure. */
import type { ApprovalState } from '@tangelo/contract/limits'
import type { ApprovalRequest, PostApproval } from './queries.ts'
import { texts } from './texts.ts'

export const TONES = {
  waiting: 'slate',
  approved: 'good',
  changes: 'amber',
  edited: 'amber',
  unanswered: 'bad',
  gone: 'slate',
} as const satisfies Record<ApprovalState, string>

type Said = Pick<PostApproval, 'state' | 'answer' | 'clientName'>

/** In one sentence, with the name of who answered. */
export function sentenceOf({ state, answer, clientName }: Said): string {
  if (state === 'approved' && answer) return texts.approvedBy(answer.name)
  if (state === 'changes' && answer) return texts.changesBy(answer.name)
  if (state === 'edited' && answer) return texts.editedSince(answer.name)
  if (state === 'waiting') return texts.sentTo(clientName)
  return state === 'unanswered' ? texts.unansweredBy(clientName) : texts.states[state]
}

const ANSWERED: readonly ApprovalState[] = ['approved', 'changes']

/** How many of its posts are answered, in a sentence; those that are deleted are not asked about. */
export function progressOf({ items }: Pick<ApprovalRequest, 'items'>): string {
  const asked = items.filter(({ state }) => state !== 'gone')
  return texts.list.progress(asked.filter(({ state }) => ANSWERED.includes(state)).length, asked.length)
}
