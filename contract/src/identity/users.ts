import * as z from 'zod'
import { oneLine } from '../base/one-line.ts'
import { route } from '../base/route.ts'
import { Done, Id, Moment, Paging, PathId } from '../base/shared.ts'
import { MAIL_STATES } from '../mail/limits.ts'
import { MailAddress } from '../mail/recipients.ts'
import { NewPassword } from './auth.ts'
import { ROLES, USER_SORTS } from './limits.ts'

export const User = z.object({
  id: z.int(),
  username: z.string(),
  role: z.enum(ROLES),
  companyId: z.int().nullable(),
  companyName: z.string().nullable(),
  profileId: z.string().nullable(),
  defaultPromptId: z.string().nullable(),
  webhookUrl: z.string().nullable(),
  mailAddress: z.string().nullable(),
  mailState: z.enum(MAIL_STATES),
  /** Invited by mail, and no password chosen yet: since when. */
  invitedAt: Moment.nullable(),
  createdAt: Moment,
})
export type User = z.infer<typeof User>

const WebAddress = z.url({ protocol: /^https?$/ })

const SignInName = z
  .string('Username is required')
  .trim()
  .min(1, 'Username is required')
  .max(64, 'Usernames have at most 64 characters')
  .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'Usernames hold no control characters')

/** spec §5: company '0' means none and is sent as null. */
const CompanyChoice = Id.nullable()

const params = z.strictObject({ userId: PathId })

export const users = {
  list: route({
    method: 'GET',
    path: '/api/users',
    access: 'admin',
    summary: 'List the users; `q` looks in the names',
    query: Paging.extend({ sort: z.enum(USER_SORTS).optional(), companyId: PathId.optional() }),
    reply: z.array(User),
    paged: true,
  }),
  create: route({
    method: 'POST',
    path: '/api/users',
    access: 'admin',
    summary: 'Make a user; one with a mail address and without a password is invited by mail to choose one',
    body: z.strictObject({
      username: SignInName,
      password: NewPassword.optional(),
      mailAddress: MailAddress.nullable().optional(),
      role: z.enum(ROLES).default('basic'),
      companyId: CompanyChoice.default(null),
    }),
    reply: User,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: '/api/users/:userId',
    access: 'admin',
    summary: 'Change a user; a new role or password ends their sessions',
    params,
    body: z.strictObject({
      username: SignInName.optional(),
      role: z.enum(ROLES).optional(),
      companyId: CompanyChoice.optional(),
      profileId: oneLine(z.string().trim().max(100)).nullable().optional(),
      defaultPromptId: oneLine(z.string().trim().max(100)).nullable().optional(),
      /** Empty clears it, as null does. */
      webhookUrl: z
        .string()
        .trim()
        .max(2_000)
        .refine(
          (address) => address === '' || WebAddress.safeParse(address).success,
          'must be an http or https address',
        )
        .nullable()
        .optional(),
      password: NewPassword.optional(),
      /** A new one is to be confirmed by a link; the same one again enables it after a mail came back. */
      mailAddress: MailAddress.nullable().optional(),
    }),
    reply: User,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/users/:userId',
    access: 'admin',
    summary: 'Delete a user and end their sessions; never oneself',
    params,
    reply: Done,
  }),
}
