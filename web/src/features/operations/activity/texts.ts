/** Every sentence about work in the background. */
import type { WorkKind } from '@tangelo/contract/limits'

const things = (count: number, one: string): string => `${count} ${one}`

const withSubject = (what: string, one: string) => (subject: string | null) => `${what} ${subject || one}`

const demoWorkspace = (): string => 'Demo workspace'

export const texts = {
  title: 'Activity',
  button: (parts: readonly string[]) => (parts.length === 0 ? 'Activity' : `Activity: ${parts.join(', ')}`),
  running: (count: number) => things(count, 'running'),
  waiting: (count: number) => things(count, 'waiting'),
  failedCount: (count: number) => things(count, 'failed'),

  left: {
    seconds: (count: number) => `${count} s left`,
    minutes: (count: number) => `${count} min left`,
    hours: (count: number) => `${count} h left`,
  },

  /** Said to readers, only when it changes. */
  newsRunning: 'Work is running in the background.',
  newsFailed: 'Work in the background has failed. See Activity.',
  newsDone: 'All work in the background is done.',

  underWay: 'Running and waiting',
  failed: 'Failed in the last day',
  kinds: {
    'refresh-account': withSubject('Refreshing', 'an account'),
    'refresh-round': () => 'Daily refresh of all accounts',
    'post-backfill': () => 'Reading the history of posts from stored answers',
    'older-posts': () => 'Reading older posts of accounts',
    'content-pull': withSubject('Copying', 'a table'),
    'render-reel': withSubject('Rendering', 'a reel'),
    'drive-import': withSubject('Importing', 'a folder'),
    'fill-demo': demoWorkspace,
    'make-report': () => 'Making a report',
  } satisfies Record<WorkKind, (subject: string | null) => string>,
  failedKinds: {
    'refresh-account': withSubject('Refresh of', 'an account'),
    'refresh-round': () => 'Daily refresh of all accounts',
    'post-backfill': () => 'History of posts from stored answers',
    'older-posts': () => 'Older posts of accounts',
    'content-pull': withSubject('Copy of', 'a table'),
    'render-reel': withSubject('Render of', 'a reel'),
    'drive-import': withSubject('Import of', 'a folder'),
    'fill-demo': demoWorkspace,
    'make-report': () => 'Report of a schedule',
  } satisfies Record<WorkKind, (subject: string | null) => string>,
  states: {
    running: (age: string) => `Running, requested ${age}`,
    percentLeft: (percent: string, left: string) => `${percent}, ${left}`,
    percent: (percent: string, age: string) => `${percent}, requested ${age}`,
    waiting: 'In the queue',
    waitingUntil: (ahead: string) => `Waiting, runs ${ahead}`,
    failed: (age: string) => `Failed, requested ${age}`,
  },
  progress: (what: string) => `Progress of ${what}`,
  more: (count: string) => `and ${count} more`,
  tryAgain: 'Try Again',
  tryAgainOf: (what: string) => `Try Again: ${what}`,
  cancel: 'Cancel',
  cancelOf: (what: string) => `Cancel: ${what}`,
  retryFailed: 'It could not be tried again',
  openReel: (what: string) => `${what}: open it in the Reel Maker`,
  cancelFailed: 'It could not be canceled',
  empty: 'Nothing is running. Refreshes and other background work appear here.',
  listFailed: 'The activity could not be loaded',
  loading: 'Loading the activity...',
  polling: 'Live updates are not available right now. This list is updated every 15 seconds.',

  /** For administrators. */
  guessed: { title: 'A password is being guessed', description: 'See System in the admin panel.' },
} as const
