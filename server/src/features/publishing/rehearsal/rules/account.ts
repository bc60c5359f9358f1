/** Whether anything may go out to the account: it is connected, its access lasts, and the client has approved. Pure. */
import { block, type Check, pass, warn } from './check.ts'
import { dayText } from './figures.ts'
import type { Rehearsed } from './rehearsed.ts'

const DAY_MS = 86_400_000
/** Access is renewed by itself long before its end: where less than this is left, that has failed. */
const ACCESS_SOON_MS = 7 * DAY_MS

export function checkAccount({ account: { username, state, pausedBecause } }: Rehearsed): Check {
  if (state === 'gone')
    return block('account', 'Not connected', `@${username} is not connected to Instagram: connect it first.`, 'connect')
  if (state === 'denied')
    return block(
      'account',
      'Not allowed',
      `Instagram does not let us publish to @${username}: connect it again and allow publishing.`,
      'connect',
    )
  if (pausedBecause !== null)
    return block('account', 'Publishing is paused', `${pausedBecause} Resume it when it is clear.`, 'resume')
  return pass('account', 'Account', `@${username} is connected`)
}

export function checkAccess({ account: { state, expiresAt, username }, at, now, timeZone }: Rehearsed): Check {
  const isOver = expiresAt !== null && expiresAt <= now
  if (state === 'expired' || isOver)
    return block(
      'access',
      'Access has ended',
      `Sign in to @${username} again: Instagram's permission has ended.`,
      'connect',
    )
  if (expiresAt === null) return pass('access', 'Access', 'Has no end')
  const end = dayText(expiresAt, now, timeZone)
  if (expiresAt - now >= ACCESS_SOON_MS)
    return pass(
      'access',
      'Access',
      expiresAt > at ? `Good until ${end}` : `Good until ${end}, and renewed by itself before that`,
    )
  if (expiresAt <= at)
    return block(
      'access',
      'Access ends before the post goes out',
      `It ends on ${end}. Connect @${username} again, or choose an earlier time.`,
      'connect',
    )
  return warn('access', 'Access ends soon', `It ends on ${end}: connect @${username} again.`, 'connect')
}

export function checkApproval({ approval }: Rehearsed): Check {
  switch (approval) {
    case 'not_needed':
      return pass('approval', 'Approval', 'None is needed')
    case 'approved':
      return pass('approval', 'Approval', 'The client approved exactly this')
    case 'edited':
      return block(
        'approval',
        'The approval is out of date',
        'The post was edited after the client approved it: ask again.',
        'ask_approval',
      )
    case 'unseen':
      return block(
        'approval',
        'The client has not seen all of it',
        'The client approved the video alone: publish that, or make the post a carousel and ask again.',
      )
    case 'missing':
      return block('approval', 'Not approved', 'The client has to approve this post first: ask for it.', 'ask_approval')
  }
}
