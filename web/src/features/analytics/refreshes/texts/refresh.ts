/** Every sentence about readings of accounts. Those of the specification are verbatim (§8). */
import type { FailureKind } from '@tangelo/contract/limits'

export const texts = {
  button: 'Refresh',
  busy: 'Refreshing...',
  interval: 'Interval',
  buttonOf: (username: string) => `Refresh @${username}`,
  noSource: 'No source is connected to read figures from.',
  noSourceOthers: 'No source is connected to read figures from. An administrator can connect one.',
  connect: 'Open Connections',
  limit: 'Refresh limit reached',
  limitDescription: (hours: number) =>
    `Account data can only be refreshed once per day. Please try again in ${hours} hours.`,
  failed: 'Refresh failed',
  failedDescription: 'There was an error refreshing the account data',
  failedBecause: (cause: string) => `There was an error refreshing the account data. ${cause}`,
  endedWithout: 'It ended without new figures.',
  done: 'The figures are up to date.',

  lastTry: (firstAge: string, lastAge: string | null, cause: string) =>
    `First failed ${firstAge}. Last try${lastAge === null ? '' : ` ${lastAge}`}: ${cause}`,
  nextTry: (ahead: string) => `Next try ${ahead}.`,
  nextRefresh: (ahead: string) => `Next daily refresh ${ahead}`,
  nextRefreshOf: (ahead: string, days: number, isByActivity: boolean) =>
    `Next refresh ${ahead}, ${isByActivity ? 'by activity ' : ''}every ${days === 1 ? 'day' : `${days} days`}`,

  fetching: 'Fetching figures from Instagram...',
  fetchingWaits: 'The account is in the queue. The figures will appear here automatically.',
  fetchingRuns: 'The figures will appear here automatically.',

  /** For an account that has no figures because it could not be read: what it means, and the next step. */
  kinds: {
    not_found: 'There is no such profile',
    no_figures: 'Instagram shares no figures of this profile',
    not_understood: 'The answer could not be read',
    refused: 'The source refused to answer',
    limited: 'The source has reached its rate limit',
    unavailable: 'The source is not responding',
  } satisfies Record<FailureKind, string>,
  steps: {
    not_found: 'Check the spelling of the name. It may also have been changed or deleted on Instagram.',
    no_figures: 'It cannot read private and personal profiles. Figures can still be imported or typed in.',
    not_understood: 'It will be retried automatically. Until then, figures can be imported or typed in.',
    refused: 'An administrator finds the cause under Connections.',
    limited: 'It will be retried automatically once the limit has passed.',
    unavailable: 'It will be retried automatically.',
  } satisfies Record<FailureKind, string>,

  list: {
    title: 'Accounts that could not be read',
    caption: 'Accounts that could not be read',
    columns: { account: 'Account', cause: 'Cause', since: 'Since', next: 'Next try' },
    loading: 'Loading the accounts...',
    empty: 'The last refresh of every account succeeded.',
    failed: 'The accounts could not be loaded',
    more: 'Show more',
    shown: (shown: string, total: string) => `${shown} of ${total}`,
  },
} as const
