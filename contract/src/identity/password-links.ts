import * as z from 'zod'
import { route } from '../base/route.ts'
import { Done, PathId } from '../base/shared.ts'
import { NewPassword } from './auth.ts'

export const passwordLinks = {
  /** The same answer whether there is such a user, an address, or mail at all. */
  request: route({
    method: 'POST',
    path: '/api/auth/password-reset',
    access: 'public',
    summary:
      'Send a link that sets a new password to the confirmed mail address of a user; the answer is always the same',
    body: z.strictObject({
      username: z.string('Username is required').trim().min(1, 'Username is required').max(256),
    }),
    reply: Done,
  }),
  complete: route({
    method: 'POST',
    path: '/api/auth/password-reset/complete',
    access: 'public',
    summary: 'Set a password with the token of a link; ends every session of the user',
    body: z.strictObject({ token: z.string().max(200), newPassword: NewPassword }),
    reply: z.object({ username: z.string() }),
  }),
  invite: route({
    method: 'POST',
    path: '/api/users/:userId/invitation',
    access: 'admin',
    summary: 'Send the invitation of a user again who has not chosen a password yet',
    params: z.strictObject({ userId: PathId }),
    reply: Done,
  }),
}
