/**
 * The states of a publication and what may follow which. Each is committed before the next call, so that a process may end at any
 * point and the next one knows what may have happened (docs/decisions/0059). Pure.
 *
 * | state | what is stored with it, before the next call |
 * |---|---|
 * | planned | the item, the account, the time; the approval that it relies on is final |
 * | checked | the content that was checked, by its hash, and the text that will be sent |
 * | container | the id of the container |
 * | uploading | where the bytes go; how many arrived is asked, never assumed |
 * | ready | that the container can be published |
 * | publishing | that the order leaves now, and the ten newest posts of the account |
 * | published | the id of the post, before anything else is read or written |
 * | unclear | the posts that may be it |
 */
import type { PublicationState } from '@tangelo/contract/limits'

const FOLLOWING: Readonly<Record<PublicationState, readonly PublicationState[]>> = {
  // Published at once only by a person, after a reminder.
  planned: ['checked', 'published', 'failed', 'withdrawn'],
  checked: ['container', 'planned', 'failed', 'withdrawn'],
  container: ['uploading', 'ready', 'checked', 'planned', 'failed', 'withdrawn'],
  uploading: ['ready', 'checked', 'planned', 'failed', 'withdrawn'],
  ready: ['publishing', 'checked', 'planned', 'failed', 'withdrawn'],
  // Back to `ready` only when the service clearly refused every order so far.
  publishing: ['published', 'unclear', 'ready', 'failed'],
  unclear: ['published', 'failed'],
  published: [],
  failed: [],
  withdrawn: [],
}

export const mayFollow = (from: PublicationState, to: PublicationState): boolean => FOLLOWING[from].includes(to)

/** States in which nothing has been ordered that could be live: they may be withdrawn, or planned anew. */
export const BEFORE_ORDER = [
  'planned',
  'checked',
  'container',
  'uploading',
  'ready',
] as const satisfies readonly PublicationState[]

export const isBeforeOrder = (state: PublicationState): boolean => BEFORE_ORDER.some((one) => one === state)
