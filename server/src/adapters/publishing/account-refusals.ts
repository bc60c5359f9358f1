/** What the service refuses of an account: its state, signing in, its token, permissions and limits. */
import { account, installation, item, type Line, line } from './refusal-line.ts'
import { code, isPermission, subcode } from './vendor-error.ts'

export const ACCOUNT_REFUSALS: readonly Line[] = [
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
]
