/** Why an answer of a client is refused. Pure. */
import { conflict, type Failure } from '#platform/errors.ts'
import { isOpen, type Standing } from '../approvals.rules.ts'

/** Why a nonce does not fit, as a client reads it. */
export function outdated({ state, decision }: Standing): Failure {
  if (state === 'gone') return conflict('post_gone', 'This post is no longer planned. There is nothing to answer.')
  if (decision && !isOpen(state))
    return conflict(
      'already_answered',
      `${decision.name} has ${decision.answer === 'approved' ? 'approved this' : 'asked for changes'} already.`,
    )
  if (state === 'edited' || decision)
    return conflict('post_changed', 'This post has changed since. Please look at it again, then answer.')
  return conflict('page_outdated', 'This page is not the latest any more. Please look at the post again, then answer.')
}

export const tooLate = (): Failure => conflict('too_late', 'The answer has been sent. It cannot be undone any more.')

export const tooOften = (): Failure =>
  conflict('answered_too_often', 'This post was answered and undone too often. Ask the person who sent the link.')
