/** Every sentence about the queue as a whole. */

/** What the kinds of work are called; one that is not here is shown by its own name. */
const KINDS: Readonly<Record<string, string>> = {
  'refresh-account': 'Refreshes of accounts',
  'refresh-round': 'Daily refresh',
  'post-backfill': 'History of posts from stored answers',
  'older-posts': 'Older posts of accounts',
  'find-moves': 'Search for accounts that moved',
  'copy-pictures': 'Copies of pictures',
  'content-pull': 'Table syncs',
  'content-pull-round': 'Check for tables that are due',
  'content-compare-record': 'Records compared with tables',
  'copy-table-files': 'Copies of files from tables',
  'render-reel': 'Renders of reels',
  'send-webhooks': 'Webhook deliveries',
  'subscription-reading': 'Subscription updates',
  'payment-round': 'Check for payments',
  'find-due-reports': 'Check for reports that are due',
  'make-report': 'Reports of schedules',
}

export const texts = {
  kind: (kind: string) => KINDS[kind] ?? kind,
  work: {
    title: 'Work',
    caption: 'Work by kind',
    loading: 'Loading the queue...',
    failed: 'The queue could not be loaded',
    empty: 'There has been no work yet.',
    columns: { kind: 'Kind', waiting: 'Waiting', running: 'Running', failed: 'Failed', next: 'Next round' },
    onDemand: 'on demand',
  },
  letters: {
    title: 'Failed permanently',
    caption: 'Work that failed permanently',
    loading: 'Loading failed work...',
    failed: 'Failed work could not be loaded',
    empty: 'Nothing has failed permanently in the last seven days.',
    columns: { work: 'Work', cause: 'Cause', failed: 'Failed', retry: 'Try Again' },
    ofInstallation: 'of the installation',
    tries: (tries: number, requestId: string | null) =>
      `${tries === 1 ? '1 try' : `${tries} tries`}${requestId === null ? '' : `, request ${requestId}`}`,
    noCause: 'No cause is known',
    retry: 'Try Again',
    retryOf: (work: string) => `Try Again: ${work}`,
    retrying: 'Trying...',
    paid: 'Its credit was returned',
    more: (shown: string, total: string) => `The latest ${shown} of ${total}`,
    retried: 'Job queued again',
    retriedDescription: 'It is back in the queue, with all its tries.',
    retryFailed: 'It could not be tried again',
  },
} as const
