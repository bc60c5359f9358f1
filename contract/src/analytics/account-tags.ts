import * as z from 'zod'
import { oneLine } from '../base/one-line.ts'
import { route } from '../base/route.ts'
import { Id, PathIds } from '../base/shared.ts'
import { ACCOUNTS_AT_ONCE_MAX, TAG_NAME_MAX_LENGTH, TAGS_PER_ACCOUNT_MAX, TAGS_PER_COMPANY_MAX } from './limits.ts'

/** A name on accounts of one company; it is there as long as an account has it. */
export const AccountTag = z.object({ companyId: z.int(), name: z.string(), accounts: z.int() })
export type AccountTag = z.infer<typeof AccountTag>

/** Case never distinguishes two names of a company: the first spelling stays. */
const tagName = oneLine(
  z
    .string('A name is required')
    .trim()
    .min(1, 'A name is required')
    .max(TAG_NAME_MAX_LENGTH, `Names of tags have at most ${TAG_NAME_MAX_LENGTH} characters`),
)
const tagNames = z.array(tagName).max(TAGS_PER_ACCOUNT_MAX, `At most ${TAGS_PER_ACCOUNT_MAX} at once`).default([])

export const accountTags = {
  list: route({
    method: 'GET',
    path: '/api/account-tags',
    access: 'signedIn',
    summary: `List the tags of accounts, by name; a company has at most ${TAGS_PER_COMPANY_MAX}`,
    query: z.strictObject({ companyId: PathIds.optional() }),
    reply: z.array(AccountTag),
  }),
  change: route({
    method: 'PUT',
    path: '/api/account-tags',
    access: 'signedIn',
    summary: `Add tags to accounts and remove others, at most ${TAGS_PER_ACCOUNT_MAX} on each; repeating it changes nothing`,
    body: z.strictObject({
      accountIds: z
        .array(Id)
        .min(1, 'At least one account is needed')
        .max(ACCOUNTS_AT_ONCE_MAX, `At most ${ACCOUNTS_AT_ONCE_MAX} accounts at once`),
      add: tagNames,
      remove: tagNames,
    }),
    /** How many accounts have changed, and the tags of their companies afterwards. */
    reply: z.object({ changed: z.int(), tags: z.array(AccountTag) }),
  }),
}
