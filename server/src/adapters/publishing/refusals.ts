/**
 * The contract's error table: every number and text with which the service says no, what it means for us, what follows,
 * and the sentence for users. One line each; the first that fits counts. The vendor's own words are never shown.
 */
import type { NextStep, Refusal, RefusalReason } from '#ports/publishing-outcome.ts'
import {
  code,
  type Fits,
  isPermission,
  isServiceFault,
  type Purpose,
  subcode,
  uploadType,
  type VendorError,
} from './vendor-error.ts'

interface Line {
  fits: Fits
  reason: RefusalReason
  step: NextStep
  holds: Refusal['holds']
  message: string
}

type Rest = Omit<Line, 'fits' | 'reason'>

const item = (step: NextStep, message: string): Rest => ({ step, holds: 'item', message })
const account = (step: NextStep, message: string): Rest => ({ step, holds: 'account', message })
const installation = (step: NextStep, message: string): Rest => ({ step, holds: 'installation', message })

const line = (reason: RefusalReason, fits: Fits, rest: Rest): Line => ({
  reason,
  fits,
  step: rest.step,
  holds: rest.holds,
  message: rest.message,
})

const AGAIN = 'It is tried again by itself.'
const EDIT = 'Change the item and publish it again.'

const LINES: readonly Line[] = [
  // Containers
  line('not_ready', subcode(2207027), item('pause', `Instagram is still preparing the post. ${AGAIN}`)),
  line(
    'container_gone',
    subcode(2207008),
    item('look', 'Instagram no longer knows the prepared post. It is looked up before anything is sent again.'),
  ),
  line(
    'media_not_found',
    subcode(2207006),
    item('check_access', 'Instagram does not find the prepared media. Check that the account is still connected.'),
  ),
  line(
    'media_not_fetched',
    subcode(2207003, 2207052, 2207077),
    item(
      'pause',
      'Instagram could not fetch the file from this server. It is tried three times; then check that PUBLIC_URL can be reached from the internet.',
    ),
  ),
  line(
    'container_failed',
    subcode(2207020, 2207032, 2207053),
    item('new_container', 'Instagram could not prepare the post. It is prepared anew, three times at most.'),
  ),
  line(
    'processing_failed',
    subcode(2207076, 2207082, 2207085),
    item(
      'new_container',
      'Instagram could not process the video. It is sent anew, three times at most; after that convert the video.',
    ),
  ),
  line(
    'video_format',
    subcode(2207026),
    item('correct', `Instagram does not support the format of this video. Use MP4 with H.264 and AAC. ${EDIT}`),
  ),
  line(
    'image_too_large',
    subcode(2207004),
    item('correct', `The image is larger than the 8 MB that Instagram accepts. ${EDIT}`),
  ),
  line('image_format', subcode(2207005), item('correct', `Instagram accepts only JPEG images. ${EDIT}`)),
  line(
    'image_ratio',
    subcode(2207009),
    item('correct', `The image is too tall or too wide: Instagram accepts 4:5 to 1.91:1. Crop it. ${EDIT}`),
  ),
  line(
    'caption_refused',
    subcode(2207010),
    item('correct', `The caption is longer than the 2,200 characters that Instagram accepts. Shorten it. ${EDIT}`),
  ),
  line(
    'cover_outside',
    subcode(2207057),
    item('correct', `The cover is taken from a moment after the end of the video. Choose an earlier one. ${EDIT}`),
  ),
  line('kind_unknown', subcode(2207023), item('correct', `Instagram does not know this kind of post. ${EDIT}`)),
  line(
    'children_count',
    subcode(2207028),
    item('correct', `A carousel needs 2 to 10 images or videos. Add or remove some. ${EDIT}`),
  ),
  line('too_many_tags', subcode(2207040), item('correct', `At most 20 people can be tagged. Remove some. ${EDIT}`)),
  line(
    'place_unknown',
    (error) => error.code === 100 && error.text.includes('INVALID_LOCATION_ID'),
    item('correct', `Instagram does not know the chosen place. Choose another one, or none. ${EDIT}`),
  ),
  // The account and its person; 4/2207051 is not the limit of code 4.
  line(
    'taken_for_spam',
    subcode(2207051),
    account(
      'look',
      'Instagram held this post for spam, and may have published it all the same. It is looked up; the account is paused until you have checked it in the Instagram app.',
    ),
  ),
  line(
    'daily_limit',
    subcode(2207042),
    account('wait_window', "The account's posts of the last 24 hours are used up. The item waits until one is free."),
  ),
  line(
    'account_restricted',
    subcode(2207050),
    account('ask_person', 'Instagram has restricted this account. Sign in to the Instagram app and follow its notice.'),
  ),
  // Signing in
  line(
    'code_refused',
    (error, purpose) =>
      purpose === 'sign_in' && (error.subcode === 36009 || (error.type !== null && /code|redirect/i.test(error.text))),
    account('sign_in', 'This sign-in was already used or took too long. Connect the account again.'),
  ),
  line(
    'application_refused',
    (error, purpose) =>
      purpose === 'sign_in' && (error.type !== null || /client secret|client_id|app id/i.test(error.text)),
    installation(
      'report',
      "The service does not accept this installation's application. An administrator must check its id and secret in the settings.",
    ),
  ),
  line(
    'too_early_to_renew',
    (error, purpose) => purpose === 'renew' && error.code === 100,
    account('read_again', 'The access is too young to be renewed. It is renewed later by itself.'),
  ),
  // The token; the subcode says why it ended.
  line(
    'sign_in_ended',
    (error) => error.code === 190 && error.subcode === 458,
    account('sign_in', 'The application was removed in the settings of the account. Connect the account again.'),
  ),
  line(
    'sign_in_ended',
    (error) => error.code === 190 && error.subcode === 460,
    account('sign_in', 'The password of the account was changed, which ends the access. Connect the account again.'),
  ),
  line(
    'sign_in_ended',
    (error) => error.code === 190 && error.subcode === 463,
    account('sign_in', 'The access has expired. Connect the account again.'),
  ),
  line('sign_in_ended', code(190), account('sign_in', 'The access is no longer valid. Connect the account again.')),
  // Code 10 on figures is not always a missing permission.
  line(
    'too_few_viewers',
    (error) => error.code === 10 && /not enough viewers/i.test(error.text),
    item('skip', 'Too few people have seen this for Instagram to show figures.'),
  ),
  line(
    'two_factor_wanted',
    (error) => isPermission(error) && /two.?factor|publishing authori[sz]ation/i.test(error.text),
    account(
      'ask_person',
      'The Page asks for two-factor sign-in or publishing authorisation. Complete it in the settings of the Page on Facebook.',
    ),
  ),
  line(
    'permission_missing',
    isPermission,
    account('ask_person', 'A permission is missing or was withdrawn. Connect the account again and allow everything.'),
  ),
  // Limits of calls
  line(
    'account_limit',
    code(80002),
    account('wait_limit', 'Instagram accepts no more calls for this account for now. Its items wait.'),
  ),
  line(
    'application_limit',
    code(4),
    installation('wait_limit', 'Instagram accepts no more calls from this installation for now. Every account waits.'),
  ),
  line(
    'person_limit',
    code(17),
    account('wait_limit', 'The service accepts no more calls for this person for now. The items wait.'),
  ),
  line(
    'page_limit',
    code(32),
    account('wait_limit', 'The service accepts no more calls for this Page for now. The items wait.'),
  ),
  line('custom_limit', code(613), account('wait_limit', 'The service accepts no more calls for now. The items wait.')),
  line(
    'application_limit',
    (error) => error.status === 429,
    installation('wait_limit', 'Instagram accepts no more calls from this installation for now. Every account waits.'),
  ),
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
