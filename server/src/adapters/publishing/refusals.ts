/**
 * The contract's error table: every number and text with which the service says no, what it means for us, what follows,
 * and the sentence for users. One line each; the first that fits counts. The vendor's own words are never shown.
 */
import type { Refusal } from '#ports/publishing-outcome.ts'
import { ACCOUNT_REFUSALS } from './account-refusals.ts'
import { CONTAINER_REFUSALS } from './container-refusals.ts'
import { AGAIN, account, item, type Line, line } from './refusal-line.ts'
import { isServiceFault, type Purpose, subcode, uploadType, type VendorError } from './vendor-error.ts'

const LINES: readonly Line[] = [
  ...CONTAINER_REFUSALS,
  ...ACCOUNT_REFUSALS,
  // Reading
  line(
    'not_readable',
    (error) => error.code === 100 && error.subcode === 33,
    item('read_again', 'Instagram cannot show this at the moment, which proves nothing. It is read again.'),
  ),
  line(
    'before_professional',
    subcode(2108006),
    item('skip', 'This was posted before the account became professional: Instagram has no figures of it.'),
  ),
  line(
    'figure_not_offered',
    (error, purpose) => purpose === 'figures' && error.code === 100,
    item('ask_singly', 'Instagram does not offer one of the figures for this kind of post.'),
  ),
  // The upload host
  line(
    'wrong_offset',
    uploadType('OffsetInvalidError'),
    item('read_offset', 'The upload was interrupted. It goes on where it stopped.'),
  ),
  line(
    'too_few_bytes',
    uploadType('PartialRequestError'),
    item('read_offset', 'The upload was cut short. It goes on where it stopped.'),
  ),
  line(
    'upload_refused',
    uploadType('ProcessingFailedError'),
    item(
      'read_state',
      'Instagram refused the upload. Its state is read, and the video sent anew where nothing arrived.',
    ),
  ),
  line(
    'upload_not_allowed',
    uploadType('NotAuthorizedError'),
    account('sign_in', 'The upload was not allowed. Connect the account again.'),
  ),
  line(
    'file_not_fetched',
    uploadType('FileUrlProcessingError'),
    item('pause', 'Instagram could not fetch the file from this server. Check that PUBLIC_URL can be reached.'),
  ),
  // Last: limits and covers have some of these numbers too.
  line(
    'service_fault',
    (error) => error.subcode === 2207001 || isServiceFault(error),
    item('pause', `Instagram has a problem at the moment. ${AGAIN}`),
  ),
  line(
    'not_understood',
    () => true,
    item(
      'report',
      'Instagram refused this for a reason that is not known here. Show the numbers to your administrator.',
    ),
  ),
]

/** What this error means. `retryAt` is what the headers say. */
export function refusalOf(error: VendorError, purpose: Purpose, retryAt: number | null): Refusal {
  const found = LINES.find(({ fits }) => fits(error, purpose))
  if (!found) throw new Error('The last line fits every error')
  const { reason, step, holds, message } = found
  const isLimit = step === 'wait_limit'
  return { reason, step, holds, message, retryAt: isLimit ? retryAt : null, code: error.code, subcode: error.subcode }
}

/** Why a container failed: the subcode alone, or at the end of a sentence. A container that failed is never used again. */
export function containerFailure(status: string | null): Refusal {
  const [, digits] = /(\d{7})\D*$/.exec(status ?? '') ?? []
  const error = { code: null, subcode: digits === undefined ? null : Number(digits), type: null, text: '' }
  const refusal = refusalOf({ ...error, isTransient: false, status: 200 }, 'read', null)
  const isLost = refusal.step === 'pause' || refusal.reason === 'not_understood'
  if (!isLost) return refusal
  const { reason, holds, message, retryAt, code: number, subcode: detail } = refusal
  return { reason, step: 'new_container', holds, message, retryAt, code: number, subcode: detail }
}
