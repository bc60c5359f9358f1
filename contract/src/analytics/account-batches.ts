import * as z from 'zod'
import { route } from '../base/route.ts'
import { idsUpTo } from '../base/shared.ts'
import { ACCOUNTS_AT_ONCE_MAX } from './limits.ts'

const tooMany = `At most ${ACCOUNTS_AT_ONCE_MAX} accounts at once`

/** What of one company refers to accounts of it: it stays where it is when they are moved or deleted. */
export const AccountUses = z.object({
  companyId: z.int(),
  companyName: z.string(),
  groups: z.int(),
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

export const accountBatches = {
  uses: route({
    method: 'GET',
    path: '/api/accounts/uses',
    access: 'admin',
    summary: 'Count by company what accounts leave when they are moved or deleted: groups, links, schedules of reports',
    query: z.strictObject({ accountIds: idsUpTo(ACCOUNTS_AT_ONCE_MAX, tooMany) }),
    reply: z.array(AccountUses),
  }),
}
