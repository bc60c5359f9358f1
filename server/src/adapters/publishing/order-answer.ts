/** Whether an error in answer to the order to publish says what became of the post. */
import type { NextStep, Refusal } from '#ports/publishing-outcome.ts'
import { isServiceFault, type VendorError } from './vendor-error.ts'

/** Steps after which there is surely no post. */
const NO_POST: ReadonlySet<NextStep> = new Set([
  'correct',
  'wait_window',
  'sign_in',
  'ask_person',
  'check_access',
  'new_container',
])

/** False where the post may be live: the service broke, could not show something, or gave a reason that is not known here. */
export function isAnswerToOrder(error: VendorError, { step, reason }: Pick<Refusal, 'step' | 'reason'>): boolean {
  // A limit is said to pass, too; what is to be looked up is looked up.
  if (reason === 'not_ready' || step === 'wait_limit' || step === 'look') return true
  return !isServiceFault(error) && NO_POST.has(step)
}
