import * as z from 'zod'
import { route } from '../base/route.ts'
import { Id, idsUpTo } from '../base/shared.ts'
import { ACCOUNTS_AT_ONCE_MAX } from './limits.ts'

const tooMany = `At most ${ACCOUNTS_AT_ONCE_MAX} accounts at once`
const accountIds = z.array(Id).min(1, 'At least one account is needed').max(ACCOUNTS_AT_ONCE_MAX, tooMany)

/** What of one company refers to accounts of it: it stays where it is when they are moved or deleted. */
export const AccountUses = z.object({
  companyId: z.int(),
  companyName: z.string(),
  groups: z.int(),
  /** Groups of those that keep no account. */
  emptyGroups: z.int(),
  /** Open links to a group that keeps no account: they show nothing. */
  emptyGroupLinks: z.int(),
  /** Of a group that keeps no account: they make no more reports. */
  emptyGroupSchedules: z.int(),
  /** Open links to a calendar that is limited to accounts, some of these among them. */
  calendars: z.int(),
  /** Open links to one of these accounts: they open nothing without it. */
  links: z.int(),
  /** Of one of these accounts: without it they make no report. */
  reportSchedules: z.int(),
  /** Accounts that their owners have connected, and have to connect again after a move. */
  connections: z.int(),
})
export type AccountUses = z.infer<typeof AccountUses>

/** What has become of each account of a request for several. */
export const BatchOutcome = z.object({
  /** As they were to be; those that were so before included, so that a repeated request answers the same. */
  done: z.array(z.int()),
  /** `error` names the failure: `not_found` where the account is gone. */
  failed: z.array(z.object({ accountId: z.int(), error: z.string(), message: z.string() })),
})
export type BatchOutcome = z.infer<typeof BatchOutcome>

export const accountBatches = {
  uses: route({
    method: 'GET',
    path: '/api/accounts/uses',
    access: 'admin',
    summary: 'Count by company what accounts leave when they are moved or deleted: groups, links, schedules of reports',
    query: z.strictObject({ accountIds: idsUpTo(ACCOUNTS_AT_ONCE_MAX, tooMany) }),
    reply: z.array(AccountUses),
  }),
  move: route({
    method: 'PUT',
    path: '/api/accounts/company',
    access: 'admin',
    summary: 'Move accounts to another company, each with its history; one that fails stops no other',
    body: z.strictObject({ accountIds, companyId: Id }),
    reply: BatchOutcome,
  }),
  remove: route({
    method: 'POST',
    path: '/api/accounts/delete',
    access: 'admin',
    summary: 'Delete accounts, each with its history; one that fails stops no other',
    body: z.strictObject({ accountIds }),
    reply: BatchOutcome,
  }),
}
