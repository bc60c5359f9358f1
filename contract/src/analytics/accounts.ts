import * as z from 'zod'
import { PUBLIC_API } from '../base/public-api.ts'
import { route } from '../base/route.ts'
import { Done, Id, MediaAddress, Moment, Paging, PathId } from '../base/shared.ts'
import {
  ACCOUNT_CATEGORIES,
  ACCOUNT_ORDERS,
  NOTES_MAX_LENGTH,
  POST_FORMATS,
  SOURCES,
  USERNAME_MAX_LENGTH,
} from './limits.ts'
import { AccountMetrics } from './metrics.ts'
import { AccountFilter, AccountPeriod, PeriodDays } from './periods.ts'
import { RefreshInterval } from './refreshes.ts'

/** A tracked Instagram profile with its latest figures. */
export const Account = z.object({
  id: z.int(),
  username: z.string(),
  category: z.string().nullable(),
  notes: z.string().nullable(),
  inputUrl: z.string().nullable(),
  companyId: z.int(),
  /** By name. */
  tags: z.array(z.string()),
  /** Where the latest figures come from (D11); null before there are any. */
  source: z.enum(SOURCES).nullable(),
  createdAt: Moment,
  /** When the latest figures were read; null before there are any. */
  lastUpdated: Moment.nullable(),
  metrics: AccountMetrics,
})
export type Account = z.infer<typeof Account>

/** An account in a list. */
export const ListedAccount = Account.extend({
  /** Its figures are older than its interval and a day: they are in no sum of a period. */
  isStale: z.boolean(),
  refresh: RefreshInterval,
  /** Where the request names a period; null before there are figures. */
  period: AccountPeriod.nullable().optional(),
})
export type ListedAccount = z.infer<typeof ListedAccount>

/** One of the latest posts of an account. Null likes or comments are unknown: hidden or missing in the source. */
export const AccountPost = z.object({
  id: z.string(),
  type: z.enum(POST_FORMATS),
  caption: z.string().nullable(),
  url: z.string().nullable(),
  /** An address on this server, or null when no copy was made. */
  imageUrl: MediaAddress.nullable(),
  likes: z.int().nullable(),
  comments: z.int().nullable(),
  postedAt: Moment.nullable(),
})
export type AccountPost = z.infer<typeof AccountPost>

/** An Instagram name as people type it: a leading @ is dropped (spec §5). Case is kept, but never distinguishes. */
export const InstagramUsername = z
  .string('Username is required')
  .trim()
  .transform((text) => text.replace(/^@/, ''))
  .pipe(
    z
      .string()
      .min(1, 'Username is required')
      .max(USERNAME_MAX_LENGTH, `Instagram usernames have at most ${USERNAME_MAX_LENGTH} characters`)
      .regex(/^[A-Za-z0-9._]+$/, 'Instagram usernames hold only letters, digits, dots and underscores'),
  )

const category = z.enum(ACCOUNT_CATEGORIES, `must be one of: ${ACCOUNT_CATEGORIES.join(', ')}`).nullable()
const notes = z.string().max(NOTES_MAX_LENGTH, `Notes have at most ${NOTES_MAX_LENGTH} characters`).nullable()
const params = z.strictObject({ accountId: PathId })

export const accounts = {
  list: route({
    method: 'GET',
    path: '/api/accounts',
    access: 'reader',
    summary: 'List the tracked accounts of the viewer; `q` looks in the names',
    query: Paging.extend({
      /** Unknown figures come last in either direction. `followers`, `engagement` and `recent`: the largest first. */
      sort: z.enum(ACCOUNT_ORDERS).optional(),
      period: PeriodDays.optional(),
      ...AccountFilter.shape,
    }),
    reply: z.array(ListedAccount),
    paged: true,
    example: PUBLIC_API.accounts.example,
  }),
  create: route({
    method: 'POST',
    path: '/api/accounts',
    access: 'admin',
    summary: 'Track an account',
    body: z.strictObject({
      username: InstagramUsername,
      category: category.default(ACCOUNT_CATEGORIES[0]),
      notes: notes.optional(),
      /** Absent: the viewer's company, else company 1 (spec §5). */
      companyId: Id.optional(),
    }),
    reply: Account,
    status: 201,
  }),
  read: route({
    method: 'GET',
    path: '/api/accounts/:accountId',
    access: 'reader',
    summary: 'Read an account, its latest figures and its latest posts',
    params,
    reply: z.object({ account: Account, metrics: AccountMetrics, posts: z.array(AccountPost) }),
    example: PUBLIC_API.account.example,
  }),
  posts: route({
    method: 'GET',
    path: '/api/accounts/:accountId/posts',
    access: 'reader',
    summary: 'List the latest posts of an account',
    params,
    reply: z.array(AccountPost),
    example: PUBLIC_API.posts.example,
  }),
  update: route({
    method: 'PUT',
    path: '/api/accounts/:accountId',
    access: 'signedIn',
    summary: 'Change an account; absent fields stay, null clears; name and company are for admins',
    params,
    body: z.strictObject({
      username: InstagramUsername.optional(),
      category: category.optional(),
      notes: notes.optional(),
      companyId: Id.optional(),
    }),
    reply: Account,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/accounts/:accountId',
    access: 'admin',
    summary: 'Delete an account with its history',
    params,
    reply: Done,
  }),
}
