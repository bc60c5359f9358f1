import * as z from 'zod'
import { route } from '../base/route.ts'
import { Done, Moment, PathId } from '../base/shared.ts'
import { Code, Reauthentication } from './auth.ts'

const RecoveryCodes = z.object({
  /** Each replaces a code once. They are returned only here. */
  recoveryCodes: z.array(z.string()),
})

const params = z.strictObject({ userId: PathId })

export const twoFactor = {
  read: route({
    method: 'GET',
    path: '/api/auth/two-factor',
    access: 'signedIn',
    summary: 'Tell whether one signs in with two factors',
    reply: z.object({
      /** Null while it is off. */
      onSince: Moment.nullable(),
      recoveryCodesLeft: z.int(),
      /** Whether administrators must. */
      isRequiredOfAdmins: z.boolean(),
    }),
  }),
  begin: route({
    method: 'POST',
    path: '/api/auth/two-factor',
    access: 'signedIn',
    summary: 'Make the secret for an authenticator app; nothing changes until a code of it is sent',
    body: Reauthentication,
    reply: z.object({
      /** Base32, to be typed in where no picture can be taken. */
      secret: z.string(),
      /** `otpauth://…`, as the picture holds it. */
      address: z.string(),
    }),
  }),
  turnOn: route({
    method: 'PUT',
    path: '/api/auth/two-factor',
    access: 'signedIn',
    summary: 'Turn two-factor sign-in on with a first code; ends every other session',
    body: z.strictObject({ code: Code }),
    reply: RecoveryCodes,
  }),
  turnOff: route({
    method: 'POST',
    path: '/api/auth/two-factor/off',
    access: 'signedIn',
    summary: 'Turn two-factor sign-in off; ends every other session',
    body: Reauthentication,
    reply: Done,
  }),
  renewCodes: route({
    method: 'POST',
    path: '/api/auth/two-factor/recovery-codes',
    access: 'signedIn',
    summary: 'Make new recovery codes; the old ones open nothing any more',
    body: Reauthentication,
    reply: RecoveryCodes,
  }),
  requireOfAdmins: route({
    method: 'PUT',
    path: '/api/auth/two-factor/rule',
    access: 'admin',
    summary: 'Say whether administrators must sign in with two factors',
    body: z.strictObject({ isRequiredOfAdmins: z.boolean() }),
    reply: Done,
  }),
  readOf: route({
    method: 'GET',
    path: '/api/users/:userId/two-factor',
    access: 'admin',
    summary: 'Tell whether a user signs in with two factors',
    params,
    reply: z.object({ onSince: Moment.nullable() }),
  }),
  reset: route({
    method: 'DELETE',
    path: '/api/users/:userId/two-factor',
    access: 'admin',
    summary: 'Turn two-factor sign-in off for a user who lost it, and end their sessions; never for oneself',
    params,
    reply: Done,
  }),
}
