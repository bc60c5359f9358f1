import * as z from 'zod'
import { route } from '../base/route.ts'
import { Id, Moment, Paging, PathId } from '../base/shared.ts'
import { ACCOUNTS_AT_ONCE_MAX, FAILURE_KINDS, INTERVAL_DAYS, REFRESH_INTERVALS, SOURCES } from './limits.ts'

/** How often the clock reads an account. */
export const RefreshInterval = z.object({
  interval: z.enum(REFRESH_INTERVALS),
  /** What that is in days now: by activity it changes with each reading. */
  everyDays: z.literal([...INTERVAL_DAYS]),
})
export type RefreshInterval = z.infer<typeof RefreshInterval>

/** How the last reading of an account over the network went, and when the next is due. */
export const RefreshState = RefreshInterval.extend({
  /** `idle`: nothing under way. */
  state: z.enum(['idle', 'waiting', 'running']),
  /** Null where no source can read this account: it is filled from files. */
  source: z.enum(SOURCES).nullable(),
  lastSucceededAt: Moment.nullable(),
  /** Why the last try gave no figures; null when it did, or before there was one. */
  failure: z
    .object({
      kind: z.enum(FAILURE_KINDS),
      message: z.string(),
      since: Moment,
      /** Null for a try of an earlier version. */
      lastTryAt: Moment.nullable(),
    })
    .nullable(),
  /** When the clock reads it next; null where no source is connected. */
  nextDueAt: Moment.nullable(),
  /** When a user may request it again (spec §9: once per day); null when now. */
  allowedAgainAt: Moment.nullable(),
})
export type RefreshState = z.infer<typeof RefreshState>

export const FailingAccount = z.object({
  accountId: z.int(),
  username: z.string(),
  kind: z.enum(FAILURE_KINDS),
  message: z.string(),
  since: Moment,
  nextTryAt: Moment,
})
export type FailingAccount = z.infer<typeof FailingAccount>

/** What becomes of each account of a request for several. */
export const RefreshesStarted = z.object({
  /** Read in the background; those that already waited included. */
  started: z.array(z.int()),
  /** Read on demand within 24 hours. */
  alreadyRefreshed: z.array(z.object({ accountId: z.int(), hoursRemaining: z.int() })),
  /** No source reads them: they are filled from files. */
  noSource: z.array(z.int()),
})
export type RefreshesStarted = z.infer<typeof RefreshesStarted>

const params = z.strictObject({ accountId: PathId })

export const refreshes = {
  /** `too_soon` (429) carries `hoursRemaining`; `no_source` (409) says how the account can be filled instead. */
  start: route({
    method: 'POST',
    path: '/api/accounts/:accountId/refresh',
    access: 'admin',
    summary: 'Read an account anew, in the background; once in 24 hours, counted on success',
    params,
    reply: RefreshState,
    status: 202,
  }),
  startAll: route({
    method: 'POST',
    path: '/api/accounts/refresh',
    access: 'admin',
    summary: 'Read several accounts anew, in the background; each once in 24 hours',
    body: z.strictObject({
      accountIds: z
        .array(Id)
        .min(1, 'At least one account is needed')
        .max(ACCOUNTS_AT_ONCE_MAX, `At most ${ACCOUNTS_AT_ONCE_MAX} accounts at once`),
    }),
    reply: RefreshesStarted,
    status: 202,
  }),
  /** The next reading moves with it: counted from the last one, and never to a moment that is over. */
  setInterval: route({
    method: 'PUT',
    path: '/api/accounts/refresh-interval',
    access: 'admin',
    summary: 'Choose how often accounts are read by the clock: every 1, 3 or 7 days, or by their activity',
    body: z.strictObject({
      accountIds: z
        .array(Id)
        .min(1, 'At least one account is needed')
        .max(ACCOUNTS_AT_ONCE_MAX, `At most ${ACCOUNTS_AT_ONCE_MAX} accounts at once`),
      interval: z.enum(REFRESH_INTERVALS, `must be one of: ${REFRESH_INTERVALS.join(', ')}`),
    }),
    reply: z.array(RefreshInterval.extend({ accountId: z.int() })),
  }),
  state: route({
    method: 'GET',
    path: '/api/accounts/:accountId/refresh',
    access: 'signedIn',
    summary: 'Ask how the last reading of an account went and when the next is due',
    params,
    reply: RefreshState,
  }),
  failing: route({
    method: 'GET',
    path: '/api/refreshes/failing',
    access: 'signedIn',
    summary: 'List the accounts whose last reading failed, with the cause',
    query: Paging.omit({ q: true }),
    reply: z.array(FailingAccount),
    paged: true,
  }),
}
